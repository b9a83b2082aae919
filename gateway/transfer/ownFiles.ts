import { constants, type Dirent, type Stats } from 'node:fs';
import {
  chown,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  realpath,
  rename,
  stat,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { resolve } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { reason } from '../config/files.ts';
import type { PrivateDirectory } from './PrivateDirectory.ts';
import {
  FileError,
  MODE_BITS,
  type DirectoryEntry,
  type FileFacts,
  type FileFault,
  type RemoteFiles,
} from './remoteFiles.ts';

const FILE_MODE = 0o644;
/** Entries of a directory that are read in one batch. */
const BATCH = 1000;

/** Files of the account that this process runs as, without a private directory, which is never accessible. */
export function ownFiles(home: string, privateDirectory: Pick<PrivateDirectory, 'holds'>): RemoteFiles {
  const at = async (path: string): Promise<string> => {
    const whole = resolve(home, path);
    if (await privateDirectory.holds(whole)) throw new FileError('denied');
    return whole;
  };
  return {
    async stat(path) {
      try {
        return toFacts(await stat(await at(path)));
      } catch (error) {
        if (faultOf(error) === 'missing') return undefined;
        throw toFileError(error);
      }
    },
    isLink: async (path) => {
      try {
        return (await lstat(await at(path))).isSymbolicLink();
      } catch (error) {
        if (faultOf(error) === 'missing') return false;
        throw toFileError(error);
      }
    },
    async *entries(path) {
      yield* batchesOf(await at(path));
    },
    realPath: async (path) => withReason(realpath(await at(path))),
    makeDirectory: async (path) => withReason(mkdir(await at(path))),
    rename: async (from, to, how) => {
      if (how !== 'new') return withReason(rename(await at(from), await at(to)));
      await withReason(link(await at(from), await at(to)));
      await withReason(unlink(await at(from)));
    },
    remove: async (path) => withReason(unlink(await at(path))),
    async read(path, sizeBytes) {
      const whole = await at(path);
      if (sizeBytes === 0) return Readable.from([]);
      // Some kernel files block until there is news, and a blocked read would hold a thread of this process forever.
      const file = await withReason(open(whole, constants.O_RDONLY | constants.O_NONBLOCK));
      const source = file.createReadStream(sizeBytes === undefined ? {} : { end: sizeBytes - 1 });
      const stream = new PassThrough();
      source.on('error', (error) => stream.destroy(toFileError(error)));
      stream.on('close', () => source.destroy());
      return source.pipe(stream);
    },
    async write(path, how) {
      const whole = await at(path);
      const file = await withReason(open(whole, how === 'new' ? 'wx' : 'w', FILE_MODE));
      const stream = writer(file);
      // Otherwise an existing file would keep its mode.
      await withReason(file.chmod(FILE_MODE)).catch((error: unknown) => {
        stream.destroy();
        throw error;
      });
      return stream;
    },
    async ownerOf(path) {
      const file = await withReason(open(await at(path), 'r+'));
      try {
        const { uid, gid, nlink } = await withReason(file.stat());
        return { uid, gid, names: nlink };
      } finally {
        await file.close();
      }
    },
    give: async (path, { uid, gid }) => withReason(chown(await at(path), uid, gid)),
    close: () => undefined,
  };
}

const writer = (file: FileHandle): Writable =>
  new Writable({
    write: (piece: Buffer, _encoding, done) => void file.writeFile(piece).then(() => done(), failing(done)),
    destroy: (error, done) =>
      void file.close().then(
        () => done(error),
        failing((late) => done(error ?? late)),
      ),
  });

const failing = (done: (error: Error) => void) => (error: unknown) => done(toFileError(error));

async function* batchesOf(path: string): AsyncGenerator<DirectoryEntry[]> {
  const directory = await withReason(opendir(path, { bufferSize: BATCH }));
  let batch: DirectoryEntry[] = [];
  try {
    for (let entry = await withReason(directory.read()); entry; entry = await withReason(directory.read())) {
      batch.push(toEntry(entry));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    await directory.close();
  }
}

function toEntry(entry: Dirent): DirectoryEntry {
  const { name } = entry;
  if (entry.isDirectory()) return { name, kind: 'directory' };
  if (entry.isFile()) return { name, kind: 'file' };
  const isOther = entry.isSocket() || entry.isFIFO() || entry.isCharacterDevice() || entry.isBlockDevice();
  return isOther ? { name, kind: 'other' } : { name };
}

const toFacts = (facts: Stats): FileFacts => ({
  kind: facts.isDirectory() ? 'directory' : facts.isFile() ? 'file' : 'other',
  sizeBytes: facts.size,
  changedAtMs: facts.mtimeMs,
  mode: facts.mode & MODE_BITS,
});

async function withReason<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFileError(error);
  }
}

const FAULTS: Record<string, FileFault> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ELOOP: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EEXIST: 'exists',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

const faultOf = (error: unknown): FileFault =>
  (error instanceof Error && 'code' in error ? FAULTS[String(error.code)] : undefined) ?? 'other';

const toFileError = (error: unknown): FileError =>
  error instanceof FileError ? error : new FileError(faultOf(error), reason(error));
