// Writing over a file in such a way that it is there whole, the old one or the new one, whatever breaks off.
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

/** Told of a file before it is made beside another; see Drafts. */
export type NoteDraft = (path: string) => Promise<DraftNote>;

/** Rejects with a FileError where the login may not write there. */
export async function replacing(files: RemoteFiles, path: string, note: NoteDraft): Promise<Replacement> {
  const facts = await files.stat(path).catch(() => undefined);
  const beside = facts?.kind === 'file' && (await writeBeside(files, path, note));
  if (beside) return beside;
  return {
    stream: await files.write(path),
    settle: () => Promise.resolve(),
    undo: () => (facts ? Promise.resolve() : files.remove(path)),
  };
}

/**
 * A new file in the same directory, which takes the old one's name in the end. undefined where that cannot be, or would
 * change more than the content: in a directory that takes no files, a file of somebody else's, one with several names.
 */
async function writeBeside(files: RemoteFiles, path: string, note: NoteDraft): Promise<Replacement | undefined> {
  const old = await files.realPath(path); // a link goes on showing the file
  const owner = await files.ownerOf(old);
  if (owner.names > 1) return undefined;
  const draft = posix.join(posix.dirname(old), `.${randomUUID()}.part`);
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
        await files.rename(draft, old);
      } catch (error) {
        await undo();
        throw error;
      }
      await noted.settled();
    },
    undo,
  };
}

async function openDraft(files: RemoteFiles, draft: string, owner: FileOwner): Promise<Writable | undefined> {
  try {
    const stream = await files.write(draft, 'new');
    try {
      await files.give(draft, owner);
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
