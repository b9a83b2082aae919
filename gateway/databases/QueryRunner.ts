// Runs the statements of a session, one after the other, and sends their results (streams §11.3).
import { ROW_LIMIT_MAX, SQL_CHARS_MAX, type Cell, type Column, type QueryAnswer } from '../../src/wire/query/messages.ts';
import { splitStatements, type Statement } from '../../src/wire/query/splitStatements.ts';
import type { DatabaseConnection, RunningStatement } from './DatabaseConnection.ts';
import { QueryRefused, faultOf, type Refusal } from './DatabaseFault.ts';
import type { QueryLog } from './QueryLog.ts';
import { copyRefusal, firstWord, mayStayOpen, readOnlyRefusal, toExplain } from './statements.ts';
import { RECORDED_ROWS, tableText, toLines } from './transcript.ts';

export type RunnerParts = {
  connection: DatabaseConnection;
  readOnly: boolean;
  send: (answer: QueryAnswer) => void;
  /** The browser takes more rows. */
  ready: () => Promise<void>;
  log: Pick<QueryLog, 'query' | 'queryRefused' | 'print' | 'caughtUp'>;
};

type Run = { id: number; sql: string; rowLimit: number; explain?: boolean };

/** A result set whose further rows can be asked for. */
type OpenSet = { running: RunningStatement; set: number; columns: readonly Column[]; sent: number; command: string };
type SetEnd = { command: string; count?: number } | 'limit' | undefined;

const STATEMENTS_MAX = 1000;
/** Characters of rows in one frame. A row that is longer goes alone. */
const FRAME_CHARS = 60_000;
/** A result that nobody reads on is closed: it keeps the server from tidying up. */
const OPEN_MAX_MS = 5 * 60_000;
/** What servers say of a statement that was stopped. */
const STOPPED_CODES = ['57014', '1317', '1969'];

const BUSY = 'Another statement is running. Wait for its end, or cancel it.';
const NOT_OPEN = 'The result is not open any more. Run the statement again.';

