// The timeline of a recorded desktop, in the form of a terminal's timeline. Its prints are the seconds in which the
// picture changed, and its events are what else the bar shows.
import { decodeDesktop } from '../../../wire/desktop/messages.ts';
import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';
import type { DesktopMarkJson, DesktopRecordingJson } from '../../../wire/recordings.ts';

const SECOND_MS = 1000;

/** Fills the whole timeline from the description of the gateway (streams §6.1). */
export function fillTimeline(timeline: RecordingTimeline, recording: DesktopRecordingJson): void {
  const { user, login, desktop, startedAt, durationMs, active, marks } = recording;
  timeline.add({ event: 'session.start', user, login, server_hostname: desktop, time: startedAt });
  const startMs = begin(timeline, Date.parse(startedAt));
  for (const [second, bytes] of active) {
    const [fromMs, toMs] = [second * SECOND_MS, second * SECOND_MS + SECOND_MS - 1];
    timeline.add({ event: 'print', ms: fromMs, bytes: Math.ceil(bytes / 2) });
    timeline.add({ event: 'print', ms: Math.min(toMs, durationMs), bytes: Math.ceil(bytes / 2) });
  }
  for (const mark of marks) addMark(timeline, startMs, mark);
  end(timeline, startMs, durationMs);
  timeline.finish();
}

/** Starts the timeline with what is known before a socket sends anything. */
export const beginTimeline = (timeline: RecordingTimeline, durationMs: number): void =>
  end(timeline, begin(timeline, 0), durationMs);

/** Adds a message from a socket. */
export function addMessage(timeline: RecordingTimeline, ms: number, bytes: Uint8Array): void {
  const message = decodeDesktop(bytes);
  if (message.kind === 'picture' || message.kind === 'oldPicture')
    timeline.add({ event: 'print', ms, bytes: bytes.length });
  else if (message.kind === 'screenSize') addMark(timeline, 0, { ms, ...message, kind: 'size' });
  else if (message.kind === 'notification' || message.kind === 'error')
    addMark(timeline, 0, { ms, kind: 'notice', text: message.text });
}

/** The first moment is the time of the first message, of any kind. */
function begin(timeline: RecordingTimeline, startMs: number): number {
  const validStartMs = Number.isNaN(startMs) ? 0 : startMs;
  timeline.add({ event: 'print', ms: 0, bytes: 1, time: new Date(validStartMs).toISOString() });
  return validStartMs;
}

const end = (timeline: RecordingTimeline, startMs: number, durationMs: number): void =>
  timeline.add({ event: 'session.end', time: new Date(startMs + durationMs).toISOString() });

function addMark(timeline: RecordingTimeline, startMs: number, mark: DesktopMarkJson): void {
  const time = new Date(startMs + mark.ms).toISOString();
  if (mark.kind === 'notice') timeline.add({ event: 'desktop.notice', time, text: mark.text });
  else if (mark.ms > 0) timeline.add({ event: 'resize', time, size: `${mark.width}:${mark.height}` });
}
