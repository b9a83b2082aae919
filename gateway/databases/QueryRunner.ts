// Runs the statements of a session in order, and sends their results (streams §11.3).
import { setImmediate } from 'node:timers/promises';
import {
  ROW_LIMIT_MAX,
  SQL_CHARS_MAX,
  type Cell,
  type Column,
  type QueryAnswer,
  type QueryProtocol,
} from '../../src/wire/query/messages.ts';
import { errorMessage } from '../../src/lib/errorMessage.ts';
import { statementSteps, type Statement } from '../../src/wire/query/splitStatements.ts';
import type { DatabaseConnection, RunningStatement } from './DatabaseConnection.ts';
import { QueryRefused, type Refusal } from './DatabaseFault.ts';
import type { QueryLog } from './QueryLog.ts';
import { copyRefusal, mayStayOpen, readOnlyRefusal, toExplain, type SentStatement } from './statements.ts';
import { RECORDED_ROWS, tableText, toLines } from './transcript.ts';

export type RunnerParts = {
  connection: DatabaseConnection;
  readOnly: boolean;
  send: (answer: QueryAnswer) => void;
  /** Resolves when the browser can receive more rows. */
  ready: () => Promise<void>;
  log: Pick<QueryLog, 'query' | 'queryRefused' | 'print' | 'caughtUp'>;
};

type Run = { id: number; sql: string; rowLimit: number; explain?: boolean };

/** One result set. While it is open, further rows can be requested. */
type ResultSet = {
  running: RunningStatement;
  set: number;
  columns: readonly Column[];
  sent: number;
  command: string;
  isReading: boolean;
};
type SetEnd = { command: string; count?: number | undefined } | 'limit';
/** The state of the rows beyond the limit: they can be requested, or were not sent. */
type RestState = 'none' | 'open' | 'cut';

const STATEMENTS_MAX = 1000;
/** Limit of characters of rows in one frame. A longer row gets its own frame. */
const FRAME_CHARS = 60_000;
/** An unread result is closed after this time, because it keeps the server from cleaning up. */
const OPEN_MAX_MS = 5 * 60_000;
const CANCELLED = '57014';
/** The codes of servers for a stopped statement. */
const STOPPED_CODES = [CANCELLED, '1317', '1969'];

const CANCEL_AGAIN_MS = 1000;
const BUSY = 'Another statement is running. Wait for its end, or cancel it.';
const NOT_OPEN = 'The result has been closed. Run the statement again.';

/** Yields to other work in between. */
async function splitInTurns(sql: string, protocol: QueryProtocol): Promise<Statement[]> {
  const steps = statementSteps(sql, protocol, STATEMENTS_MAX);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}

