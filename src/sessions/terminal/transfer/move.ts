import { isApiError } from '../../../api/errors.ts';
import type { ServerBehaviour } from '../../../api/serverBehaviour.ts';
import type { Download, FilePlace, RemoteFile } from '../../../api/transfers.ts';
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

/** The end of a server's refusal to send a folder like a file (http-resources §16). */
const IS_FOLDER = 'is a directory, but the recursive option was not passed';

export type MovePorts = {
  behaviour: Pick<ServerBehaviour, 'sendsFolders' | 'keepsFiles'>;
  upload: (
    place: FilePlace,
    file: RemoteFile & { content: Blob },
    options: { signal: AbortSignal; onProgress: (doneBytes: number) => void },
  ) => Promise<void>;
  makeFolder: (place: FilePlace, path: string) => Promise<void>;
  openDownload: (place: FilePlace, file: RemoteFile, options: { signal: AbortSignal }) => Promise<Download>;
  /** Rejects with `QuotaExceeded` where so much cannot be taken. */
  openSink: (download: Pick<Download, 'name' | 'sizeBytes'>) => Promise<FileSink>;
  /** Asks a key; rejects in words for a person. */
  prove: (signal: AbortSignal) => Promise<AssertionJson>;
  /** One: a browser asks for one key at a time, and a server waits for one answer. */
  proofs: Slots;
  /** Of the whole window: a browser has few connections to one server, and the sessions need theirs. */
  moves: Slots;
  clock: Clock;
};

type Job = {
  place: FilePlace;
  request: TransferRequest;
  /** Of the upload of a file. */
  content: File | undefined;
  approval: RemoteFile['approval'];
  /** Of an upload: nobody has agreed to replace a file that is there. */
  refusesExisting: boolean;
  /** Of the session: then every transfer is (streams §3.4). */
  isChallenged: boolean;
};
type Run = {
  signal: AbortSignal;
  set: (state: TransferState) => void;
  /** No key has answered, for this reason. Called before anybody else is asked. */
  notProved: (why: string) => void;
};

/** Moves one file when its turn comes. Tells its states by `set`, the last one as well; rejects where it fails. */
export async function move(ports: MovePorts, job: Job, run: Run): Promise<void> {
  const release = await ports.moves.take();
  try {
    run.signal.throwIfAborted();
    if (job.isChallenged) return await moveProved(ports, job, run);
    try {
      await moveOnce(ports, job, undefined, run);
    } catch (error) {
      // The session was opened without a challenge: by somebody else, or before the demand.
      if (!isApiError(error, 403) || error.message !== MFA_FOR_TRANSFER) throw error;
      await moveProved(ports, job, run);
    }
  } finally {
    release();
  }
}

/** The server waits for one answer of a person at a time: nobody is asked for the next while this one is on its way. */
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
    // The browser has words of its own for a question that was taken back.
    signal.throwIfAborted();
    notProved(errorMessage(error));
    throw error;
  }
}

async function moveOnce(ports: MovePorts, job: Job, assertion: RemoteFile['assertion'], run: Run): Promise<void> {
  const { place, request, content, approval, refusesExisting } = job;
  const watch = new StallTimer(ports.clock, run.signal, (shown) => run.set({ kind: 'running', ...shown }));
  const options = { signal: watch.signal, onProgress: watch.moved };
  const path = remotePath(request);
  try {
    if (request.direction === 'download') {
      watch.begin(undefined);
      const open = (location: string, proof: RemoteFile['assertion']) =>
        ports.openDownload(place, { location, filename: location, approval, assertion: proof }, options);
      const download = await open(path, assertion).catch(async (error: unknown) => {
        // What others approved was a file.
        const isWanted = ports.behaviour.sendsFolders && approval === undefined;
        if (!isWanted || !isApiError(error, 400) || !error.message.endsWith(IS_FOLDER)) throw error;
        // An answer of a key is good for one call.
        return open(asFolder(path), assertion && (await prove(ports, run)));
      });
      watch.begin(download.sizeBytes);
      await saveStream(download, { ...options, openSink: ports.openSink });
    } else if (request.isFolder) {
      watch.begin(undefined);
      await ports.makeFolder(place, path);
      watch.signal.throwIfAborted();
    } else {
      if (!content) throw new Error('the browser no longer has the file. Choose it again');
      watch.begin(request.sizeBytes);
      const target = uploadTarget(request, approval !== undefined);
      const file = { ...target, approval, refusesExisting, assertion, content };
      await ports.upload(place, file, options).catch(async (error: unknown) => {
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
 * The whole path as location: a folder that is missing is an error then, where a server might take its name for that of
 * the file (http-resources §16). What was approved goes as it was asked for.
 */
function uploadTarget(request: UploadRequest, isApproved: boolean) {
  const asked = requestOf(request);
  const filename = asked.download ? '' : asked.filename;
  return { location: isApproved ? asked.location : remotePath(request), filename };
}

/** Browsers do not tell a file that cannot be read from a connection that broke off. */
async function readProblem(content: Blob, error: unknown): Promise<Error | undefined> {
  if (!isApiError(error, 0)) return undefined;
  try {
    await content.slice(0, 1).arrayBuffer();
    return undefined;
  } catch (cause) {
    return new Error('the file cannot be read. It was changed or moved since it was chosen', { cause });
  }
}

/** So many at a time; the others wait in the order in which they came. */
export class Slots {
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to what gives the place back, once. */
  async take(): Promise<Dispose> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }
}
