import { FRAME_HEADER_BYTES, readFrame } from '../../../wire/desktop/recordedFrames.ts';
import type { DesktopRecordingJson } from '../../../wire/recordings.ts';
import type { RecordingBytes } from '../terminal/RecordingBytes.ts';
import { Batch, type Beginning, type DesktopSource, type SourceBatch } from './DesktopSource.ts';

/** Read in one go, as long as no message is longer. */
const READ_BYTES = 64 * 1024;
/** Forward over more than this it is quicker to begin with a repetition of the screen. */
const LEAP_BYTES = 256 * 1024;

/** Messages out of the parts that our gateway sends (streams §6.1): any moment is a part or two away. */
export class PartsSource implements DesktopSource {
  missingFromMs: number | undefined;
  #recording: Pick<DesktopRecordingJson, 'segments' | 'bytes'>;
  #bytes: RecordingBytes;
  /** Where the next message begins, when it is due as far as it is known, and whether it repeats a screen that is wanted. */
  #next = { offset: 0, ms: 0, isFresh: true };
  /** Nothing later was given. */
  #ms = 0;
  /** What was read and not given yet: a call that failed may leave something. */
  #batch = new Batch();
  /** Until something is given. */
  #begins: Beginning | undefined = 'blank';

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
    const given = this.#batch.take(this.#begins);
    if (!given) return;
    this.#begins = undefined;
    yield given;
  }

  dispose(): void {
    this.#next.offset = Infinity;
  }

  /** To the nearest repetition of the screen, where that is the quicker way or the only one. */
  #leap(ms: number): void {
    const [startMs, offset] = this.#recording.segments.findLast(([from]) => from <= ms) ?? [0, 0];
    if (ms >= this.#ms && offset <= this.#next.offset + LEAP_BYTES) return;
    this.#next = { offset, ms: startMs, isFresh: true };
    this.#ms = startMs;
    this.#batch = new Batch();
    this.#begins = offset === 0 ? 'blank' : 'whole';
  }

  /** Fills the batch. False where the recording has no more bytes. */
  async #read(ms: number, signal: AbortSignal): Promise<boolean> {
    for (let length = READ_BYTES; ; length *= 2) {
      const start = this.#next.offset;
      const wanted = Math.min(length, this.#recording.bytes - start);
      const bytes = await this.#bytes.read(start, wanted, signal);
      this.#bytes.prefetch(start + wanted);
      const end = this.#take(bytes, ms);
      if (this.#next.offset > start || end === 'due') return true;
      if (end === 'cut' && bytes.length === wanted && wanted === length) continue; // a message longer than what was read
      this.missingFromMs ??= this.#ms;
      return false;
    }
  }

  /** `due`: the next message is for later, or the batch is full. */
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
