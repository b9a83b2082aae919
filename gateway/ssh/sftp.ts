// Files of another machine, over SFTP.
import { Readable, Writable } from 'node:stream';
import type { Client, FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { isObject } from '../../src/lib/json.ts';
import { remoteText } from '../terminal/target.ts';
import {
  FileError,
  isMissing,
  MODE_BITS,
  PATH_MAX_CHARS,
  type DirectoryEntry,
  type FileFacts,
  type FileFault,
  type RemoteFiles,
} from '../transfer/remoteFiles.ts';
import { ssh2 } from './library.ts';

/** Every server accepts pieces of this length. */
const PIECE_BYTES = 32 * 1024;
/** Pieces in transit: with only one, a connection with a long round trip would be slow. */
const PIECES_AHEAD = 16;
const FILE_MODE = 0o644;
/** The name of a file. A server could send a path, which leads out of the folder, or a longer text. */
const NAME = /^[^/\0]{1,1024}$/;
const NOT_WRITTEN = 'the server could not write it, perhaps because its disk is full';
const LOST = 'the connection to the server was lost';
const SILENT = 'the server did not answer';
const ODD = 'the server sent an answer of the wrong kind';
/** A server handles requests in order: a hanging file system would block all transfers of the connection. */
const ANSWER_MAX_MS = 120_000;

/**
 * Takes over the connection. It ends with `close`, at once if the server has no SFTP, and if the server does not answer
 * for `answerMaxMs`.
 */
export async function openSftp(client: Client, answerMaxMs = ANSWER_MAX_MS): Promise<RemoteFiles> {
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
    const fail = (why: string) => {
      client.end();
      reject(new FileError('other', why));
    };
    const lost = () => fail('the server closed the connection');
    const tooLate = setTimeout(() => fail(SILENT), answerMaxMs);
    client.once('close', lost);
    client.sftp((error, opened) => {
      clearTimeout(tooLate);
      client.off('close', lost);
      if (!error) return resolve(opened);
      fail(`the server does not offer SFTP for this login: ${remoteText(error.message)}`);
    });
  });
  // Pending requests get the error of a broken connection themselves.
  sftp.on('error', () => undefined);
  const refusals = new Set<(why: string) => void>();
  const end = (why: string) => {
    waiting.delete(sftp);
    for (const refuse of refusals) refuse(why);
    client.end(); // the server may have closed only this channel
  };
  const silence = setTimeout(() => refusals.size > 0 && end(SILENT), answerMaxMs).unref();
  waiting.set(sftp, { refusals, silence });
  sftp.once('close', () => end(LOST));
  return {
    stat: (path) => facts(sftp, path),
    isLink: async (path) => (await find(sftp, (done) => sftp.lstat(path, done)))?.isSymbolicLink() ?? false,
    entries: (path) => batchesOf(sftp, path),
    realPath: async (path) => {
      const real = await ask(sftp, isText, (done) => sftp.realpath(path, done));
      if (real.length <= PATH_MAX_CHARS) return real;
      throw new FileError('other', `the server sent a path of more than ${PATH_MAX_CHARS} characters`);
    },
    makeDirectory: (path) => toPromise(sftp, (done) => sftp.mkdir(path, done)),
    rename: (from, to, how) =>
      how === 'new' ? toPromise(sftp, (done) => sftp.rename(from, to, done)) : replace(sftp, from, to),
    remove: (path) => toPromise(sftp, (done) => sftp.unlink(path, done)),
    read: async (path, sizeBytes) => {
      const handle = await ask(sftp, isHandle, (done) => sftp.open(path, 'r', done));
      let isBegun = false;
      const begin = () => (isBegun = true);
      const stream = Readable.from(pieces(sftp, handle, sizeBytes, begin), {
        objectMode: false,
        highWaterMark: PIECE_BYTES,
      });
      // The connection may be used for long, so a stream that is dropped before its first piece also closes its file.
      return stream.once('close', () => {
        if (!isBegun) void toPromise(sftp, (done) => sftp.close(handle, done)).catch(() => undefined);
      });
    },
    write: async (path, how) => {
      const handle = await ask(sftp, isHandle, (done) => sftp.open(path, how === 'new' ? 'wx' : 'w', FILE_MODE, done));
      return writer(sftp, handle);
    },
    ownerOf: async (path) => {
      const handle = await ask(sftp, isHandle, (done) => sftp.open(path, 'r+', done));
      try {
        const { uid, gid } = await ask(sftp, areFacts, (done) => sftp.fstat(handle, done));
        return { uid, gid, names: 1 };
      } finally {
        await toPromise(sftp, (done) => sftp.close(handle, done));
      }
    },
    give: (path, { uid, gid }) => toPromise(sftp, (done) => sftp.chown(path, uid, gid, done)),
    close: () => client.end(),
  };
}

