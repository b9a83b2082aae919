import { displayTime } from '../../../wire/recording/moment.ts';
import type { Transcript } from '../Transcript.ts';

/** The recording as text, each line with its time. */
export function textOf(transcript: Transcript): string {
  const lines = transcript.lines.map(({ ms, text }) => `${displayTime(ms).padStart(8)}  ${text}\n`);
  if (transcript.omitted > 0) lines.push(`\n${transcript.omitted} more lines are not in this file\n`);
  return lines.join('');
}
