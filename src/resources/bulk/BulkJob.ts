import type { Row } from '../../descriptors/row.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** Where one of several things stands. `unknown`: no answer came, so it may be done or not. */
export type ItemState =
  | { kind: 'waits' }
  | { kind: 'busy' }
  | { kind: 'done'; atMs: number }
  | { kind: 'failed'; why: string; atMs: number }
  | { kind: 'unknown'; why: string; atMs: number };

/** What a failure says, and whether an answer came at all. */
export type ItemFailure = { why: string; isAnswered: boolean };

type BulkRunOptions = {
  ids: readonly string[];
  /** Rejects when the one was not done. */
  act: (id: string) => Promise<void>;
  /** Whether the one is done, asked after an answer that never came. */
  check: (id: string) => Promise<boolean>;
  explain: (error: unknown) => ItemFailure;
  /** Said of one that proves not to be done. */
  undone?: string;
  now?: () => number;
};

/** Does the same to several things, one after the other. One that fails does not hold up the others. */
export class BulkRun {
  readonly states: ValueStore<ReadonlyMap<string, ItemState>>;
  #options: BulkRunOptions;
  /** Changes when somebody stops it, or begins anew. */
  #turn = 0;
  #now: () => number;

  constructor(options: BulkRunOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.states = new ValueStore<ReadonlyMap<string, ItemState>>(
      new Map(options.ids.map((id) => [id, { kind: 'waits' }])),
    );
  }

  /** Never rejects; resolves when all had their turn, or somebody stopped it: then it goes on from there. */
  async run(): Promise<void> {
    const turn = ++this.#turn;
    for (const id of this.#options.ids) {
      if (this.#turn !== turn) return;
      if (this.states.get().get(id)?.kind === 'waits') await this.retry(id);
    }
  }

  /** The one that is on its way is waited for; those that wait stay as they are. */
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
      this.#set(
        id,
        isDone ? { kind: 'done', atMs } : { kind: 'failed', why: this.#options.undone ?? 'It still exists', atMs },
      );
    } catch {
      this.#set(id, before);
    }
  }

  #set(id: string, state: ItemState): void {
    this.states.set(new Map(this.states.get()).set(id, state));
  }
}

/** How many stand where. */
export function tally(states: ReadonlyMap<string, ItemState>): Readonly<Record<ItemState['kind'], number>> {
  const counts = { waits: 0, busy: 0, done: 0, failed: 0, unknown: 0 };
  for (const { kind } of states.values()) counts[kind] += 1;
  return counts;
}

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
