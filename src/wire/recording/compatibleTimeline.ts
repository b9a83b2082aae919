import { textAt } from '../../lib/json.ts';
import type { RecordingTimeline, Size } from './RecordingTimeline.ts';

/** One entry of a 13.1 player's timeline. Prints that follow each other closely are merged (streams §4.3). */
export type CompatibleEntry = {
  /** Milliseconds since the first print. */
  ms: number;
  /** Hundredths of a second since the first print. */
  tick: number;
  /** Hundredths of a second of playback, where pauses last at most one second. */
  position: number;
  /** Undefined for the end. */
  print?: { first: number; last: number; offset: number; bytes: number; size: Size };
};

const TICK_MS = 10;
/** Entries closer than this are merged. */
const MERGE_TICKS = 2;

const shortened = (ticks: number): number => (ticks >= 100 ? 100 : ticks >= 50 ? 50 : ticks >= 25 ? 25 : ticks);
const tickOf = (ms: number): number => Math.max(0, Math.floor(ms / TICK_MS));
const isSame = (one: Size, other: Size): boolean => one.cols === other.cols && one.rows === other.rows;

/** The timeline that a 13.1 player builds from the same events. Empty without output. */
export function compatibleTimeline(timeline: RecordingTimeline): CompatibleEntry[] {
  const entries: CompatibleEntry[] = [];
  const append = (ms: number, print?: CompatibleEntry['print']) => {
    const tick = tickOf(ms);
    const before = entries.at(-1);
    const position = before ? before.position + shortened(tick - before.tick) : tick;
    entries.push({ ms, tick, position, ...(print && { print }) });
  };
  for (let index = 0; index < timeline.printCount; index++) {
    const ms = timeline.msOf(index);
    const size = timeline.sizeAt(index);
    const open = entries.at(-1);
    if (open?.print && tickOf(ms) - open.tick < MERGE_TICKS && isSame(open.print.size, size)) {
      open.print.bytes += timeline.bytesOf(index);
      open.print.last = index;
    } else
      append(ms, { first: index, last: index, offset: timeline.offsetOf(index), bytes: timeline.bytesOf(index), size });
  }
  const endsAt = Date.parse(textAt(timeline.end, 'time'));
  if (timeline.firstPrintAt && entries.length > 0 && !Number.isNaN(endsAt))
    append(endsAt - timeline.firstPrintAt.getTime());
  return entries;
}
