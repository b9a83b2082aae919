import { ENDS, STARTS, type RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import { visibleLine } from '../../../lib/visibleText.ts';
import { textAt, type JsonObject } from '../../../lib/json.ts';

/** Output in equal intervals, each from 0 to 1. Small outputs stay visible beside large ones. */
export function activity(timeline: RecordingTimeline, bins: number): Float64Array {
  const sums = new Float64Array(bins);
  const { durationMs, printCount } = timeline;
  for (let print = 0; print < printCount; print++) {
    const bin = Math.min(bins - 1, Math.floor((timeline.msOf(print) / Math.max(1, durationMs)) * bins));
    sums[bin] = (sums[bin] ?? 0) + timeline.bytesOf(print);
  }
  const most = Math.sqrt(Math.max(1, ...sums));
  return sums.map((sum) => Math.sqrt(sum) / most);
}

/** Steps between the times below the bar. */
const STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
  (seconds) => seconds * 1000,
);

/** Round times below the bar, far enough apart that their labels do not touch. */
export function ticks(durationMs: number, widthPx: number): number[] {
  const most = Math.max(1, Math.floor(widthPx / 90));
  const step = STEPS_MS.find((candidate) => durationMs / candidate <= most) ?? durationMs;
  if (step <= 0) return [0];
  return Array.from({ length: Math.floor(durationMs / step) + 1 }, (_, index) => index * step);
}

const userOf = (event: JsonObject): string => textAt(event, 'user') || 'A user';

const EVENT_LABELS: Readonly<Record<string, (event: JsonObject) => string>> = {
  'session.start': (event) => `${userOf(event)} started the session`,
  'session.join': (event) => `${userOf(event)} joined`,
  'session.leave': (event) => `${userOf(event)} left`,
  'session.end': () => 'The session ended',
  'db.session.start': (event) => `${userOf(event)} connected`,
  'db.session.query': (event) => `Ran ${textAt(event, 'db_query') || 'a statement'}`,
  'db.session.query.failed': (event) => `Refused ${textAt(event, 'db_query') || 'a statement'}`,
  'db.session.end': () => 'The session ended',
  'session.command': (event) => `Ran ${textAt(event, 'program') || 'a program'}`,
  exec: (event) => `Ran ${textAt(event, 'command') || 'a command'}`,
  resize: (event) => `Resized to ${textAt(event, 'size').replace(':', ' × ') || 'another size'}`,
  'desktop.notice': (event) => textAt(event, 'text'),
  scp: (event) => `Transferred ${textAt(event, 'path') || 'a file'}`,
  sftp: (event) => `Transferred ${textAt(event, 'path') || 'a file'}`,
};

/** A short text for an event of a recording. */
export function eventLabel(event: JsonObject): string {
  const kind = textAt(event, 'event');
  return visibleLine(EVENT_LABELS[kind]?.(event) ?? (kind || 'Event'));
}

/** Events that the bar shows. Start and end events are not marked, because they are its ends. */
export const isOnBar = (event: JsonObject): boolean =>
  ![...STARTS, ...ENDS, 'session.data'].includes(textAt(event, 'event'));
