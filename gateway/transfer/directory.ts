// Reads directories of any size without blocking other work.
import { inTurns } from '../process/turns.ts';
import type { DirectoryEntry, RemoteFiles } from './remoteFiles.ts';

/** Limit of entries that one call may read, over all directories. */
const ENTRIES_MAX = 200_000;

/** Reads directories for one call. */
export class DirectoryReader {
  #files: Pick<RemoteFiles, 'entries'>;
  #remaining = ENTRIES_MAX;

  constructor(files: Pick<RemoteFiles, 'entries'>) {
    this.#files = files;
  }

  /** Resolves with false if the call has reached its limit: the rest of the directory is not read. */
  async read(path: string, work: (entry: DirectoryEntry) => void): Promise<boolean> {
    for await (const batch of this.#files.entries(path)) {
      // An empty batch counts too: a server may send endless ones.
      const cost = Math.max(1, batch.length);
      if (cost > this.#remaining) return false;
      this.#remaining -= cost;
      await inTurns(batch, work);
    }
    return true;
  }
}
