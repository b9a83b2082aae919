import type { Dispose } from '../../../lib/disposables.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { Cell, QueryAnswer } from '../../../wire/query/messages.ts';
import type { Notice, QueryRun, ResultRow, ResultSet } from './queryState.ts';

/** More values than these would fill the memory of the tab. A long value counts once for each 100 characters. */
const CELLS_MAX = 4_000_000;
const CELL_CHARS = 100;
/** A script with very many statements keeps the first results. */
const SETS_MAX = 100;
const NOTICES_MAX = 200;
const MORE_CANCELLED = 'Loading was cancelled. Run the statement again for the other rows.';

type ResultAnswer = Extract<QueryAnswer, { type: 'columns' | 'rows' | 'set' | 'failed' | 'cancelled' | 'done' }>;
export const isResultAnswer = (answer: QueryAnswer): answer is ResultAnswer =>
  ['columns', 'rows', 'set', 'failed', 'cancelled', 'done'].includes(answer.type);

type Ports = {
  /** Calls back in the next frame. */
  nextFrame: (run: () => void) => Dispose;
};

const idle: Dispose = () => undefined;

/** The results of the last run. Answers are shown together, once per frame. */
export class RunResults {
  readonly run = new ValueStore<QueryRun | undefined>(undefined);
  #nextFrame: Ports['nextFrame'];
  #cancelFrame: Dispose = idle;
  /** The current run, which may be newer than the shown one. */
  #now: QueryRun | undefined;
  #rows = new Map<number, ResultRow[]>();
  #cells = 0;
  /** A row did not fit, so no row follows it. */
  #isFull = false;
  #numbered = 0;
  /** The set whose further rows are requested. */
  #more: number | undefined;

  constructor({ nextFrame }: Ports) {
    this.#nextFrame = nextFrame;
  }

  begin(run: Pick<QueryRun, 'id' | 'sql' | 'start' | 'isExplain'>): void {
    this.#rows.clear();
    this.#cells = this.#numbered = 0;
    this.#isFull = false;
    this.#more = undefined;
    const nothing = { sets: [], failure: undefined, isCancelled: false, ms: undefined, notices: [], isCut: false };
    this.#show({ ...run, ...nothing });
  }

