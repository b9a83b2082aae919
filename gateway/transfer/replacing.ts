// Writes a file atomically: after an interruption either the old or the new content is complete.
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { Writable } from 'node:stream';
import type { DraftNote } from './Drafts.ts';
import { FileError, type FileOwner, type RemoteFiles } from './remoteFiles.ts';

/**
 * Call one of the two methods after the stream has ended. If possible, the final name does not exist before `settle`.
 */
export type Replacement = {
  stream: Writable;
  settle: () => Promise<void>;
  /** Keeps the previous state. */
  undo: () => Promise<void>;
};

/** Called with a draft before it is created. See Drafts. */
export type NoteDraft = (path: string) => Promise<DraftNote>;

/**
 * Rejects with a FileError if the login may not write there, or an existing entry is not a file: opening a pipe would
 * wait for its reader. `new`: no file may exist, now and at `settle`. Otherwise both reject with the fault `exists`.
 */
export async function replacing(files: RemoteFiles, path: string, note: NoteDraft, how?: 'new'): Promise<Replacement> {
  const facts = await files.stat(path).catch(() => undefined);
  if (facts && how) throw new FileError('exists');
  if (facts && facts.kind !== 'file') throw new FileError('other', 'it is not a regular file');
  const location = await (facts ? locationOfOld(files, path) : locationOfNew(files, path));
  const beside = location && (await writeBeside(files, location, note, how));
  if (beside) return beside;
  return {
    stream: await files.write(path),
    settle: () => Promise.resolve(),
    undo: () => (facts ? Promise.resolve() : files.remove(path)),
  };
}

/** The final path of the file, and its owner. */
type FileLocation = { path: string; owner?: FileOwner };

/** undefined if replacing the file would change more than its content. */
async function locationOfOld(files: RemoteFiles, path: string): Promise<FileLocation | undefined> {
  const old = await files.realPath(path); // a link keeps pointing to the file
  const owner = await files.ownerOf(old);
  return owner.names > 1 ? undefined : { path: old, owner };
}

/** undefined for a link to a missing file: writing through it creates the target. */
async function locationOfNew(files: RemoteFiles, path: string): Promise<FileLocation | undefined> {
  try {
    if (await files.isLink(path)) return undefined;
    return { path: posix.join(await files.realPath(posix.dirname(path)), posix.basename(path)) };
  } catch (error) {
    if (error instanceof FileError) return undefined; // creating it reports the reason
    throw error;
  }
}

/**
 * Writes a file in the same directory and renames it at the end. undefined if that is impossible: in a directory
 * without write access, or for a file of another owner.
 */
async function writeBeside(
  files: RemoteFiles,
  { path, owner }: FileLocation,
  note: NoteDraft,
  how?: 'new',
): Promise<Replacement | undefined> {
  const draft = posix.join(posix.dirname(path), `.${randomUUID()}.part`);
  const noted = await note(draft);
  const stream = await openDraft(files, draft, owner);
  if (!stream) {
    await noted.settled();
    return undefined;
  }
  const undo = async () => {
    try {
      await files.remove(draft);
      await noted.settled();
    } catch {
      noted.abandoned();
    }
  };
  return {
    stream,
    settle: async () => {
      try {
        await (how ? takeName(files, draft, path) : files.rename(draft, path));
      } catch (error) {
        await undo();
        throw error;
      }
      await noted.settled();
    },
    undo,
  };
}

/** Servers do not report why they refuse it, and some file systems do not support it. */
async function takeName(files: RemoteFiles, draft: string, path: string): Promise<void> {
  try {
    await files.rename(draft, path, 'new');
  } catch {
    if (await files.stat(path)) throw new FileError('exists');
    await files.rename(draft, path);
  }
}

async function openDraft(
  files: RemoteFiles,
  draft: string,
  owner: FileOwner | undefined,
): Promise<Writable | undefined> {
  try {
    const stream = await files.write(draft, 'new');
    try {
      if (owner) await files.give(draft, owner);
      return stream;
    } catch (error) {
      stream.on('error', () => undefined).destroy();
      await files.remove(draft);
      throw error;
    }
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}