export class QueryRunner {
  #parts: RunnerParts;
  #running: { id: number; isCancelled: boolean } | undefined;
  #cancelling: Promise<void> | undefined;
  #open: OpenSet | undefined;
  #closeTimer: NodeJS.Timeout | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  run(request: Run): void {
    void this.#exclusively(request.id, async () => {
      await this.#closeOpen();
      const { sql } = request;
      if (sql.length > SQL_CHARS_MAX) throw refused(`The text is longer than ${SQL_CHARS_MAX} characters.`);
      const statements = splitStatements(sql, this.#parts.connection.protocol, STATEMENTS_MAX);
      if (statements.length > STATEMENTS_MAX) throw refused(`Run ${STATEMENTS_MAX} statements at once at most.`);
      if (request.explain && statements.length !== 1) throw refused('Select one statement to see its plan.');
      let set = 0;
      for (const [index, statement] of statements.entries()) {
        if (this.#isCancelled) throw refused('', STOPPED_CODES[0]);
        set = await this.#statement(request, statement, set, index === statements.length - 1);
      }
    });
  }

  more({ id, set, rows }: { id: number; set: number; rows: number }): void {
    void this.#exclusively(id, async () => {
      const open = this.#open;
      if (open?.set !== set) throw refused(NOT_OPEN);
      clearTimeout(this.#closeTimer);
      this.#open = undefined;
      const began = performance.now();
      const before = open.sent;
      try {
        const end = await this.#rows(id, open, Math.min(rows, ROW_LIMIT_MAX), undefined);
        this.#parts.log.print(toLines(`… ${open.sent - before} more rows`));
        await this.#finishSet(id, open, end, began, true);
      } catch (error) {
        await open.running.close();
        throw error;
      }
    });
  }

  close(set: number): void {
    if (this.#running || this.#open?.set !== set) return;
    void this.#exclusively(undefined, () => this.#closeOpen());
  }

  /** Ends what runs. Whatever cannot be stopped goes on, and its end is told. */
  cancel(id: number): void {
    const { connection, send } = this.#parts;
    if (this.#running?.id !== id || this.#running.isCancelled) return;
    this.#running.isCancelled = true;
    this.#cancelling = connection.cancel().catch((error: unknown) => {
      send({ type: 'notice', severity: 'ERROR', message: `Could not cancel: ${faultOf(error)}` });
    });
  }

  dispose(): void {
    clearTimeout(this.#closeTimer);
  }

  get #isCancelled(): boolean {
    return this.#running?.isCancelled ?? false;
  }

  /** `id` undefined: nobody waits for an answer. */
  async #exclusively(id: number | undefined, work: () => Promise<void>): Promise<void> {
    const { send } = this.#parts;
    const began = performance.now();
    const done = () => id !== undefined && send({ type: 'done', id, ms: since(began) });
    if (this.#running) {
      if (id !== undefined) send({ type: 'failed', id, message: BUSY });
      return void done();
    }
    this.#running = { id: id ?? -1, isCancelled: false };
    try {
      await work();
    } catch (error) {
      if (id !== undefined) this.#failed(id, error);
    }
    await this.#cancelling; // or it would stop what comes next
    this.#cancelling = undefined;
    this.#running = undefined;
    done();
  }

  #failed(id: number, error: unknown): void {
    const { send, log } = this.#parts;
    const refusal: Refusal = error instanceof QueryRefused ? error.refusal : { message: faultOf(error) };
    if (this.#isCancelled && STOPPED_CODES.some((code) => refusal.code?.startsWith(code))) {
      log.print(toLines('Cancelled.'));
      return send({ type: 'cancelled', id });
    }
    const { message, detail, hint } = refusal;
    log.print(toLines(`ERROR: ${[message, detail, hint].filter(Boolean).join('\n')}`));
    send({ type: 'failed', id, ...refusal });
  }

  /** Gives the number of the next result set. */
  async #statement({ id, rowLimit, explain }: Run, { text, start }: Statement, set: number, isLast: boolean): Promise<number> {
    const { connection, readOnly, log } = this.#parts;
    const { protocol } = connection;
    const plan = explain ? toExplain(text, protocol) : undefined;
    const why =
      (explain && plan === undefined ? 'This statement has no plan.' : undefined) ??
      copyRefusal(text, protocol) ??
      (readOnly ? readOnlyRefusal(text, protocol) : undefined);
    if (why !== undefined) {
      log.queryRefused(text, why);
      throw refused(why);
    }
    const sql = plan ?? text;
    await log.caughtUp();
    log.query(sql);
    const running = connection.run(sql);
    let isOpen = false;
    try {
      const began = performance.now();
      for (;;) {
        const step = await running.results.peek();
        if (!step) return set;
        const columns = step.kind === 'columns' ? step.columns : [];
        if (step.kind === 'columns') {
          running.results.take();
          this.#parts.send({ type: 'columns', id, set, columns });
        }
        const open: OpenSet = { running, set, columns, sent: 0, command: firstWord(sql, protocol).toUpperCase() };
        const shown: (readonly Cell[])[] = [];
        const end = await this.#rows(id, open, rowLimit, shown);
        isOpen = isLast && mayStayOpen(sql, protocol) && end === 'limit';
        if (columns.length > 0) log.print(tableText(columns, shown, open.sent));
        await this.#finishSet(id, open, end, began, isOpen);
        set += 1;
        if (isOpen) return set;
        // What only reads is stopped; of all else the end has to be waited for, or it would be undone.
        if (end === 'limit' && mayStayOpen(sql, protocol)) return set;
        if (end === 'limit') await skipRows(running);
      }
    } catch (error) {
      throw inText(error, start - (sql.length - text.length), start);
    } finally {
      if (!isOpen) await running.close();
    }
  }

  /** Sends rows up to the limit. `undefined`: the statement ended without a word. */
  async #rows(id: number, open: OpenSet, limit: number, shown: (readonly Cell[])[] | undefined): Promise<SetEnd> {
    const { send, ready } = this.#parts;
    const { results } = open.running;
    let batch: (readonly Cell[])[] = [];
    let chars = 0;
    const flush = () => {
      if (batch.length > 0) send({ type: 'rows', id, set: open.set, rows: batch });
      [batch, chars] = [[], 0];
    };
    try {
      for (let taken = 0; ; taken++) {
        if (results.isIdle) flush(); // nothing waits for rows that are slow to come
        const step = await results.peek();
        if (step?.kind !== 'row') {
          if (step?.kind === 'complete') results.take();
          return step?.kind === 'complete' ? step : undefined;
        }
        if (this.#isCancelled) throw refused('', STOPPED_CODES[0]);
        if (taken === limit) return 'limit';
        chars += results.take();
        batch.push(step.row);
        open.sent++;
        if (shown && shown.length < RECORDED_ROWS) shown.push(step.row);
        if (chars < FRAME_CHARS) continue;
        flush();
        await ready();
        await new Promise((resolve) => setImmediate(resolve)); // others are served in between
      }
    } finally {
      flush();
    }
  }

  async #finishSet(id: number, open: OpenSet, end: SetEnd, began: number, mayStay: boolean): Promise<void> {
    const { send } = this.#parts;
    const hasMore = end === 'limit' && mayStay;
    const isWhole = typeof end === 'object';
    if (!hasMore && this.#isLastStep(mayStay)) await open.running.close();
    const command = isWhole ? end.command : open.command;
    const count = isWhole ? (open.columns.length > 0 ? open.sent : end.count) : undefined;
    send({ type: 'set', id, set: open.set, command, ...(count !== undefined && { count }), hasMore, ms: since(began) });
    if (!hasMore) return;
    this.#open = open;
    this.#closeTimer = setTimeout(() => this.close(open.set), OPEN_MAX_MS).unref();
  }

  async #closeOpen(): Promise<void> {
    clearTimeout(this.#closeTimer);
    const open = this.#open;
    this.#open = undefined;
    await open?.running.close();
  }
}
