import { formatDuration } from '../../../lib/dates.ts';
import type { Gap, RecordedEvent } from '../../../wire/recording/RecordingTimeline.ts';
import type { Transcript } from '../Transcript.ts';
import type { Hit } from '../TranscriptSearch.ts';
import { eventLabel } from './overview.ts';
import type { TranscriptRow } from './TranscriptList.tsx';

/** A pause that is worth a row of its own. */
const LONG_MS = 30_000;

/** Commands in order, the long pauses between them, and the hits that lie in none of them. */
export function commandRows(transcript: Transcript, gaps: readonly Gap[], hits: readonly Hit[]): TranscriptRow[] {
  const rows: TranscriptRow[] = transcript.commands.map((command) => ({ kind: 'command', ...command }));
  for (const { fromMs, toMs } of gaps) {
    if (toMs - fromMs < LONG_MS) continue;
    rows.push({ kind: 'gap', ms: fromMs + 1, text: `${formatDuration(toMs - fromMs)} idle` });
  }
  const shown = new Set(
    transcript.commands.flatMap(({ line, output }) =>
      line === undefined ? [] : output === undefined ? [line] : [line, line + 1],
    ),
  );
  for (const { line, ms } of hits.slice(0, HIT_ROWS_MAX)) {
    if (shown.has(line)) continue;
    shown.add(line);
    rows.push({ kind: 'line', ms, text: transcript.lines[line]?.text ?? '', line });
  }
  return rows.sort((one, other) => one.ms - other.ms);
}

/** Of very many hits the list of commands shows the first; the full text has all. */
const HIT_ROWS_MAX = 500;

export const textRows = ({ lines }: Transcript): TranscriptRow[] =>
  lines.map(({ ms, text }, line) => ({ kind: 'line', ms, text, line }));

export const eventRows = (events: readonly RecordedEvent[]): TranscriptRow[] =>
  events.map(({ ms, event }) => ({ kind: 'event', ms, text: eventLabel(event) }));