  /**
   * Handles an answer for the run, or for more rows of one of its sets. The caller has checked that its id is the
   * running one.
   */
  receive(answer: ResultAnswer): void {
    const run = this.#now;
    if (!run) return;
    switch (answer.type) {
      case 'columns':
        return this.#addSet(run, answer);
      case 'rows':
        return this.#addRows(run, answer);
      case 'set':
        return this.#endSet(run, answer);
      case 'failed': {
        if (this.#more !== undefined) return this.#stopMore(run, this.#more, answer.message);
        const { type: _, id: __, ...failure } = answer;
        return this.#show({ ...run, failure });
      }
      case 'cancelled':
        if (this.#more !== undefined) return this.#stopMore(run, this.#more, MORE_CANCELLED);
        return this.#show({ ...run, isCancelled: true });
      case 'done':
        this.#more = undefined;
        return this.#show({ ...run, sets: run.sets.map(withoutEnd), ms: run.ms ?? answer.ms });
      default:
        answer satisfies never;
    }
  }

  note(notice: Notice): void {
    const run = this.#now;
    if (!run) return;
    if (run.notices.length < NOTICES_MAX) this.#later({ ...run, notices: [...run.notices, notice] });
  }

  /** Further rows of the set are requested. */
  beginMore(set: number): void {
    this.#more = set;
    this.#isFull = false; // another set may have been closed
  }

  closeSet(set: number): void {
    const run = this.#now;
    if (!run) return;
    for (const row of this.#rows.get(set) ?? []) this.#cells -= cellsOf(row);
    this.#rows.delete(set);
    this.#show({ ...run, sets: run.sets.filter((other) => other.set !== set) });
  }

  /** The server has closed its sets. The shown rows stay, and no more can be loaded. */
  detach(): void {
    const run = this.#now;
    if (run) this.#show({ ...run, sets: run.sets.map((set) => withoutEnd(withoutMore(set))), ms: run.ms ?? 0 });
  }

  dispose(): void {
    this.#cancelFrame();
  }

  #addSet(run: QueryRun, { set, columns }: Extract<ResultAnswer, { type: 'columns' }>): void {
    if (run.sets.some((other) => other.set === set)) return;
    if (run.sets.length >= SETS_MAX) return this.#later({ ...run, isCut: true });
    const rows: ResultRow[] = [];
    this.#rows.set(set, rows);
    this.#later({ ...run, sets: [...run.sets, { ...NOTHING, set, number: ++this.#numbered, columns, rows }] });
  }

  #addRows(run: QueryRun, { set, rows: more }: Extract<ResultAnswer, { type: 'rows' }>): void {
    const rows = this.#rows.get(set);
    if (!rows) return;
    const before = rows.length;
    for (const row of more) {
      const cells = cellsOf(row);
      if ((this.#isFull ||= this.#cells + cells > CELLS_MAX)) break;
      rows.push(row);
      this.#cells += cells;
    }
    this.#later({
      ...withSet(run, set, { rowCount: rows.length }),
      isCut: run.isCut || rows.length < before + more.length,
    });
  }

  #endSet(run: QueryRun, answer: Extract<ResultAnswer, { type: 'set' }>): void {
    const { set, command, count, hasMore, isCut = false, ms } = answer;
    const isFull = hasMore && (this.#isFull || this.#cells >= CELLS_MAX);
    const ended = { command, count, ms, hasMore: hasMore && !isFull, isCut: isCut || isFull };
    if (run.sets.some((other) => other.set === set)) return this.#later(withSet(run, set, ended));
    if (run.sets.length >= SETS_MAX) return this.#later({ ...run, isCut: true });
    this.#later({ ...run, sets: [...run.sets, { ...NOTHING, set, ...ended, hasMore: false }] });
  }

  /** The server has closed the set. The loaded rows stay. */
  #stopMore(run: QueryRun, set: number, stopped: string): void {
    this.#show(withSet(run, set, { hasMore: false, isCut: true, stopped }));
  }

  #later(run: QueryRun): void {
    this.#now = run;
    if (this.#cancelFrame !== idle) return;
    this.#cancelFrame = this.#nextFrame(() => {
      this.#cancelFrame = idle;
      this.run.set(this.#now);
    });
  }

  #show(run: QueryRun): void {
    this.#cancelFrame();
    this.#cancelFrame = idle;
    this.#now = run;
    this.run.set(run);
  }
}

const NOTHING: Omit<ResultSet, 'set'> = {
  number: 0,
  columns: [],
  rows: [],
  rowCount: 0,
  command: '',
  count: undefined,
  hasMore: false,
  isCut: false,
  ms: undefined,
};

const charsOf = (cell: Cell): number =>
  cell === null ? 0 : (typeof cell === 'string' ? cell : 'binary' in cell ? cell.binary : cell.cut).length;
const cellsOf = (row: ResultRow): number =>
  row.reduce((sum, cell) => sum + Math.max(1, Math.ceil(charsOf(cell) / CELL_CHARS)), 0);

const withoutMore = (set: ResultSet): ResultSet => ({ ...set, hasMore: false, isCut: set.isCut || set.hasMore });

/** The statement was stopped, or failed, after these rows. */
const withoutEnd = (set: ResultSet): ResultSet => (set.ms === undefined ? { ...set, isCut: true } : set);

const withSet = (run: QueryRun, set: number, change: Partial<ResultSet>): QueryRun => ({
  ...run,
  sets: run.sets.map((other) => (other.set === set ? { ...other, ...change } : other)),
});
