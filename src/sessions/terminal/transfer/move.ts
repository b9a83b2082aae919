import { isApiError } from '../../../api/errors.ts';
import type { ServerBehaviour } from '../../../api/serverBehaviour.ts';
import type { Download, ServerAccount, RemoteFile } from '../../../api/transfers.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { MFA_FOR_TRANSFER } from '../../../wire/terminal/fileTransfer.ts';
import type { AssertionJson } from '../../../wire/webauthn.ts';
import type { FileSink } from '../../../ui/browserSink.ts';
import { saveStream } from './saveStream.ts';
import { asFolder } from './remotePaths.ts';
import { StallTimer } from './throughput.ts';
import { requestOf, remotePath, type TransferState, type TransferRequest, type UploadRequest } from './transferItem.ts';

/** The end of a server's message that refuses to send a folder as a file (http-resources §16). */
const IS_FOLDER = 'is a directory, but the recursive option was not passed';

export type MovePorts = {
  behaviour: Pick<ServerBehaviour, 'sendsFolders' | 'keepsFiles'>;
  upload: (
    account: ServerAccount,
    file: RemoteFile & { content: Blob },
    options: { signal: AbortSignal; onProgress: (doneBytes: number) => void },
  ) => Promise<void>;
  makeFolder: (account: ServerAccount, path: string) => Promise<void>;
  openDownload: (account: ServerAccount, file: RemoteFile, options: { signal: AbortSignal }) => Promise<Download>;
  /** Rejects with `QuotaExceeded` if there is not enough space. */
  openSink: (download: Pick<Download, 'name' | 'sizeBytes'>) => Promise<FileSink>;
  /** Prompts for a key. Rejects with a message for the user. */
  prove: (signal: AbortSignal) => Promise<AssertionJson>;
  /** One slot: a browser handles one key prompt at a time, and a server waits for one answer. */
  proofs: Slots;
  /** For the whole window: a browser has few connections per server, and the sessions need theirs. */
  moves: Slots;
  clock: Clock;
};

type Job = {
  account: ServerAccount;
  request: TransferRequest;
  /** Only for the upload of a file. */
  content: File | undefined;
  approval: RemoteFile['approval'];
  /** For an upload: the user has not agreed to replace an existing file. */
  refusesExisting: boolean;
  /** The session required a second factor, so every transfer does (streams §3.4). */
  isChallenged: boolean;
};
type Run = {
  signal: AbortSignal;
  set: (state: TransferState) => void;
  /** No key was used, for this reason. Called before the next prompt. */
  notProved: (why: string) => void;
};

/**
 * Moves one file when a slot is free. Reports its states through `set`, including the last one. Rejects if it fails.
 */
export async function move(ports: MovePorts, job: Job, run: Run): Promise<void> {
  const release = await ports.moves.take();
  try {
    run.signal.throwIfAborted();
    if (job.isChallenged) return await moveProved(ports, job, run);
    try {
      await moveOnce(ports, job, undefined, run);
    } catch (error) {
      // The session was opened without a challenge: by another user, or before the requirement.
      if (!isApiError(error, 403) || error.message !== MFA_FOR_TRANSFER) throw error;
      await moveProved(ports, job, run);
    }
  } finally {
    release();
  }
}

/** The server waits for one answer at a time, so the next prompt waits until this one is done. */
async function moveProved(ports: MovePorts, job: Job, run: Run): Promise<void> {
  const release = await ports.proofs.take();
  try {
    run.signal.throwIfAborted();
    run.set({ kind: 'proving' });
    await moveOnce(ports, job, await prove(ports, run), run);
  } finally {
    release();
  }
}

async function prove(ports: MovePorts, { signal, notProved }: Run): Promise<AssertionJson> {
  try {
    return await ports.prove(signal);
  } catch (error) {
    // The browser's own error for a cancelled prompt is not shown.
    signal.throwIfAborted();
    notProved(errorMessage(error));
    throw error;
  }
}

async function moveOnce(ports: MovePorts, job: Job, assertion: RemoteFile['assertion'], run: Run): Promise<void> {
  const { account, request, content, approval, refusesExisting } = job;
  const watch = new StallTimer(ports.clock, run.signal, (progress) => run.set({ kind: 'running', ...progress }));
  const options = { signal: watch.signal, onProgress: watch.moved };
  const path = remotePath(request);
  try {
    if (request.direction === 'download') {
      watch.begin(undefined);
      const open = (location: string, proof: RemoteFile['assertion']) =>
        ports.openDownload(account, { location, filename: location, approval, assertion: proof }, options);
      const download = await open(path, assertion).catch(async (error: unknown) => {
        // The participants approved a file, not a folder.
        const isWanted = ports.behaviour.sendsFolders && approval === undefined;
        if (!isWanted || !isApiError(error, 400) || !error.message.endsWith(IS_FOLDER)) throw error;
        // A key's answer is valid for one call.
        return open(asFolder(path), assertion && (await prove(ports, run)));
      });
      watch.begin(download.sizeBytes);
      await saveStream(download, { ...options, openSink: ports.openSink });
    } else if (request.isFolder) {
      watch.begin(undefined);
      await ports.makeFolder(account, path);
      watch.signal.throwIfAborted();
    } else {
      if (!content) throw new Error('the browser no longer has the file. Choose it again');
      watch.begin(request.sizeBytes);
      const target = uploadTarget(request, approval !== undefined);
      const file = { ...target, approval, refusesExisting, assertion, content };
      await ports.upload(account, file, options).catch(async (error: unknown) => {
        throw (await readProblem(content, error)) ?? error;
      });
    }
    const sizeBytes = request.direction === 'upload' ? request.sizeBytes : watch.doneBytes;
    run.set({ kind: 'done', sizeBytes, atMs: ports.clock.now() });
  } finally {
    watch.end();
  }
}

/**
 * Sends the whole path as location: a missing folder is then an error, while a server could otherwise use its name as
 * the file name (http-resources §16). An approved upload is sent as it was requested.
 */
function uploadTarget(request: UploadRequest, isApproved: boolean) {
  const target = requestOf(request);
  const filename = target.download ? '' : target.filename;
  return { location: isApproved ? target.location : remotePath(request), filename };
}

/** Browsers report an unreadable file in the same way as a broken connection. */
async function readProblem(content: Blob, error: unknown): Promise<Error | undefined> {
  if (!isApiError(error, 0)) return undefined;
  try {
    await content.slice(0, 1).arrayBuffer();
    return undefined;
  } catch (cause) {
    return new Error('the file cannot be read. It was changed or moved since it was chosen', { cause });
  }
}

/** Limits concurrent tasks. The others wait in order. */
export class Slots {
  #free: number;
  #waiters: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to a function that releases the slot, once. */
  async take(): Promise<Dispose> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiters.push(resolve));
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = this.#waiters.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