async function* batchesOf(sftp: SFTPWrapper, path: string): AsyncGenerator<DirectoryEntry[]> {
  const handle = await ask(sftp, isHandle, (done) => sftp.opendir(path, done));
  try {
    for (let batch = await nextBatch(sftp, handle); batch; batch = await nextBatch(sftp, handle))
      yield batch
        .filter(({ filename }) => NAME.test(filename))
        .map(({ filename: name, attrs }) => (attrs.isSymbolicLink() ? { name } : { name, ...toFacts(attrs) }));
  } finally {
    await toPromise(sftp, (done) => sftp.close(handle, done)).catch(() => undefined);
  }
}

/** undefined at the end of the directory. */
const nextBatch = (sftp: SFTPWrapper, handle: Buffer): Promise<FileEntryWithStats[] | undefined> =>
  request(sftp, (resolve, reject) => {
    sftp.readdir(handle, (error, entries) => {
      if (!error) return Array.isArray(entries) ? resolve(entries) : reject(new FileError('other', ODD));
      if ('code' in error && error.code === ssh2().utils.sftp.STATUS_CODE.EOF) resolve(undefined);
      else reject(toFileError(error));
    });
  });

/** A server may leave out some of them. */
type Attributes = Pick<Stats, 'isDirectory' | 'isFile'> & Partial<Pick<Stats, 'size' | 'mtime' | 'mode'>>;

const toFacts = (found: Attributes): FileFacts => ({
  kind: found.isDirectory() ? 'directory' : found.isFile() ? 'file' : 'other',
  sizeBytes: found.size ?? 0,
  ...(found.mtime !== undefined && { changedAtMs: found.mtime * 1000 }),
  ...(found.mode !== undefined && { mode: found.mode & MODE_BITS }),
});

async function facts(sftp: SFTPWrapper, path: string): Promise<FileFacts | undefined> {
  const found = await find(sftp, (done) => sftp.stat(path, done));
  return found && toFacts(found);
}

/**
 * The protocol's own rename does not overwrite. On servers without the extension, the old file is deleted a moment
 * before.
 */
async function replace(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await toPromise(sftp, (done) => sftp.ext_openssh_rename(from, to, done));
  } catch (error) {
    if (error instanceof FileError && error.fault !== 'other') throw error;
    if (await facts(sftp, to)) await toPromise(sftp, (done) => sftp.unlink(to, done));
    await toPromise(sftp, (done) => sftp.rename(from, to, done));
  }
}

async function* pieces(
  sftp: SFTPWrapper,
  handle: Buffer,
  sizeBytes: number | undefined,
  begin: () => void,
): AsyncGenerator<Buffer> {
  begin();
  // Files without a size return less than requested, and are slow to start at a new position.
  const [endBytes, ahead] = sizeBytes === undefined ? [Infinity, 1] : [sizeBytes, PIECES_AHEAD];
  const pending: Promise<Buffer>[] = [];
  let [askedTo, readTo] = [0, 0];
  try {
    while (readTo < endBytes) {
      while (pending.length < ahead && askedTo < endBytes) {
        const length = Math.min(PIECE_BYTES, endBytes - askedTo);
        const piece = readAt(sftp, handle, askedTo, length);
        piece.catch(() => undefined); // reported at its turn
        pending.push(piece);
        askedTo += length;
      }
      const wantedBytes = Math.min(PIECE_BYTES, endBytes - readTo);
      const piece = await pending.shift();
      if (!piece?.length) return;
      yield piece;
      readTo += piece.length;
      if (piece.length < wantedBytes) {
        // The server may return less than requested. Then the requests after it begin at the wrong position.
        await Promise.allSettled(pending.splice(0));
        askedTo = readTo;
      }
    }
  } finally {
    await Promise.allSettled(pending);
    await toPromise(sftp, (done) => sftp.close(handle, done)).catch(() => undefined);
  }
}

