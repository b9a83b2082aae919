// Files of a server (http-resources §16).
import { toRemoteFolder, type RemoteFolder, attachmentName } from '../wire/terminal/remoteFiles.ts';
import type { AssertionJson } from '../wire/webauthn.ts';
import { call, callForBody, headersFor, refused } from './client.ts';
import { ApiError, isApiError, toApiError } from './errors.ts';
import { apiUrl } from './urls.ts';

/** A login on a server. */
export type FilePlace = { clusterId: string; serverId: string; login: string };

export type RemoteFile = {
  /** Path on the server. `~/` is the login's home. */
  location: string;
  filename: string;
  /** A request of a moderated session that was approved (streams §3.8). */
  approval?: { sid: string; requestId: string } | undefined;
  /** Of an upload: a file that is there stays, and the server says 409 (src/api/serverBehaviour.ts). */
  refusesExisting?: boolean;
  /** Where the login needs a second factor: a fresh one for each transfer. */
  assertion?: AssertionJson | undefined;
};

type Running = { signal: AbortSignal };

const BASE = 'sites/:clusterId/nodes/:serverId/:login';

/** A path that ends with a slash is a folder, which some servers send as an archive (src/api/serverBehaviour.ts). */
function transferPath(
  place: FilePlace,
  { location, filename, approval, refusesExisting, assertion }: RemoteFile,
  archive = false,
): string {
  return apiUrl(`${BASE}/${archive ? 'archive' : 'scp'}`, place, {
    location,
    filename,
    replace: refusesExisting ? 'no' : undefined,
    moderatedSessionId: approval?.sid,
    fileTransferRequestId: approval?.requestId,
    webauthn: assertion && JSON.stringify({ webauthnAssertionResponse: assertion }),
  });
}

/** What is told of a failed call: without the answer of the key, which is nobody's to copy. */
const shownPath = (place: FilePlace, file: RemoteFile): string =>
  transferPath(place, { ...file, assertion: undefined });

export type Download = {
  /** As the server names it. */
  name: string;
  /** undefined where the server did not tell. */
  sizeBytes: number | undefined;
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

/** Resolves when the server has begun to send. Rejects like `call`. */
export async function openDownload(place: FilePlace, file: RemoteFile, { signal }: Running): Promise<Download> {
  const path = transferPath(place, file, file.location.endsWith('/'));
  const { body, headers, status } = await callForBody(path, { signal });
  const name = attachmentName(headers.get('content-disposition'));
  if (!body || name === undefined) {
    await body?.cancel();
    const failed = { method: 'GET', path: shownPath(place, file), atMs: Date.now() };
    throw new ApiError('The server sent no file', status, { call: failed });
  }
  const length = headers.get('content-length');
  return { name, sizeBytes: length === null ? undefined : Number(length), body };
}

/**
 * The browser reads the file from disk piece by piece as it sends it. Rejects with `ApiError`, or with the signal's
 * reason when aborted.
 */
export function upload(
  place: FilePlace,
  file: RemoteFile & { content: Blob },
  { signal, onProgress }: Running & { onProgress: (doneBytes: number) => void },
): Promise<void> {
  const failed = { method: 'POST', path: shownPath(place, file), atMs: Date.now() };
  const request = new XMLHttpRequest();
  request.open('POST', transferPath(place, file));
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

/** What is in a folder. undefined: this server does not tell, or has no such folder. */
export async function listFolder(
  place: FilePlace,
  path: string,
  signal?: AbortSignal,
): Promise<RemoteFolder | undefined> {
  try {
    return toRemoteFolder(await call(apiUrl(`${BASE}/files`, place, { path }), { signal }));
  } catch (error) {
    if (isApiError(error, 404)) return undefined;
    throw error;
  }
}

/** Makes a folder in one that is there. Only a server that lists folders does (http-resources §16 knows neither). */
export async function makeFolder(place: FilePlace, path: string): Promise<void> {
  await call(apiUrl(`${BASE}/files`, place), { method: 'POST', body: { path } });
}
