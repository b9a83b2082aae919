import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { csvText } from '../export/exportRows.ts';
import type { BulkLabels, PlannedLine } from './bulkMessages.ts';
import type { BulkJob } from './BulkJob.ts';

/** The result of one row, or its planned change before the start. */
type Result = { name: string; outcome: string; reason: string; time: string };

export type ResultsOf = { resource: Resource; work: BulkJob; words: BulkLabels; planned: (row: Row) => PlannedLine };

const HEAD: readonly (keyof Result)[] = ['name', 'outcome', 'reason', 'time'];

function resultOf({ resource, work, words, planned }: ResultsOf, row: Row): Result {
  const name = rowTitle(resource, row);
  const why = work.skipped.get(row.id);
  if (why !== undefined) return { name, outcome: words.skipped, reason: why, time: '' };
  const state = work.run.states.get().get(row.id);
  const time = state && 'atMs' in state ? new Date(state.atMs).toISOString() : '';
  switch (state?.kind) {
    case 'done':
      return { name, outcome: words.done, reason: '', time };
    case 'failed':
      return { name, outcome: 'failed', reason: state.why, time };
    case 'unknown':
      return { name, outcome: 'not known', reason: state.why, time };
    case 'waits':
    case 'busy':
    case undefined:
      return { name, outcome: work.startedMs > 0 ? 'not started' : 'planned', reason: planned(row).text, time };
  }
}

const results = (of: ResultsOf): readonly Result[] => of.work.rows.map((row) => resultOf(of, row));

/** One row per line, tab-separated, for the clipboard. */
export const resultsText = (of: ResultsOf): string =>
  results(of)
    .map(({ name, outcome, reason }) => [name, outcome, reason].join('\t').trimEnd())
    .join('\n');

/** The same as a file; times are UTC. */
export const resultsFile = (of: ResultsOf, format: 'csv' | 'json'): string =>
  format === 'csv'
    ? csvText([HEAD, ...results(of).map((result) => HEAD.map((key) => result[key]))])
    : `${JSON.stringify(results(of), null, 2)}\n`;
