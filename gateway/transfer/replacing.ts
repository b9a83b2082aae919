// Writing a file in such a way that it is there whole or not at all, the old one or the new one, whatever breaks off.
import { randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { Writable } from 'node:stream';
import type { DraftNote } from './Drafts.ts';
import { FileError, type FileOwner, type RemoteFiles } from './remoteFiles.ts';

/** Call one of the two once the stream is over: nothing has its name before `settle`, where that can be had. */
export type Replacement = {
  stream: Writable;
  settle: () => Promise<void>;
  /** Leaves what was there before. */
  undo: () => Promise<void>;
};

/** Told of a draft before it is made; see Drafts. */
export type NoteDraft = (path: string) => Promise<DraftNote>;

/**
 * Rejects with a FileError where the login may not write there, or what is there is no file: opening a pipe would wait
 * for its reader. `new`: there must be no file, now and at `settle`. Both reject otherwise, with the fault `exists`.
 */
export async function replacing(files: RemoteFiles, path: string, note: NoteDraft, how?: 'new'): Promise<Replacement> {
  const facts = await files.stat(path).catch(() => undefined);
  if (facts && how) throw new FileError('exists');
  if (facts && facts.kind !== 'file') throw new FileError('other', 'it is not a regular file');
  const place = await (facts ? placeOfOld(files, path) : placeOfNew(files, path));
  const beside = place && (await writeBeside(files, place, note, how));
  if (beside) return beside;
  return {
    stream: await files.write(path),
    settle: () => Promise.resolve(),
    undo: () => (facts ? Promise.resolve() : files.remove(path)),
  };
}

/** Where the file belongs in the end, and to whom. */
type Place = { path: string; owner?: FileOwner };

/** undefined where another file in its place would change more than the content. */
async function placeOfOld(files: RemoteFiles, path: string): Promise<Place | undefined> {
  const old = await files.realPath(path); // a link goes on showing the file
  const owner = await files.ownerOf(old);
  return owner.names > 1 ? undefined : { path: old, owner };
}

/** undefined for a link to what is not there: writing through it makes that. */
async function placeOfNew(files: RemoteFiles, path: string): Promise<Place | undefined> {
  try {
    if (await files.isLink(path)) return undefined;
    return { path: posix.join(await files.realPath(posix.dirname(path)), posix.basename(path)) };
  } catch (error) {
    if (error instanceof FileError) return undefined; // making it tells why
    throw error;
  }
}

/**
 * A file in the same directory, which takes the name in the end. undefined where that cannot be: in a directory that
 * takes no files, for a file of somebody else's.
 */
async function writeBeside(
  files: RemoteFiles,
  { path, owner }: Place,
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
      noted.left();
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

/** Servers do not tell why they refuse it, and some file systems cannot do it. */
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