export class QueryRunner {
  #parts: RunnerParts;
  #running: { id: number; isCancelled: boolean } | undefined;
  #cancelling: Promise<void> | undefined;
  #cancelTimer: NodeJS.Timeout | undefined;
  #open: ResultSet | undefined;
  #closing: Promise<void> | undefined;
  #closeTimer: NodeJS.Timeout | undefined;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  run(request: Run): void {
    void this.#exclusively(request.id, async () => {
      await this.#closeOpen();
      const { sql, explain = false } = request;
      if (sql.length > SQL_CHARS_MAX) throw refused(`The text is longer than ${SQL_CHARS_MAX} characters.`);
      // A long text has just been received and decoded: other work runs before it is split.
      await setImmediate();
      const statements = await splitInTurns(sql, this.#parts.connection.protocol);
      if (statements.length > STATEMENTS_MAX) throw refused(`Run ${STATEMENTS_MAX} statements at once at most.`);
      if (explain && statements.length !== 1) throw refused('Select one statement to see its plan.');
      let set = 0;
      for (const [index, statement] of statements.entries()) {
        this.#requireRunning();
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
      let isOpen = false;
      try {
        const end = await this.#rows(id, open, Math.min(rows, ROW_LIMIT_MAX));
        this.#parts.log.print(toLines(`… ${open.sent - before} more rows`));
        isOpen = end === 'limit';
        this.#finishSet(id, open, end, isOpen ? 'open' : 'none', began);
      } finally {
        if (!isOpen) await open.running.close();
      }
    });
  }

  /** Closes a result set. Ignores one that is not open or is being read. */
  async close({ id, set }: { id: number; set: number }): Promise<void> {
    const began = performance.now();
    if (!this.#running && this.#open?.set === set) await this.#closeOpen();
    this.#parts.send({ type: 'done', id, ms: since(began) });
  }

  /** Cancels the running statement. One that cannot be stopped continues, and its end is reported. */
  cancel(id: number): void {
    if (this.#running?.id !== id || this.#running.isCancelled) return;
    this.#running.isCancelled = true;
    this.#stop(CANCEL_AGAIN_MS, (error) =>
      this.#parts.send({ type: 'notice', severity: 'ERROR', message: `Could not cancel: ${errorMessage(error)}` }),
    );
  }

  /** A server ignores a cancel that comes before its statement. It is repeated with longer delays, until one fails. */
  #stop(againMs: number, failed: (error: unknown) => void): void {
    // The first may have succeeded, so the failure of another is not reported.
    const again = () => this.#stop(2 * againMs, () => undefined);
    this.#cancelling = this.#parts.connection
      .cancel()
      .then(() => void (this.#cancelTimer = setTimeout(again, againMs)), failed);
  }

  /** The session has ended. The statement is stopped, because a server continues it without a client. */
  async dispose(): Promise<void> {
    clearTimeout(this.#closeTimer);
    clearTimeout(this.#cancelTimer);
    if (!this.#running) return;
    this.#running.isCancelled = true;
    await this.#parts.connection.cancel().catch(() => undefined); // the server may also be gone
  }

  get #isCancelled(): boolean {
    return this.#running?.isCancelled ?? false;
  }

  #requireRunning(): void {
    if (this.#isCancelled) throw refused('', CANCELLED);
  }

  async #exclusively(id: number, work: () => Promise<void>): Promise<void> {
    const { send } = this.#parts;
    const began = performance.now();
    if (this.#running) {
      send({ type: 'failed', id, message: BUSY });
      return send({ type: 'done', id, ms: 0 });
    }
    this.#running = { id, isCancelled: false };
    try {
      await this.#closing;
      await work();
    } catch (error) {
      this.#failed(id, error);
    }
    await this.#cancelling; // otherwise it would stop the next statement
    clearTimeout(this.#cancelTimer);
    this.#cancelling = undefined;
    this.#running = undefined;
    send({ type: 'done', id, ms: since(began) });
  }

  #failed(id: number, error: unknown): void {
    const { send, log } = this.#parts;
    const refusal: Refusal = error instanceof QueryRefused ? error.refusal : { message: errorMessage(error) };
    if (this.#isCancelled && STOPPED_CODES.some((code) => refusal.code?.startsWith(code))) {
      log.print(toLines('Cancelled.'));
      return send({ type: 'cancelled', id });
    }
    const { message, detail, hint } = refusal;
    log.print(toLines(`ERROR: ${[message, detail, hint].filter(Boolean).join('\n')}`));
    send({ type: 'failed', id, ...refusal });
  }

  /** Returns the number of the next result set. */
  async #statement(request: Run, statement: Statement, first: number, isLast: boolean): Promise<number> {
    const { connection, log, ready } = this.#parts;
    const { text, start } = statement;
    const sent = this.#toSend(statement, request.explain ?? false);
    await log.query(sent.text, connection.protocol);
    this.#requireRunning(); // a cancel now would find no running statement
    const running = connection.run(sent.text);
    const isReading = mayStayOpen(sent, connection.protocol);
    const command = sent.word.toUpperCase();
    let isOpen = false;
    try {
      for (let set = first; ; set++) {
        // A procedure may return thousands of results without rows.
        await Promise.all([log.caughtUp(), ready(), setImmediate()]);
        const began = performance.now();
        const step = await running.results.peek();
        if (!step) return set;
        const columns = step.kind === 'columns' ? step.columns : [];
        if (step.kind === 'columns') {
          running.results.take();
          this.#parts.send({ type: 'columns', id: request.id, set, columns });
        }
        const result: ResultSet = { running, set, columns, sent: 0, command, isReading };
        const recordedRows: (readonly Cell[])[] = [];
        const end = await this.#rows(request.id, result, request.rowLimit, recordedRows);
        if (columns.length > 0) log.print(tableText(columns, recordedRows, result.sent));
        const rest: RestState = end !== 'limit' ? 'none' : isLast && isReading ? 'open' : 'cut';
        isOpen = rest === 'open';
        // A statement that only reads is stopped. Any other must run to its end, or its changes would be undone.
        const whole = end === 'limit' && !isReading ? await skipRows(result) : end;
        this.#finishSet(request.id, result, whole, rest, began);
        if (end === 'limit' && isReading) return set + 1;
      }
    } catch (error) {
      throw inText(error, start - (sent.text.length - text.length), start);
    } finally {
      if (!isOpen) await running.close(isReading);
    }
  }

  /** The statement for the database. Throws if it must not be sent. */
  #toSend(statement: SentStatement, explain: boolean): SentStatement {
    const { connection, readOnly, log } = this.#parts;
    const { protocol } = connection;
    const plan = explain ? toExplain(statement, protocol) : statement;
    const why =
      (plan === undefined ? 'This statement has no plan.' : undefined) ??
      copyRefusal(statement, protocol) ??
      (readOnly ? readOnlyRefusal(statement, protocol) : undefined);
    if (plan !== undefined && why === undefined) return plan;
    log.queryRefused(statement.text, protocol, why ?? '');
    throw refused(why ?? '');
  }

  /** Sends rows up to the limit, and stores the first ones in `shown`. */
  async #rows(id: number, result: ResultSet, limit: number, recordedRows?: (readonly Cell[])[]): Promise<SetEnd> {
    const { send, ready } = this.#parts;
    const { results } = result.running;
    let batch: (readonly Cell[])[] = [];
    let chars = 0;
    const flush = () => {
      if (batch.length > 0) send({ type: 'rows', id, set: result.set, rows: batch });
      [batch, chars] = [[], 0];
    };
    try {
      for (let taken = 0; ;) {
        // Rows that are ready do not wait for slow ones, and other work runs in between.
        if (chars >= FRAME_CHARS || (results.isEmpty && batch.length > 0)) {
          flush();
          await ready();
          await setImmediate();
        }
        const step = await results.peek();
        if (step?.kind !== 'row') {
          if (step?.kind !== 'complete') return { command: result.command };
          results.take();
          const { command = result.command, count } = step;
          return { command, count: result.columns.length > 0 ? result.sent : count };
        }
        // For a change, the end counts: it may be complete in spite of the cancel.
        if (this.#isCancelled && result.isReading) throw refused('', CANCELLED);
        if (this.#isCancelled || taken++ === limit) return 'limit';
        chars += results.take();
        batch.push(step.row);
        result.sent++;
        if (recordedRows && recordedRows.length < RECORDED_ROWS) recordedRows.push(step.row);
      }
    } finally {
      flush();
    }
  }

  #finishSet(id: number, result: ResultSet, end: SetEnd, rest: RestState, began: number): void {
    const { command, count } = end === 'limit' ? { command: result.command } : end;
    const counted = count === undefined ? {} : { count };
    const more = { hasMore: rest === 'open', ...(rest === 'cut' && { isCut: true }) };
    this.#parts.send({ type: 'set', id, set: result.set, command, ...counted, ...more, ms: since(began) });
    if (rest !== 'open') return;
    this.#open = result;
    this.#closeTimer = setTimeout(() => {
      if (!this.#running) void this.#closeOpen();
    }, OPEN_MAX_MS).unref();
  }

  async #closeOpen(): Promise<void> {
    clearTimeout(this.#closeTimer);
    const open = this.#open;
    this.#open = undefined;
    this.#closing = open?.running.close() ?? this.#closing;
    await this.#closing;
  }
}

/** Skips the rest of a result and returns its end. Servers count only the last portion of rows. */
async function skipRows({ running: { results }, sent, command }: ResultSet): Promise<SetEnd> {
  for (let count = sent; ; count++) {
    if (results.isEmpty) await setImmediate();
    const step = await results.peek();
    if (!step || step.kind === 'columns') return { command, count };
    results.take();
    if (step.kind === 'complete') return { command: step.command ?? command, count };
  }
}

const refused = (message: string, code?: string): QueryRefused =>
  new QueryRefused({ message, ...(code !== undefined && { code }) });

/** Converts positions in the sent statement to positions in the text of the run. */
function inText(error: unknown, shift: number, first: number): unknown {
  if (!(error instanceof QueryRefused) || error.refusal.position === undefined) return error;
  return new QueryRefused({ ...error.refusal, position: Math.max(first, error.refusal.position + shift) });
}

const since = (startMs: number): number => Math.round((performance.now() - startMs) * 10) / 10;
