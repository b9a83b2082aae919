// Files on a server (http-resources §16).
import { toRemoteFolder, type RemoteFolder, attachmentName } from '../wire/terminal/remoteFiles.ts';
import type { AssertionJson } from '../wire/webauthn.ts';
import { call, callForBody, headersFor, refused } from './client.ts';
import { ApiError, isApiError, toApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/** A login on a server. */
export type ServerAccount = { clusterId: string; serverId: string; login: string };

export type RemoteFile = {
  /** Path on the server. `~/` is the home directory of the login. */
  location: string;
  filename: string;
  /** An approved request of a moderated session (streams §3.8). */
  approval?: { sid: string; requestId: string } | undefined;
  /** For an upload: an existing file stays, and the server returns 409 (src/api/serverBehaviour.ts). */
  refusesExisting?: boolean;
  /** If the login requires a second factor: a new one for each transfer. */
  assertion?: AssertionJson | undefined;
};

type Running = { signal: AbortSignal };

const BASE = 'sites/:clusterId/nodes/:serverId/:login';

/** A path that ends with a slash is a folder, which some servers send as an archive (src/api/serverBehaviour.ts). */
function transferPath(
  account: ServerAccount,
  { location, filename, approval, refusesExisting, assertion }: RemoteFile,
  archive = false,
): string {
  return apiUrl(`${BASE}/${archive ? 'archive' : 'scp'}`, account, {
    location,
    filename,
    replace: refusesExisting ? 'no' : undefined,
    moderatedSessionId: approval?.sid,
    fileTransferRequestId: approval?.requestId,
    webauthn: assertion && JSON.stringify({ webauthnAssertionResponse: assertion }),
  });
}

/** The path to show for a failed call, without the key's response, which must not be copied. */
const shownPath = (account: ServerAccount, file: RemoteFile): string =>
  transferPath(account, { ...file, assertion: undefined });

export type Download = {
  /** The server's name for it. */
  name: string;
  /** Undefined if the server did not send it. */
  sizeBytes: number | undefined;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

/** Resolves when the server starts to send. Rejects like `call`. */
export async function openDownload(account: ServerAccount, file: RemoteFile, { signal }: Running): Promise<Download> {
  const path = transferPath(account, file, file.location.endsWith('/'));
  const { body, headers, status } = await callForBody(path, { signal });
  const name = attachmentName(headers.get('content-disposition'));
  if (!body || name === undefined) {
    await body?.cancel();
    const failed = { method: 'GET', path: shownPath(account, file), atMs: Date.now() };
    throw new ApiError('The server sent no file', status, { call: failed });
  }
  const length = headers.get('content-length');
  return { name, sizeBytes: length === null ? undefined : Number(length), body };
}

/**
 * The browser reads the file from disk piece by piece while it sends it. Rejects with `ApiError`, or with the signal's
 * reason when aborted.
 */
export function upload(
  account: ServerAccount,
  file: RemoteFile & { content: Blob },
  { signal, onProgress }: Running & { onProgress: (doneBytes: number) => void },
): Promise<void> {
  const failed = { method: 'POST', path: shownPath(account, file), atMs: Date.now() };
  const request = new XMLHttpRequest();
  request.open('POST', transferPath(account, file));
  const headers = headersFor(file.content);
  headers.set('Content-Type', 'application/octet-stream');
  headers.forEach((value, name) => request.setRequestHeader(name, value));
  request.upload.onprogress = ({ loaded }) => onProgress(loaded);
  const abort = () => request.abort();
  return new Promise<void>((resolve, reject) => {
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) return resolve();
      if (status === 403) refused.emit();

      void toApiError(new Response(responseText, { status }), failed).then(reject, reject);
    };
    request.onerror = () => reject(new ApiError('The connection to the server was lost', 0, { call: failed }));
    request.onabort = () => reject(stopReason(signal));
    if (signal.aborted) return reject(stopReason(signal));
    signal.addEventListener('abort', abort);
    request.send(file.content);
  }).finally(() => signal.removeEventListener('abort', abort));
}

const stopReason = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new DOMException('The transfer was stopped', 'AbortError');

/** The content of a folder. Undefined if this server does not list folders or has no such folder. */
export async function listFolder(
  account: ServerAccount,
  path: string,
  signal?: AbortSignal,
): Promise<RemoteFolder | undefined> {
  try {
    return toRemoteFolder(await call(apiUrl(`${BASE}/files`, account, { path }), { signal }));
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    throw error;
  }
}

/** Creates a folder in an existing one. Only servers that list folders support it (http-resources §16 has neither). */
export async function makeFolder(account: ServerAccount, path: string): Promise<void> {
  await call(apiUrl(`${BASE}/files`, account), { method: 'POST', body: { path } });
}
