import type { Row } from '../../descriptors/row.ts';
import { BulkRun, type BulkRunOptions } from './BulkRun.ts';

type Options = Omit<BulkRunOptions, 'ids'> & {
  rows: readonly Row[];
  /** Why nothing is done to a row, by its id. */
  skipped: ReadonlyMap<string, string>;
};

/** What was reviewed, and how far it is done. Lives on while somebody looks at the list, to be looked at again. */
export class BulkJob {
  readonly rows: readonly Row[];
  readonly skipped: ReadonlyMap<string, string>;
  /** Those to which something is done. */
  readonly included: readonly Row[];
  readonly run: BulkRun;
  /** When it began, 0 before, and when it last came to a stop. */
  startedMs = 0;
  endedMs = 0;
  /** Without the time between two goes. */
  tookMs = 0;
  #now: () => number;

  constructor({ rows, skipped, ...run }: Options) {
    this.rows = rows;
    this.skipped = skipped;
    this.included = rows.filter(({ id }) => !skipped.has(id));
    this.run = new BulkRun({ ...run, ids: this.included.map(({ id }) => id) });
    this.#now = run.now ?? Date.now;
  }

  /** Does those that wait; never rejects. */
  async go(): Promise<void> {
    const fromMs = this.#now();
    this.startedMs ||= fromMs;
    await this.run.run();
    this.endedMs = this.#now();
    this.tookMs += this.endedMs - fromMs;
  }

  /** Those of which it is not known that they are done: they stay chosen. */
  left(): readonly Row[] {
    const states = this.run.states.get();
    return this.included.filter(({ id }) => states.get(id)?.kind !== 'done');
  }
}