const readAt = (sftp: SFTPWrapper, handle: Buffer, at: number, length: number): Promise<Buffer> =>
  request(sftp, (resolve, reject) => {
    sftp.read(handle, Buffer.allocUnsafe(length), 0, length, at, (error, count, buffer) => {
      if (error) reject(toFileError(error));
      else resolve(buffer.subarray(0, count));
    });
  });

function writer(sftp: SFTPWrapper, handle: Buffer): Writable {
  let [position, ahead] = [0, 0];
  let wake: (() => void) | undefined;
  const stream = new Writable({
    highWaterMark: PIECE_BYTES,
    write(piece: Buffer, _encoding, next) {
      const at = position;
      position += piece.length;
      ahead++;
      const answered = () => {
        ahead--;
        wake?.();
      };
      toPromise(sftp, (done) => sftp.write(handle, piece, 0, piece.length, at, done)).then(answered, fail);
      if (ahead < PIECES_AHEAD) next();
      else wake = once(() => next());
    },
    final(done) {
      const finish = () => {
        if (ahead > 0) return;
        wake = undefined;
        // Otherwise an existing file would keep its mode.
        toPromise(sftp, (done) => sftp.fchmod(handle, FILE_MODE, done)).then(() => done(), done);
      };
      wake = finish;
      finish();
    },
    destroy(error, done) {
      wake = undefined;
      toPromise(sftp, (done) => sftp.close(handle, done)).then(
        () => done(error),
        (late: unknown) => done(error ?? (late instanceof Error ? late : null)),
      );
    },
  });
  const fail = (error: unknown) => {
    // OpenSSH gives no more detail about a full disk.
    const isVague = error instanceof FileError && error.message === 'Failure';
    stream.destroy(isVague ? new FileError('other', NOT_WRITTEN) : error instanceof Error ? error : undefined);
  };
  const once = (run: () => void) => () => {
    wake = undefined;
    run();
  };
  return stream;
}

type Failure = Error | null | undefined;

/** The pending requests of a connection and their timeout. Absent once it is closed. */
const waiting = new WeakMap<SFTPWrapper, { refusals: Set<(why: string) => void>; silence: NodeJS.Timeout }>();

/** All requests use this: ssh2 never calls back those that are made once the connection closes. */
function request<T>(
  sftp: SFTPWrapper,
  run: (resolve: (value: T) => void, reject: (error: FileError) => void) => void,
): Promise<T> {
  const open = waiting.get(sftp);
  let refuse: (why: string) => void;
  return new Promise<T>((resolve, reject) => {
    refuse = (why) => reject(new FileError('other', why));
    if (!open) return refuse(LOST);
    if (open.refusals.size === 0) open.silence.refresh();
    open.refusals.add(refuse);
    run(resolve, reject);
  }).finally(() => {
    open?.refusals.delete(refuse);
    open?.silence.refresh();
  });
}

type Call = (done: (error: Failure, value?: unknown) => void) => unknown;

/** A call with a result. The library passes on any kind of answer. */
const ask = <T>(sftp: SFTPWrapper, isAnswer: (value: unknown) => value is T, run: Call): Promise<T> =>
  request(sftp, (resolve, reject) => {
    run((error, value) => {
      if (error) reject(toFileError(error));
      else if (isAnswer(value)) resolve(value);
      else reject(new FileError('other', ODD));
    });
  });

const areFacts = (value: unknown): value is Stats => isObject(value) && typeof value['isDirectory'] === 'function';
const isHandle = (value: unknown): value is Buffer => Buffer.isBuffer(value);
const isIgnored = (_value: unknown): _value is void => true;
const isText = (value: unknown): value is string => typeof value === 'string';

/** A call without a result. */
const toPromise = (sftp: SFTPWrapper, run: Call): Promise<void> => ask(sftp, isIgnored, run);

/** undefined if nothing exists. */
const find = (sftp: SFTPWrapper, run: Call): Promise<Stats | undefined> =>
  ask(sftp, areFacts, run).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

function toFileError(error: Error): FileError {
  const { NO_SUCH_FILE, PERMISSION_DENIED } = ssh2().utils.sftp.STATUS_CODE;
  const code = 'code' in error ? error.code : undefined;
  const fault: FileFault = code === NO_SUCH_FILE ? 'missing' : code === PERMISSION_DENIED ? 'denied' : 'other';
  // Without a status, the error comes from the library: it ends pending requests when the connection closes.
  return new FileError(fault, code === undefined ? LOST : remoteText(error.message));
}
