// Reading directories of any size without holding up anybody else.
import { inTurns } from '../process/turns.ts';
import type { DirectoryEntry, RemoteFiles } from './remoteFiles.ts';

/** What one call may read of directories, all together. */
const ENTRIES_MAX = 200_000;

/** Reads directories for one call. */
export class DirectoryReader {
  #files: Pick<RemoteFiles, 'entries'>;
  #left = ENTRIES_MAX;

  constructor(files: Pick<RemoteFiles, 'entries'>) {
    this.#files = files;
  }

  /** Resolves with false where the call has read as much as it may: the rest of the directory is not looked at. */
  async read(path: string, work: (entry: DirectoryEntry) => void): Promise<boolean> {
    for await (const batch of this.#files.entries(path)) {
      // An empty batch costs something too: a server may send them without end.
      const cost = Math.max(1, batch.length);
      if (cost > this.#left) return false;
      this.#left -= cost;
      await inTurns(batch, work);
    }
    return true;
  }
}
