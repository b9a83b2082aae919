import { once } from 'node:events';
import { createReadStream, createWriteStream, type Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { reason } from '../config/files.ts';
import { FileError, type FileEntry, type FileFacts, type FileFault, type RemoteFiles } from './remoteFiles.ts';

const FILE_MODE = 0o644;

/** Files of the account that this process runs as. */
export function ownFiles(home: string): RemoteFiles {
  const at = (path: string) => resolve(home, path);
  return {
    async stat(path) {
      try {
        return toFacts(await stat(at(path)));
      } catch (error) {
        if (faultOf(error) === 'missing') return undefined;
        throw toFileError(error);
      }
    },
    isLink: async (path) => {
      try {
        return (await lstat(at(path))).isSymbolicLink();
      } catch (error) {
        if (faultOf(error) === 'missing') return false;
        throw toFileError(error);
      }
    },
    list: (path) => told(readdir(at(path))),
    entries: async (path) =>
      Promise.all((await told(readdir(at(path)))).map((name) => entryOf(resolve(at(path), name), name))),
    realPath: (path) => told(realpath(at(path))),
    makeDirectory: (path) => told(mkdir(at(path))),
    rename: (from, to) => told(rename(at(from), at(to))),
    remove: (path) => told(unlink(at(path))),
    async read(path, sizeBytes) {
      if (sizeBytes === 0) return Readable.from([]);
      const stream = createReadStream(at(path), { end: sizeBytes - 1 });
      await told(once(stream, 'open'));
      return stream;
    },
    async write(path, how) {
      const stream = createWriteStream(at(path), { mode: FILE_MODE, flags: how === 'new' ? 'wx' : 'w' });
      await told(once(stream, 'open'));
      // A file that was there before keeps its mode otherwise.
      await told(chmod(at(path), FILE_MODE));
      return stream;
    },
    async ownerOf(path) {
      const file = await told(open(at(path), 'r+'));
      const { uid, gid, nlink } = await told(file.stat()).finally(() => file.close());
      return { uid, gid, names: nlink };
    },
    give: (path, { uid, gid }) => told(chown(at(path), uid, gid)),
    close: () => undefined,
  };
}

/** One that leads nowhere, or goes while it is looked at, has no size. */
const entryOf = async (path: string, name: string): Promise<FileEntry> =>
  stat(path).then(
    (facts) => ({ name, ...toFacts(facts) }),
    () => ({ name, kind: 'other', sizeBytes: 0 }),
  );

const toFacts = (facts: Stats): FileFacts => ({
  kind: facts.isDirectory() ? 'directory' : facts.isFile() ? 'file' : 'other',
  sizeBytes: facts.size,
});

async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFileError(error);
  }
}

const FAULTS: Record<string, FileFault> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EEXIST: 'exists',
  ENOSPC: 'full',
  EDQUOT: 'full',
};

const faultOf = (error: unknown): FileFault =>
  (error instanceof Error && 'code' in error ? FAULTS[String(error.code)] : undefined) ?? 'other';

const toFileError = (error: unknown): FileError => new FileError(faultOf(error), reason(error));
