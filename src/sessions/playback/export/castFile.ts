import { displayTime } from '../../../wire/recording/moment.ts';
import type { RecordingTimeline } from '../../../wire/recording/RecordingTimeline.ts';

/** Reads a range of the output of a recording. */
export type ReadOutput = (offset: number, length: number) => Promise<Uint8Array>;

/** `missing`: which part is missing at the end. */
export type CastAbout = { title: string; startedAt: Date | undefined; missing?: string | undefined };

/** Characters in one part of the file. */
const PART_CHARS = 256 * 1024;

const seconds = (ms: number): number => Math.round(ms) / 1000;

/**
 * The recording as asciicast v2: a header line, a line for each output and each change of size, and a marker if output
 * is missing. A character that is split between two prints is written whole with the second.
 */
export async function* castLines(timeline: RecordingTimeline, read: ReadOutput, about: CastAbout) {
  const { title, startedAt, missing } = about;
  const first = timeline.sizeAt(0);
  const head = {
    version: 2,
    width: first.cols,
    height: first.rows,
    ...(startedAt && { timestamp: Math.floor(startedAt.getTime() / 1000) }),
    duration: seconds(timeline.durationMs),
    title,
    env: { TERM: 'xterm-256color' },
  };
  let part = `${JSON.stringify(head)}\n`;
  let size = first;
  let isMissing = false;
  const decoder = new TextDecoder();
  for (let print = 0; print < timeline.printCount; print++) {
    const at = seconds(timeline.msOf(print));
    const next = timeline.sizeAt(print);
    if (next !== size) part += `${JSON.stringify([at, 'r', `${next.cols}x${next.rows}`])}\n`;
    size = next;
    const bytes = await read(timeline.offsetOf(print), timeline.bytesOf(print));
    const text = decoder.decode(bytes, { stream: true });
    if (text !== '') part += `${JSON.stringify([at, 'o', text])}\n`;
    if (bytes.length < timeline.bytesOf(print) && !isMissing) {
      isMissing = true;
      part += `${JSON.stringify([at, 'm', `The output from ${displayTime(timeline.msOf(print))} on is missing in the recording`])}\n`;
    }
    if (part.length < PART_CHARS) continue;
    yield part;
    part = '';
  }
  const rest = decoder.decode();
  if (rest !== '') part += `${JSON.stringify([seconds(timeline.durationMs), 'o', rest])}\n`;
  if (missing !== undefined) part += `${JSON.stringify([seconds(timeline.durationMs), 'm', missing])}\n`;
  yield part;
}
