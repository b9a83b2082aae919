import { askWorker, isScanResults, type ScanResult } from './scanProtocol.ts';

/** Takes the stored text of a recording apart, in a worker of its own. */
export class StoredTextReader {
  #worker = new Worker(new URL('./storedText.worker.ts', import.meta.url), { type: 'module' });
  #take: (found: ScanResult) => void;

  constructor(take: (found: ScanResult) => void) {
    this.#take = take;
  }

  /** Pieces in their order, one at a time; the buffer is handed over. Rejects where the text is none. */
  async read(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    const results = await askWorker(this.#worker, { job: piece, transfer: [piece.buffer] }, isScanResults);
    for (const found of results) this.#take(found);
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
