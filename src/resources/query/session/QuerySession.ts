import { describeFailure } from '../../../api/errors.ts';
import { MessageSocket, type SocketOf } from '../../../api/MessageSocket.ts';
import { refusalText, type SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { isObject } from '../../../lib/json.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort } from '../../../lib/work.ts';
import { WireError } from '../../../wire/envelope.ts';
import { decodeAnswer } from '../../../wire/query/decodeAnswer.ts';
import {
  HEARTBEAT_MS,
  type CatalogTable,
  type QueryAnswer,
  type QueryRequest,
  type TransactionState,
} from '../../../wire/query/messages.ts';
import { decodeChallenge } from '../../../wire/terminal/frames.ts';
import type { AssertionJson } from '../../../wire/webauthn.ts';
import type { QueryEnding, QueryState, QueryWork } from './queryState.ts';
import { isResultAnswer, RunResults } from './RunResults.ts';
import { changesTables, mayChangeSession, usedDatabases } from './statementEffects.ts';

export type ServerInfo = Extract<QueryAnswer, { type: 'ready' }>;

/** The external functions that a session uses. */
export type QueryPorts = {
  open: () => SocketOf<string>;
  explain: (signal: AbortSignal) => Promise<SocketProblem>;
  clock: Clock;
  nextFrame: (run: () => void) => Dispose;
  /** Calls back when the network may be available again. */
  whenReachable: (listener: () => void) => Dispose;
};

/** A text to run, and where it begins in the editor. */
export type QueryTask = { sql: string; start: number; rowLimit: number; isExplain?: boolean };

/**
 * The gateway sends a heartbeat every few seconds. After twice this time without a message the connection counts as
 * lost.
 */
const HALF_SILENCE_MS = 1.5 * HEARTBEAT_MS;
/** Delay before the only automatic attempt to reconnect. */
const AGAIN_AFTER_MS = 1000;
const TABLES_MAX = 20_000;
const idle: Dispose = () => undefined;

/**
 * One session on a database over all its sockets: its state, the received and the sent messages. Does not use React.
 */
export class QuerySession {
  readonly state = new ValueStore<QueryState>({ kind: 'connecting', isAgain: false });
  /** The server of the last connection; undefined before the first. */
  readonly server = new ValueStore<ServerInfo | undefined>(undefined);
  /** The current database; USE changes it in MySQL. '' before the first connection, undefined if it is unknown. */
  readonly database = new ValueStore<string | undefined>('');
  readonly transaction = new ValueStore<TransactionState>('none');
  /** An automatic reconnect has replaced a session that may have had its own settings. */
  readonly isNewSession = new ValueStore(false);
  readonly tables = new ValueStore<readonly CatalogTable[]>([]);
  /** Why the last request for table names failed. */
  readonly tablesFailure = new ValueStore<string | undefined>(undefined);
  readonly results: RunResults;
  #ports: QueryPorts;
  #connection: MessageSocket<string, QueryRequest> | undefined;
  #abort = new AbortController();
  #retry: Dispose = idle;
  #silence: Dispose = idle;
  #lastId = 0;
  /** The current connection replaces a lost one automatically. */
  #isAgain = false;
  /** A statement in this session may have changed its settings. */
  #isChanged = false;
  /** Databases of the USE statements in the run that have not ended. */
  #uses: (string | undefined)[] = [];
  #areTablesStale = false;
  #catalog: { id: number; tables: CatalogTable[] } | undefined;

  constructor(ports: QueryPorts) {
    this.#ports = ports;
    this.results = new RunResults(ports);
  }

  connect(isAgain = false): void {
    this.#leave();
    this.#abort = new AbortController();
    this.#isAgain = isAgain;
    if (!isAgain) this.isNewSession.set(false);
    this.state.set({ kind: 'connecting', isAgain });
    this.#connection = new MessageSocket(this.#ports.open(), {
      encode: (request: QueryRequest) => JSON.stringify(request),
      receive: (data) => {
        const answer = typeof data === 'string' ? decodeAnswer(data) : undefined;
        if (answer) this.#receive(answer);
      },
      unreadable: (text) => this.#end({ kind: 'unreadable', text }),
      closed: (wasOpen) => (wasOpen ? this.#lose() : void this.#explain()),
    });
    // On a network that drops packets a socket may wait for minutes. The gateway sends heartbeats from the beginning.
    this.#watchSilence();
  }

  /** The connection cannot end without a loss. */
  get isBusy(): boolean {
    return this.state.get().kind === 'running' || this.transaction.get() !== 'none';
  }

  /** There is no session yet that could be lost. */
  get #isOpening(): boolean {
    return ['connecting', 'factor'].includes(this.state.get().kind);
  }

  run({ sql, start, rowLimit, isExplain = false }: QueryTask): void {
    if (this.state.get().kind !== 'ready') return;
    const id = this.#begin('run');
    const protocol = this.server.get()?.protocol ?? 'postgres';
    this.#isChanged ||= !isExplain && mayChangeSession(sql, protocol);
    this.#areTablesStale ||= !isExplain && changesTables(sql, protocol);
    this.#uses = isExplain ? [] : usedDatabases(sql, protocol);
    this.results.begin({ id, sql, start, isExplain });
    this.#send({ type: 'run', id, sql, rowLimit, ...(isExplain && { explain: true }) });
  }

  more(set: number, rows: number): void {
    const { sets = [] } = this.results.run.get() ?? {};
    if (this.state.get().kind !== 'ready' || !sets.some((result) => result.set === set && result.hasMore)) return;
    const id = this.#begin('more');
    this.results.beginMore(set);
    this.#send({ type: 'more', id, set, rows });
  }

  /** Closes a result set, here and on the server. */
  closeSet(set: number): void {
    const { sets = [] } = this.results.run.get() ?? {};
    const isOpen = sets.some((result) => result.set === set && result.hasMore);
    if (isOpen && this.state.get().kind === 'ready') this.#send({ type: 'close', id: ++this.#lastId, set });
    this.results.closeSet(set);
  }

  cancel(): void {
    const state = this.state.get();
    if (state.kind !== 'running' || state.work.isCancelling) return;
    this.#send({ type: 'cancel', id: state.work.id });
    this.state.set({ kind: 'running', work: { ...state.work, isCancelling: true } });
  }

  /** Reads the names of tables and columns again. */
  readCatalog(): void {
    this.#catalog = { id: ++this.#lastId, tables: [] };
    this.tablesFailure.set(undefined);
    this.#send({ type: 'catalog', id: this.#catalog.id });
  }

  /** Sends the signature of a key for the challenge. */
  answer(assertion: AssertionJson): void {
    if (this.state.get().kind !== 'factor') return;
    this.#send({ type: 'factor', answer: assertion });
    this.state.set({ kind: 'connecting', isAgain: false });
  }

  /** The user gave no answer. The same challenge can still be answered. */
  decline(declined: boolean): void {
    const state = this.state.get();
    if (state.kind === 'factor') this.state.set({ ...state, declined });
  }

  /** The user has dismissed the note about the new session. */
  acceptNewSession(): void {
    this.isNewSession.set(false);
  }

  disconnect(): void {
    this.#end({ kind: 'left', rolledBack: this.transaction.get() !== 'none' });
  }

  dispose(): void {
    this.#leave();
    this.results.dispose();
  }

  #send(request: QueryRequest): void {
    this.#connection?.send(request);
  }

  #begin(kind: QueryWork['kind']): number {
    const id = ++this.#lastId;
    this.state.set({ kind: 'running', work: { kind, id, sinceMs: this.#ports.clock.now(), isCancelling: false } });
    return id;
  }

  #leave(): void {
    this.#abort.abort();
    this.#retry();
    this.#retry = idle;
    this.#silence();
    this.#connection?.close();
    this.#connection = undefined;
    this.#catalog = undefined;
  }

  #end(reason: QueryEnding): void {
    this.#leave();
    this.results.detach();
    this.transaction.set('none');
    this.state.set({ kind: 'ended', reason });
  }

  /** If no statement ran and no transaction was open, only settings are lost, and `isNewSession` reports that. */
  #lose(): void {
    const retries = !this.isBusy && this.server.get() !== undefined;
    this.#end({ kind: 'lost', retries });
    if (!retries) return void this.#explainLoss();
    const again = () => this.connect(true);
    const stopWaiting = this.#ports.whenReachable(again);
    const stopTimer = this.#ports.clock.after(AGAIN_AFTER_MS, again);
    this.#retry = () => {
      stopTimer();
      stopWaiting();
    };
  }

  /** The web session may have ended, which the server does not report on an open connection. */
  async #explainLoss(): Promise<void> {
    const { signal } = (this.#abort = new AbortController());
    const problem = await this.#ports.explain(signal).catch(() => undefined);
    if (signal.aborted || problem?.kind !== 'refused') return;
    this.state.set({ kind: 'ended', reason: { kind: 'lost', retries: false, why: problem.why } });
  }

  async #explain(): Promise<void> {
    const { signal } = this.#abort;
    const state = this.state.get();
    const wasAgain = state.kind === 'connecting' && state.isAgain;
    try {
      const problem = await this.#ports.explain(signal);
      if (signal.aborted) return;
      const text = refusalText(problem);
      if (text === undefined) this.#endUnreachable(wasAgain);
      else this.#end({ kind: 'refused', text });
    } catch (error) {
      if (!isAbort(error)) this.#end({ kind: 'refused', text: describeFailure(error).why });
    }
  }

  #endUnreachable(waits: boolean): void {
    this.#end({ kind: 'lost', retries: waits });
    if (waits) this.#retry = this.#ports.whenReachable(() => this.connect(true));
  }

  #watchSilence(): void {
    this.#silence();
    const { clock } = this.#ports;
    // In two halves: after sleep the first timer of a page fires before the messages that have arrived.
    this.#silence = clock.after(HALF_SILENCE_MS, () => {
      this.#silence = clock.after(HALF_SILENCE_MS, () => this.#lose());
    });
  }

  #receive(answer: QueryAnswer): void {
    this.#watchSilence();
    if (isResultAnswer(answer)) return this.#receiveResult(answer);
    switch (answer.type) {
      case 'challenge':
        return this.state.set({ kind: 'factor', challenge: challengeOf(answer.challenge), declined: false });
      case 'ready':
        this.server.set(answer);
        if (this.#isAgain && this.#isChanged) this.isNewSession.set(true);
        this.#isChanged = this.#areTablesStale = false;
        this.database.set(answer.database);
        this.transaction.set('none');
        this.state.set({ kind: 'ready' });
        return this.readCatalog();
      case 'notice':
        return this.results.note({ severity: answer.severity, message: answer.message });
      case 'transaction':
        return this.transaction.set(answer.state);
      case 'catalog':
        return this.#receiveCatalog(answer);
      case 'alive':
        return;
      case 'ended':
        if (this.#isOpening) return this.#end({ kind: 'refused', text: answer.reason });
        return this.#end({ kind: 'server', text: answer.reason, ...(this.isBusy && { wasBusy: true }) });
      default:
        answer satisfies never;
    }
  }

  /** Ignores late answers to earlier requests. */
  #receiveResult(answer: Parameters<RunResults['receive']>[0]): void {
    const state = this.state.get();
    if (answer.type === 'failed' && answer.id === this.#catalog?.id) {
      this.#catalog = undefined;
      return this.tablesFailure.set(answer.message);
    }
    if (state.kind !== 'running' || answer.id !== state.work.id) return;
    this.results.receive(answer);
    if (answer.type === 'set' && answer.command === 'USE') this.database.set(this.#uses.shift());
    if (answer.type !== 'done') return;
    this.state.set({ kind: 'ready' });
    // Names are read over another connection, which sees the changes of a transaction only after its end.
    if (!this.#areTablesStale || this.transaction.get() !== 'none') return;
    this.#areTablesStale = false;
    this.readCatalog();
  }

  #receiveCatalog({ id, tables, last }: Extract<QueryAnswer, { type: 'catalog' }>): void {
    if (this.#catalog?.id !== id) return;
    this.#catalog.tables.push(...tables.slice(0, TABLES_MAX - this.#catalog.tables.length));
    if (!last) return;
    this.tables.set(this.#catalog.tables);
    this.#catalog = undefined;
  }
}

/** The challenge is the terminal's, as JSON inside JSON (streams §3.4). */
function challengeOf(challenge: unknown) {
  if (typeof challenge === 'string') return decodeChallenge(challenge);
  if (!isObject(challenge)) throw new WireError('query: a challenge is missing');
  return decodeChallenge(JSON.stringify(challenge));
}
