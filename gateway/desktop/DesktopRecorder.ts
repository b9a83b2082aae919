import type { Clock } from '../../src/lib/clock.ts';
import type { JsonObject } from '../../src/lib/json.ts';
import { decodeDesktop, encodeDesktop, kindOf, type DesktopMessageKind } from '../../src/wire/desktop/messages.ts';
import { frameHeader } from '../../src/wire/desktop/recordedFrames.ts';
import type { Recordings } from '../recordings/Recordings.ts';
import type { RecordingWriter, WriterListener } from '../recordings/RecordingWriter.ts';
import { indexLine, MARKS_MAX, type DesktopIndexEntry } from './recording/desktopIndex.ts';
import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import type { DesktopMarkJson } from '../../src/wire/recordings.ts';

export type DesktopRecorderParts = { recordings: Recordings; clock: Clock; listener: WriterListener };

/** The recorded messages of each side (streams §5.15). */
const STORED: Readonly<Record<'server' | 'client', readonly (DesktopMessageKind | undefined)[]>> = {
  server: ['oldPicture', 'error', 'picture', 'notification'],
  client: ['pointerMove', 'pointerButton'],
};

/** A jump reads at most about this much, and repetitions of the screen are at most a third of a recording. */
const KEYFRAME_MS = 10_000;
const KEYFRAME_BYTES = 2 * 1024 * 1024;
const KEYFRAME_SHARE = 2;
/** Faster pointer positions are left out. */
const MOVE_MS = 15;

/**
 * Records one desktop session (streams §5.15). Messages and index are stored like in recordings of terminals, bytes
 * first.
 */
export class DesktopRecorder {
  #parts: DesktopRecorderParts;
  #sid: string;
  #writer: RecordingWriter;
  #firstMs: number | undefined;
  #ms = 0;
  /** Length of the stream, including data that still waits for the disk. */
  #bytes = 0;
  #keyframe = { ms: 0, end: 0, bytes: 0 };
  #active = { second: 0, bytes: 0 };
  #marks = 0;
  /** The last pointer position, and whether it still has to be recorded. */
  #move: { message: Uint8Array; isWaiting: boolean } | undefined;
  #moveMs = -MOVE_MS;

  private constructor(parts: DesktopRecorderParts, sid: string, writer: RecordingWriter) {
    this.#parts = parts;
    this.#sid = sid;
    this.#writer = writer;
  }

  /** Rejects if nothing can be recorded. */
  static async open(parts: DesktopRecorderParts, { sid }: { sid: string }): Promise<DesktopRecorder> {
    return new DesktopRecorder(parts, sid, await parts.recordings.begin(sid, parts.listener));
  }

  /** `windows.desktop.session.start`. Call it first: a recording without it is deleted after a crash. */
  started(event: Readonly<JsonObject>): void {
    this.#writer.event(event);
  }

  /** True while the disk is slower than the session: request no further picture. `pressure` reports a change. */
  get behind(): boolean {
    return this.#writer.behind;
  }

  /** The whole screen should be recorded again, by `keyframe`, before the next picture. */
  get wantsKeyframe(): boolean {
    const { ms, end, bytes } = this.#keyframe;
    const isDue = this.#now() - ms >= KEYFRAME_MS;
    return isDue && this.#bytes - end >= Math.max(KEYFRAME_BYTES, KEYFRAME_SHARE * bytes);
  }

  /**
   * Complete messages to or from the client. Their bytes must not change afterwards. Messages that a recording must not
   * contain are left out.
   */
  record(messages: readonly Uint8Array[], direction: 'server' | 'client'): void {
    this.#advance();
    for (const message of messages) {
      const kind = kindOf(message);
      if (direction === 'server' && kind === 'activated') this.#resized(message);
      else if (!STORED[direction].includes(kind)) continue;
      else if (kind === 'pointerMove') this.#moved(message);
      else this.#add(message);
    }
  }

