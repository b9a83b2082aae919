import { isScanResults, type ScanResult } from './scanProtocol.ts';

/** Takes the stored text of a recording apart, in a worker of its own. */
export class StoredTextReader {
  #worker = new Worker(new URL('./storedText.worker.ts', import.meta.url), { type: 'module' });
  #take: (found: ScanResult) => void;

  constructor(take: (found: ScanResult) => void) {
    this.#take = take;
  }

  /** Pieces in their order, one at a time; the buffer is handed over. Rejects where the text is none. */
  read(piece: Uint8Array<ArrayBuffer>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (!isScanResults(data)) return;
        for (const found of data) this.#take(found);
        resolve();
      };
      this.#worker.onerror = (event) => reject(new Error(event.message));
      this.#worker.postMessage(piece, { transfer: [piece.buffer] });
    });
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
