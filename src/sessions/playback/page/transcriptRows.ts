import { formatDuration } from '../../../lib/dates.ts';
import type { Gap, RecordedEvent } from '../../../wire/recording/RecordingTimeline.ts';
import type { Transcript, TranscriptCommand } from '../Transcript.ts';
import type { Hit } from '../TranscriptSearch.ts';
import { eventLabel } from './overview.ts';
import { lastWhere } from '../../../lib/search.ts';

export type TranscriptRow = { ms: number; text: string } & (
  ({ kind: 'command' } & TranscriptCommand) | { kind: 'line'; line: number } | { kind: 'event' } | { kind: 'gap' }
);

/** Rows in order of time. Each row of a long text is created when it is shown. */
export type TranscriptRows = {
  count: number;
  at(index: number): TranscriptRow | undefined;
  /** The last row at or before a moment, or -1 before the first. */
  lastAt(ms: number): number;
  /** The row that shows a hit. */
  ofHit(hit: Hit): number | undefined;
};

/** A pause of this length gets a row. */
const LONG_MS = 30_000;

/** Commands in order, the long pauses between them, and the hits outside of commands. */
export function commandRows(transcript: Transcript, gaps: readonly Gap[], hits: readonly Hit[]): TranscriptRows {
  const rows: TranscriptRow[] = transcript.commands.map((command) => ({ kind: 'command', ...command }));
  for (const { fromMs, toMs } of gaps) {
    if (toMs - fromMs < LONG_MS) continue;
    rows.push({ kind: 'gap', ms: fromMs + 1, text: `${formatDuration(toMs - fromMs)} idle` });
  }
  const shownLines = new Set(
    transcript.commands.flatMap(({ line, output }) =>
      line === undefined ? [] : output === undefined ? [line] : [line, line + 1],
    ),
  );
  for (const { line, ms } of hits.slice(0, HIT_ROWS_MAX)) {
    if (shownLines.has(line)) continue;
    shownLines.add(line);
    rows.push({ kind: 'line', ms, text: transcript.textOf(line), line });
  }
  return rowsOf(rows.sort((one, other) => one.ms - other.ms));
}

/** The list of commands shows at most this number of hits. The full text has all. */
const HIT_ROWS_MAX = 500;

/** All lines of the text. */
export const textRows = (transcript: Transcript): TranscriptRows => ({
  count: transcript.count,
  at: (line) => ({ kind: 'line', line, ms: transcript.msOf(line), text: transcript.textOf(line) }),
  lastAt: (ms) => transcript.lineAt(ms),
  ofHit: ({ line }) => line,
});

export const eventRows = (events: readonly RecordedEvent[]): TranscriptRows =>
  rowsOf(events.map(({ ms, event }) => ({ kind: 'event', ms, text: eventLabel(event) })));

function rowsOf(rows: readonly TranscriptRow[]): TranscriptRows {
  const lastAt = (ms: number) => lastWhere(rows.length, (index) => (rows[index]?.ms ?? 0) <= ms);
  const rowOf = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'line') rowOf.set(row.line, index);
    if (row.kind !== 'command' || row.line === undefined) continue;
    rowOf.set(row.line, index);
    if (row.output !== undefined) rowOf.set(row.line + 1, index);
  }
  return { count: rows.length, at: (index) => rows[index], lastAt, ofHit: ({ line }) => rowOf.get(line) };
}
