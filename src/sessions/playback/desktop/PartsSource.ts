import { FRAME_HEADER_BYTES, readFrame } from '../../../wire/desktop/recordedFrames.ts';
import type { DesktopRecordingJson } from '../../../wire/recordings.ts';
import type { RecordingBytes } from '../terminal/RecordingBytes.ts';
import { Batch, type Beginning, type DesktopSource, type SourceBatch } from './DesktopSource.ts';

/** Bytes of one read, unless a message is longer. */
const READ_BYTES = 64 * 1024;
/** For a longer way forward, starting at a repetition of the screen is quicker. */
const LEAP_BYTES = 256 * 1024;

/** Messages from the parts that our gateway sends (streams §6.1): every moment needs only one or two parts. */
export class PartsSource implements DesktopSource {
  missingFromMs: number | undefined;
  #recording: Pick<DesktopRecordingJson, 'segments' | 'bytes'>;
  #bytes: RecordingBytes;
  /** Offset of the next message, its time as far as known, and whether a repeated screen there is wanted. */
  #next = { offset: 0, ms: 0, isFresh: true };
  /** Time of the last message that was read. */
  #ms = 0;
  /** Messages that were read but not yielded: a failed call can leave some. */
  #batch = new Batch();
  /** For the next batch, then undefined. */
  #beginning: Beginning | undefined = 'blank';

  constructor(recording: Pick<DesktopRecordingJson, 'segments' | 'bytes'>, bytes: RecordingBytes) {
    this.#recording = recording;
    this.#bytes = bytes;
  }

  async *messagesTo(ms: number, signal: AbortSignal): AsyncGenerator<SourceBatch> {
    this.#leap(ms);
    let isRead = true;
    while (isRead && this.#next.ms <= ms && this.#next.offset < this.#recording.bytes) {
      isRead = await this.#read(ms, signal);
      if (this.#batch.isFull) yield* this.#give();
    }
    yield* this.#give();
  }

  *#give(): Generator<SourceBatch> {
    const messages = this.#batch.take(this.#beginning);
    if (!messages) return;
    this.#beginning = undefined;
    yield messages;
  }

  dispose(): void {
    this.#next.offset = Infinity;
  }

  /** Goes to the nearest repetition of the screen if that is quicker or the only way. */
  #leap(ms: number): void {
    const [startMs, offset] = this.#recording.segments.findLast(([from]) => from <= ms) ?? [0, 0];
    if (ms >= this.#ms && offset <= this.#next.offset + LEAP_BYTES) return;
    this.#next = { offset, ms: startMs, isFresh: true };
    this.#ms = startMs;
    this.#batch = new Batch();
    this.#beginning = offset === 0 ? 'blank' : 'whole';
  }

  /** Fills the batch. False if the recording has no more bytes. */
  async #read(ms: number, signal: AbortSignal): Promise<boolean> {
    for (let length = READ_BYTES; ; length *= 2) {
      const start = this.#next.offset;
      const byteCount = Math.min(length, this.#recording.bytes - start);
      const bytes = await this.#bytes.read(start, byteCount, signal);
      this.#bytes.prefetch(start + byteCount);
      const end = this.#take(bytes, ms);
      if (this.#next.offset > start || end === 'due') return true;
      if (end === 'cut' && bytes.length === byteCount && byteCount === length) continue; // a message longer than the read
      this.missingFromMs ??= this.#ms;
      return false;
    }
  }

  /** `due`: the next message is later than the moment, or the batch is full. */
  #take(bytes: Uint8Array, ms: number): 'due' | 'cut' | 'none' {
    for (let at = 0; ;) {
      const frame = readFrame(bytes, at);
      if (typeof frame === 'string') return frame;
      this.#next.ms = frame.ms;
      if (frame.ms > ms) return 'due';
      const length = FRAME_HEADER_BYTES + frame.message.length;
      at += length;
      this.#next.offset += length;
      this.#ms = frame.ms;
      const isWanted = !frame.isKeyframe || this.#next.isFresh;
      this.#next.isFresh &&= frame.isKeyframe;
      if (isWanted && this.#batch.add(frame)) return 'due';
    }
  }
}
