import type { RecordedFrame } from '../../../wire/desktop/recordedFrames.ts';

/** Set if the batch replaces all that was painted before: starts with a blank screen, or with all parts of one. */
export type Beginning = 'blank' | 'whole';
export type SourceBatch = { messages: Uint8Array[]; begins: Beginning | undefined };

/** Where the messages of a recorded desktop come from. */
export type DesktopSource = {
  /**
   * Yields the messages from the last yielded one to the picture of the moment, in batches. When the signal aborts, it
   * rejects. The next call continues after the last yielded message.
   */
  messagesTo(ms: number, signal: AbortSignal): AsyncGenerator<SourceBatch>;
  /** From this moment on the server does not have the recording, although it should. */
  readonly missingFromMs: number | undefined;
  dispose(): void;
};

/** Size of a batch: a jump can interrupt between two batches. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Collects the messages of one batch. */
export class Batch {
  #messages: Uint8Array[] = [];
  #bytes = 0;

  /** True if the batch should be yielded. */
  add({ message }: Pick<RecordedFrame, 'message'>): boolean {
    this.#messages.push(message);
    this.#bytes += message.length;
    return this.isFull;
  }

  get isFull(): boolean {
    return this.#bytes >= BATCH_BYTES;
  }

  /** Returns the batch and starts the next one. Undefined if the batch is empty. */
  take(begins: Beginning | undefined): SourceBatch | undefined {
    const messages = this.#messages;
    if (messages.length === 0) return undefined;
    [this.#messages, this.#bytes] = [[], 0];
    return { messages, begins };
  }
}
