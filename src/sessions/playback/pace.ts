import { lastWhere } from '../../lib/search.ts';
import { compatibleTimeline } from '../../wire/recording/compatibleTimeline.ts';
import type { RecordingTimeline } from '../../wire/recording/RecordingTimeline.ts';

/** `keep`: as recorded. `skip`: without long pauses. `shorten`: like a 13.1 player, pauses last at most one second. */
export type Pauses = 'keep' | 'skip' | 'shorten';

/** Maps recorded time to playing time and back, both in milliseconds at speed 1. Both only increase. */
export type Pace = { toPlayed(ms: number): number; toRecorded(playedMs: number): number };

/** The part of a skipped pause that is played, so that its end is not abrupt. */
const SKIPPED_MS = 500;

type Knot = readonly [recordedMs: number, playedMs: number];

/** The last pace of each timeline and how much of it was `known`: the pace is read many times a second. */
const made = new WeakMap<RecordingTimeline, { pauses: Pauses; eventCount: number; pace: Pace }>();

const KEPT: Pace = { toPlayed: (ms) => ms, toRecorded: (ms) => ms };

export function paceOf(timeline: RecordingTimeline, pauses: Pauses): Pace {
  if (pauses === 'keep') return KEPT;
  const eventCount = timeline.printCount + timeline.gaps.length;
  const last = made.get(timeline);
  if (last?.pauses === pauses && last.eventCount === eventCount) return last.pace;
  const knots = pauses === 'skip' ? skipping(timeline) : shortening(timeline);
  const along = (value: number, from: 0 | 1, to: 0 | 1): number => {
    const before = lastWhere(knots.length, (index) => (knots[index]?.[from] ?? 0) <= value);
    const at = Math.max(0, before);
    const [knot, next] = [knots[at], knots[at + 1]];
    if (!knot) return value;
    if (!next) return knot[to] + value - knot[from];
    const share = next[from] === knot[from] ? 1 : (value - knot[from]) / (next[from] - knot[from]);
    return knot[to] + share * (next[to] - knot[to]);
  };
  const pace: Pace = { toPlayed: (ms) => along(ms, 0, 1), toRecorded: (ms) => along(ms, 1, 0) };
  made.set(timeline, { pauses, eventCount, pace });
  return pace;
}

function skipping({ gaps }: RecordingTimeline): Knot[] {
  const knots: Knot[] = [[0, 0]];
  let saved = 0;
  for (const { fromMs, toMs } of gaps) {
    knots.push([fromMs, fromMs - saved]);
    saved += toMs - fromMs - SKIPPED_MS;
    knots.push([toMs, toMs - saved]);
  }
  return knots;
}

/** One position of a 13.1 player is ten milliseconds (streams §4.3). */
function shortening(timeline: RecordingTimeline): Knot[] {
  const knots: Knot[] = [[0, 0]];
  for (const { ms, position } of compatibleTimeline(timeline)) knots.push([Math.max(0, ms), position * 10]);
  return knots;
}
