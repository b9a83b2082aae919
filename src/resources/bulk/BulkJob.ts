import type { Row } from '../../descriptors/row.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** The state of one item. `unknown`: no answer came, so it may or may not be done. */
export type ItemState =
  | { kind: 'waits' }
  | { kind: 'busy' }
  | { kind: 'done'; atMs: number }
  | { kind: 'failed'; why: string; atMs: number }
  | { kind: 'unknown'; why: string; atMs: number };

/** The reason of a failure, and whether the server answered at all. */
export type ItemFailure = { why: string; isAnswered: boolean };

type BulkRunOptions = {
  ids: readonly string[];
  /** Rejects if the item was not done. */
  act: (id: string) => Promise<void>;
  /** Whether the item is done. Called when the answer was lost. */
  check: (id: string) => Promise<boolean>;
  explain: (error: unknown) => ItemFailure;
  /** The reason to show if a check finds that the item was not done. */
  undone?: string;
  now?: () => number;
};

/** Applies one action to several items, one after the other. A failed item does not stop the others. */
export class BulkRun {
  readonly states: ValueStore<ReadonlyMap<string, ItemState>>;
  #options: BulkRunOptions;
  /** Changes when a run stops or starts. */
  #turn = 0;
  #now: () => number;

  constructor(options: BulkRunOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.states = new ValueStore<ReadonlyMap<string, ItemState>>(
      new Map(options.ids.map((id) => [id, { kind: 'waits' }])),
    );
  }

  /** Never rejects. Resolves when all items had their turn, or the user stopped the run. Another call continues. */
  async run(): Promise<void> {
    const turn = ++this.#turn;
    for (const id of this.#options.ids) {
      if (this.#turn !== turn) return;
      if (this.states.get().get(id)?.kind === 'waits') await this.retry(id);
    }
  }

  /** Waits for the item in progress. Items that wait stay as they are. */
  stop = (): void => {
    this.#turn++;
  };

  async retry(id: string): Promise<void> {
    this.#set(id, { kind: 'busy' });
    try {
      await this.#options.act(id);
      this.#set(id, { kind: 'done', atMs: this.#now() });
    } catch (error) {
      const { why, isAnswered } = this.#options.explain(error);
      this.#set(id, { kind: isAnswered ? 'failed' : 'unknown', why, atMs: this.#now() });
    }
  }

  async check(id: string): Promise<void> {
    const before = this.states.get().get(id) ?? { kind: 'waits' };
    this.#set(id, { kind: 'busy' });
    try {
      const isDone = await this.#options.check(id);
      const atMs = this.#now();
      const why = this.#options.undone ?? 'It still exists';
      this.#set(id, isDone ? { kind: 'done', atMs } : { kind: 'failed', why, atMs });
    } catch {
      this.#set(id, before);
    }
  }

  #set(id: string, state: ItemState): void {
    this.states.set(new Map(this.states.get()).set(id, state));
  }
}

/** How many items are in each state. */
export function tally(states: ReadonlyMap<string, ItemState>): Readonly<Record<ItemState['kind'], number>> {
  const counts = { waits: 0, busy: 0, done: 0, failed: 0, unknown: 0 };
  for (const { kind } of states.values()) counts[kind] += 1;
  return counts;
}

type Options = Omit<BulkRunOptions, 'ids'> & {
  rows: readonly Row[];
  /** Why a row is skipped, by its id. */
  skipped: ReadonlyMap<string, string>;
};

/** A reviewed job and its progress. It outlives its dialog, so that the user can open the results again. */
export class BulkJob {
  readonly rows: readonly Row[];
  readonly skipped: ReadonlyMap<string, string>;
  /** The rows that the job acts on. */
  readonly included: readonly Row[];
  readonly run: BulkRun;
  /** When it started, 0 before, and when it last stopped. */
  startedMs = 0;
  endedMs = 0;
  /** Without the time between two runs. */
  tookMs = 0;
  #now: () => number;

  constructor({ rows, skipped, ...run }: Options) {
    this.rows = rows;
    this.skipped = skipped;
    this.included = rows.filter(({ id }) => !skipped.has(id));
    this.run = new BulkRun({ ...run, ids: this.included.map(({ id }) => id) });
    this.#now = run.now ?? Date.now;
  }

  /** Runs the items that wait. Never rejects. */
  async go(): Promise<void> {
    const fromMs = this.#now();
    this.startedMs ||= fromMs;
    await this.run.run();
    this.endedMs = this.#now();
    this.tookMs += this.endedMs - fromMs;
  }

  /** Rows that are not known to be done. They stay selected. */
  remaining(): readonly Row[] {
    const states = this.run.states.get();
    return this.included.filter(({ id }) => states.get(id)?.kind !== 'done');
  }
}
