// Reading directories of any size without holding up anybody else.
import type { DirectoryEntry, RemoteFiles } from './remoteFiles.ts';

/** What one call may read of directories, all together. */
const ENTRIES_MAX = 200_000;
/** How long one call works before the others have their turn. */
const SLICE_MS = 8;

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

let lastTurn: Promise<unknown> = Promise.resolve();

/** At most one slice of all calls runs between two looks at what else is to be done. */
function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise(setImmediate));
  return lastTurn;
}

async function inTurns<T>(items: readonly T[], work: (item: T) => void): Promise<void> {
  await nextTurn();
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
}
