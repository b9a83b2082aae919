import type { RecordedFrame } from '../../../wire/desktop/recordedFrames.ts';

/** Present where the picture begins anew, whatever was painted before: with a blank screen, or with all of its parts. */
export type Beginning = 'blank' | 'whole';
export type SourceBatch = { messages: Uint8Array[]; begins: Beginning | undefined };

/** Where the messages of a recorded desktop come from. */
export type DesktopSource = {
  /**
   * What leads from the messages that it gave last to the picture of the moment, some at a time. Where the signal aborts
   * it rejects, and goes on behind what it gave.
   */
  messagesTo(ms: number, signal: AbortSignal): AsyncGenerator<SourceBatch>;
  /** The recording should have more, and the server has not: from this moment on. */
  readonly missingFromMs: number | undefined;
  dispose(): void;
};

/** Messages that are given at once: a jump may take over in between. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Collects the messages of one batch. */
export class Batch {
  #messages: Uint8Array[] = [];
  #bytes = 0;

  /** True where the batch should be given. */
  add({ message }: Pick<RecordedFrame, 'message'>): boolean {
    this.#messages.push(message);
    this.#bytes += message.length;
    return this.isFull;
  }

  get isFull(): boolean {
    return this.#bytes >= BATCH_BYTES;
  }

  /** What is there, to begin the next; undefined where there is nothing. */
  take(begins: Beginning | undefined): SourceBatch | undefined {
    const messages = this.#messages;
    if (messages.length === 0) return undefined;
    [this.#messages, this.#bytes] = [[], 0];
    return { messages, begins };
  }
}
