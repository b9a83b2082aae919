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

/** What a session needs of the world. */
export type QueryPorts = {
  open: () => SocketOf<string>;
  explain: (signal: AbortSignal) => Promise<SocketProblem>;
  clock: Clock;
  nextFrame: (run: () => void) => Dispose;
  /** Calls back whenever the network may have come back. */
  whenReachable: (listener: () => void) => Dispose;
};

/** A text to run, and where it begins in the editor. */
export type QueryTask = { sql: string; start: number; rowLimit: number; isExplain?: boolean };

/** The gateway says every few seconds that it is there. Two such times without a message: the connection is gone. */
const HALF_SILENCE_MS = 1.5 * HEARTBEAT_MS;
/** Before the one attempt to connect again that needs no click. */
const AGAIN_AFTER_MS = 1000;
const TABLES_MAX = 20_000;
const idle: Dispose = () => undefined;

/** One session on a database over all its sockets: its state, what comes and what is sent. No React. */
export class QuerySession {
  readonly state = new ValueStore<QueryState>({ kind: 'connecting', isAgain: false });
  /** Of the last connection; undefined before the first. */
  readonly server = new ValueStore<ServerInfo | undefined>(undefined);
  /**
   * In which statements run now; MySQL changes it with USE. '' before the first connection, undefined where it is not
   * known.
   */
  readonly database = new ValueStore<string | undefined>('');
  readonly transaction = new ValueStore<TransactionState>('none');
  /** A reconnect without a click has replaced a session that may have had settings of its own. */
  readonly isNewSession = new ValueStore(false);
  readonly tables = new ValueStore<readonly CatalogTable[]>([]);
  /** Why the names of tables could not be read the last time. */
  readonly tablesFailure = new ValueStore<string | undefined>(undefined);
  readonly results: RunResults;
  #ports: QueryPorts;
  #connection: MessageSocket<string, QueryRequest> | undefined;
  #abort = new AbortController();
  #retry: Dispose = idle;
  #silence: Dispose = idle;
  #lastId = 0;
  /** The connection that is open, or being opened, follows a lost one without a click. */
  #isAgain = false;
  /** Something was run in this session that may have changed it. */
  #isChanged = false;
  /** Of the statements of the run that have not ended. */
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
    // A network that drops packets lets a socket wait for minutes, and the gateway speaks from the beginning.
    this.#watchSilence();
  }

  /** Something would be lost with the connection. */
  get isBusy(): boolean {
    return this.state.get().kind === 'running' || this.transaction.get() !== 'none';
  }

  /** There is no session yet, and none is lost with an end. */
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
    if (this.state.get().kind !== 'ready' || !sets.some((known) => known.set === set && known.hasMore)) return;
    const id = this.#begin('more');
    this.results.beginMore(set);
    this.#send({ type: 'more', id, set, rows });
  }

  /** Forgets a result set, here and on the server. */
  closeSet(set: number): void {
    const { sets = [] } = this.results.run.get() ?? {};
    const isOpen = sets.some((known) => known.set === set && known.hasMore);
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

  /** A key has signed the challenge. */
  answer(assertion: AssertionJson): void {
    if (this.state.get().kind !== 'factor') return;
    this.#send({ type: 'factor', answer: assertion });
    this.state.set({ kind: 'connecting', isAgain: false });
  }

  /** No answer for now; the same challenge can still be answered. */
  decline(declined: boolean): void {
    const state = this.state.get();
    if (state.kind === 'factor') this.state.set({ ...state, declined });
  }

  /** The user knows that it is a new session. */
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

  /** Nothing is lost where nothing ran and no transaction was open: only settings, which `isNewSession` speaks of. */
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

  /** The sign-in may be over: the server does not say so to an open connection. */
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
    // In two halves: of a page that slept the first timer is due before what has come meanwhile.
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

  /** Answers to what was asked before are late, and passed over. */
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
    // Names are read over another connection, which sees what a transaction has changed when it has ended.
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