  /** The whole screen as picture messages, and its size: playback can start here. */
  keyframe(size: ScreenSize, messages: readonly Uint8Array[]): void {
    this.#advance();
    this.#addMove();
    const start = this.#bytes;
    this.#line(['segment', this.#ms, start]);
    const pointer = this.#move ? [this.#move.message] : [];
    for (const message of [encodeDesktop({ kind: 'screenSize', ...size }), ...messages, ...pointer])
      this.#append(message, true);
    this.#keyframe = { ms: this.#ms, end: this.#bytes, bytes: this.#bytes - start };
  }

  /**
   * `windows.desktop.session.end`. After this the recording can be found. Rejects if it could not be completed. The
   * caller writes the audit events of the end and of the upload.
   */
  async end(event: JsonObject): Promise<void> {
    this.#advance();
    this.#addMove();
    this.#addActive();
    this.#line(['end', this.#ms]);
    await this.#writer.close();
    await this.#parts.recordings.finish(this.#sid, { event, bytes: this.#writer.bytesWritten });
  }

  /** The session did not start. */
  async abandon(): Promise<void> {
    await this.#writer.close();
    await this.#parts.recordings.remove(this.#sid);
  }

  #now(): number {
    return this.#firstMs === undefined ? 0 : this.#parts.clock.now() - this.#firstMs;
  }

  /** If the clock was set back, the time continues from the last recorded time. */
  #advance(): void {
    const nowMs = this.#parts.clock.now();
    this.#firstMs = Math.min(this.#firstMs ?? nowMs, nowMs - this.#ms);
    this.#ms = Math.floor(this.#now());
  }

  #resized(activated: Uint8Array): void {
    const message = decodeDesktop(activated);
    if (message.kind !== 'activated') return;
    const { width, height } = message;
    this.#mark({ ms: this.#ms, kind: 'size', width, height });
    this.#add(encodeDesktop({ kind: 'screenSize', width, height }));
  }

  #moved(message: Uint8Array): void {
    this.#move = { message, isWaiting: true };
    if (this.#ms - this.#moveMs >= MOVE_MS) this.#addMove();
  }

  /** An omitted position is recorded before the next message. */
  #addMove(): void {
    const move = this.#move;
    if (!move?.isWaiting) return;
    move.isWaiting = false;
    this.#moveMs = this.#ms;
    this.#append(move.message, false);
  }

  #add(message: Uint8Array): void {
    this.#addMove();
    const kind = kindOf(message);
    if (kind === 'picture' || kind === 'oldPicture') this.#noteActive(message.length);
    else if (kind === 'notification' || kind === 'error') this.#noteText(message);
    this.#append(message, false);
  }

  #noteText(bytes: Uint8Array): void {
    const message = decodeDesktop(bytes);
    if (message.kind === 'notification' || message.kind === 'error')
      this.#mark({ ms: this.#ms, kind: 'notice', text: message.text });
  }

  #mark(mark: DesktopMarkJson): void {
    if (this.#marks++ < MARKS_MAX) this.#line(['mark', mark]);
  }

  #noteActive(bytes: number): void {
    const second = Math.floor(this.#ms / 1000);
    if (second !== this.#active.second) this.#addActive();
    this.#active = { second, bytes: this.#active.bytes + bytes };
  }

  #addActive(): void {
    const { second, bytes } = this.#active;
    if (bytes > 0) this.#line(['active', second, bytes]);
    this.#active = { second, bytes: 0 };
  }

  #append(message: Uint8Array, isKeyframe: boolean): void {
    if (this.#bytes === 0 && !isKeyframe) this.#line(['segment', this.#ms, 0]); // the screen is still empty
    const header = frameHeader({ ms: this.#ms, isKeyframe, message });
    this.#bytes += header.length + message.length;
    this.#writer.append(header);
    this.#writer.append(message);
  }

  #line(entry: DesktopIndexEntry): void {
    this.#writer.append(undefined, indexLine(entry));
  }
}
