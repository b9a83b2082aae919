import { displayTime } from '../../../wire/recording/moment.ts';
import type { Transcript } from '../Transcript.ts';

/** Lines that become one part of the file. */
const PART_LINES = 20_000;

/** The recording as text, each line with its time. */
export function textFile(transcript: Transcript): Blob {
  const parts: Blob[] = [];
  for (let first = 0; first < transcript.count; first += PART_LINES) {
    let part = '';
    for (let line = first; line < Math.min(transcript.count, first + PART_LINES); line++)
      part += `${displayTime(transcript.msOf(line)).padStart(8)}  ${transcript.textOf(line)}\n`;
    parts.push(new Blob([part]));
  }
  if (transcript.omitted > 0) parts.push(new Blob([`\n${transcript.omitted} more lines are not in this file\n`]));
  return new Blob(parts);
}
