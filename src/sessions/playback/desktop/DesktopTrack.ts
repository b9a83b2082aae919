import { decodeDesktop, kindOf } from '../../../wire/desktop/messages.ts';
import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import type { ScreenMessage } from '../../desktop/painter/ScreenPainter.ts';
import { paceOf, type Pace, type Pauses } from '../pace.ts';
import type { Track } from '../Track.ts';
import type { DesktopSource } from './DesktopSource.ts';

/** Paints a desktop: the canvas of the page. */
export type DesktopPainter = {
  paint(message: ScreenMessage): void;
  /** Resolves once all earlier messages are on the screen. */
  whenPainted(): Promise<void>;
  clear(): void;
  movePointer(at: { x: number; y: number } | undefined): void;
  pressPointer(isDown: boolean): void;
};

/** A recorded desktop, painted from the messages of a source (streams §6). */
export class DesktopTrack implements Track {
  readonly timeline: RecordingTimeline;
  isWhole = false;
  readonly isLive = false;
  #source: () => DesktopSource;
  #painter: DesktopPainter;

  constructor(parts: { timeline: RecordingTimeline; source: () => DesktopSource; painter: DesktopPainter }) {
    this.timeline = parts.timeline;
    this.#source = parts.source;
    this.#painter = parts.painter;
  }

  get durationMs(): number {
    return this.timeline.durationMs;
  }

  async show(ms: number, signal: AbortSignal): Promise<void> {
    for await (const { messages, begins } of this.#source().messagesTo(ms, signal)) {
      if (begins) this.#painter.movePointer(undefined);
      if (begins === 'blank') this.#painter.clear();
      for (const message of withoutCovered(messages)) this.#paint(message);
      await this.#painter.whenPainted();
      signal.throwIfAborted();
    }
  }

  changeAfter(ms: number): number | undefined {
    const next = this.timeline.printAt(ms) + 1;
    return next < this.timeline.printCount ? this.timeline.msOf(next) : undefined;
  }

  changeBefore(ms: number): number | undefined {
    const before = this.timeline.printAt(Math.ceil(ms) - 1);
    return before < 0 ? undefined : this.timeline.msOf(before);
  }

  pace(pauses: Pauses): Pace {
    return paceOf(this.timeline, pauses);
  }

  /** Ignores messages other than picture and pointer: the timeline shows them. */
  #paint(bytes: Uint8Array): void {
    const message = decodeDesktop(bytes);
    if (message.kind === 'pointerMove') this.#painter.movePointer(message);
    else if (message.kind === 'pointerButton') this.#painter.pressPointer(message.isDown);
    else if (
      message.kind === 'picture' ||
      message.kind === 'oldPicture' ||
      message.kind === 'screenSize' ||
      message.kind === 'activated'
    )
      this.#painter.paint(message);
  }
}

/** In a picture message: the area, and the start of the PNG with its size. */
const AREA_BYTES = [5, 45] as const;

/** Keeps only the last picture of each area: a jump has hundreds of one area, and decoding takes most of the time. */
function withoutCovered(messages: readonly Uint8Array[]): Uint8Array[] {
  const areas = new Set<string>();
  return messages
    .toReversed()
    .filter((message) => {
      if (kindOf(message) !== 'picture') return true;
      const area = message.subarray(...AREA_BYTES).join();
      return areas.size < areas.add(area).size;
    })
    .toReversed();
}
