// One session on a database: joins a socket, a connection to the database and a recording.
import type { Dispose } from '../../src/lib/disposables.ts';
import type { QueryAnswer, TransactionState } from '../../src/wire/query/messages.ts';
import { reason } from '../config/files.ts';
import { watchLimits } from '../terminal/limits.ts';
import { notRecorded } from '../terminal/SessionRecorder.ts';
import { TargetError } from '../terminal/target.ts';
import { CATALOG_SQL, sendCatalog } from './catalog.ts';
import type { ConnectionListener, ConnectionOptions, DatabaseConnection } from './DatabaseConnection.ts';
import { DatabaseFault, faultOf } from './DatabaseFault.ts';
import type { ClientRequest, QueryClient } from './QueryClient.ts';
import { QueryLog, type QueryLogParts } from './QueryLog.ts';
import { QueryRunner } from './QueryRunner.ts';
import type { QuerySubject } from './querySubject.ts';

export type QuerySessionParts = QueryLogParts & {
  /** There is a session. */
  begun: () => void;
  /** It is over and written down. */
  ended: () => void;
};

/** Rejects with a DatabaseFault, and at once where the signal aborts. */
export type OpenConnection = (
  options: ConnectionOptions,
  listener: ConnectionListener,
  signal: AbortSignal,
) => Promise<DatabaseConnection>;

export type QueryVisitRequest = {
  client: QueryClient;
  subject: QuerySubject;
  openConnection: OpenConnection;
  /** The user did something: the sign-in is in use. */
  noteActivity: () => void;
};

const LEFT = 'The connection was closed.';
const READ_ONLY = 'Your roles allow reading only.';
const CATALOG_RUNS = 'The names of tables are being read already.';

export class QuerySession {
  readonly subject: QuerySubject;
  readonly log: QueryLog;
  readonly createdMs: number;
  lastActiveMs: number;
  #request: QueryVisitRequest;
  #parts: QuerySessionParts;
  #connection: DatabaseConnection | undefined;
  #runner: QueryRunner | undefined;
  #stage: 'opening' | 'open' | 'over' = 'opening';
  /** Why nothing comes of it. */
  #failure: Error | undefined;
  /** Aborts with the session. */
  #over = new AbortController();
  #transaction: TransactionState = 'none';
  #readsCatalog = false;
  #stopWatching: Dispose = () => undefined;

  constructor(request: QueryVisitRequest, parts: QuerySessionParts) {
    this.subject = request.subject;
    this.log = new QueryLog(parts, request.subject);
    this.createdMs = this.lastActiveMs = parts.clock.now();
    this.#request = request;
    this.#parts = parts;
  }

  /** Rejects with a TargetError where there is no session to be had: tell the client, and then `abandon`. */
  async open(): Promise<void> {
    const { client, openConnection } = this.#request;
    const { readOnly } = this.subject;
    client.gone.addEventListener('abort', () => this.end(undefined));
    if (client.gone.aborted) this.end(undefined);
    await this.log.open(() => this.#recordingFailed());
    this.#requireRecording();
    this.#requireOpening();
    const connection = await openConnection({ readOnly }, this.#listener(), this.#over.signal).catch(
      (error: unknown) => {
        this.#requireOpening();
        throw toRefusal(error);
      },
    );
    this.#connection = connection;
    this.#requireOpening();
    this.#requireRecording();
    this.#begin(connection);
  }

  /** Nothing has come of it. */
  async abandon(): Promise<void> {
    this.#stage = 'over';
    this.#release();
    await this.log.abandon();
  }

  /** Ends it; `text` is for the user, undefined where nothing may be said or nobody is there. */
  end(text: string | undefined): void {
    if (this.#stage === 'opening') {
      this.#failure ??= new TargetError(text ?? LEFT);
      this.#over.abort(this.#failure);
    }
    if (this.#stage !== 'open') return;
    this.#stage = 'over';
    if (text === undefined) this.#request.client.drop();
    else this.#request.client.dismiss(text);
    this.#release();
    const { report, ended } = this.#parts;
    void this.log
      .ended()
      .catch(report)
      .finally(() => ended());
  }

  #begin(connection: DatabaseConnection): void {
    const { client } = this.#request;
    const { id, owner, readOnly, dbUser, dbName } = this.subject;
    this.log.started();
    this.#stage = 'open';
    this.#parts.begun();
    const send = (answer: QueryAnswer) => client.send(answer);
    const ready = () => client.ready();
    this.#runner = new QueryRunner({ connection, readOnly, send, ready, log: this.log });
    const { protocol, version } = connection;
    const facts = { sid: id, protocol, version, user: dbUser, database: dbName };
    send({ type: 'ready', ...facts, ...(readOnly && { readOnly: READ_ONLY }), recorded: this.log.isRecording });
    client.attend({ request: (request) => this.#answer(request), gone: () => this.end(undefined) });
    this.#stopWatching = watchLimits(
      this.#parts.clock,
      owner.limits,
      () => this.lastActiveMs,
      (why, text) => {
        this.log.disconnected(why);
        this.end(text);
      },
    );
  }

  #answer(request: ClientRequest): void {
    this.lastActiveMs = this.#parts.clock.now();
    this.#request.noteActivity();
    switch (request.type) {
      case 'run':
        return this.#runner?.run(request);
      case 'more':
        return this.#runner?.more(request);
      case 'close':
        return this.#runner?.close(request.set);
      case 'cancel':
        return this.#runner?.cancel(request.id);
      case 'catalog':
        return void this.#catalog(request.id);
    }
  }

  /** Over a connection of its own: what runs, and an open transaction, know nothing of it. */
  async #catalog(id: number): Promise<void> {
    const { client, openConnection } = this.#request;
    if (this.#readsCatalog) return client.send({ type: 'failed', id, message: CATALOG_RUNS });
    this.#readsCatalog = true;
    let connection: DatabaseConnection | undefined;
    try {
      const nobody = { notice: () => undefined, transaction: () => undefined, lost: () => undefined };
      connection = await openConnection({ readOnly: true }, nobody, this.#over.signal);
      const close = connection.close.bind(connection);
      this.#over.signal.addEventListener('abort', close, { once: true });
      const { results } = connection.run(CATALOG_SQL[connection.protocol]);
      await sendCatalog(
        results,
        id,
        (answer) => client.send(answer),
        () => client.ready(),
      );
    } catch (error) {
      client.send({ type: 'failed', id, message: faultOf(error) });
    } finally {
      connection?.close();
      this.#readsCatalog = false;
    }
  }

  #listener(): ConnectionListener {
    return {
      notice: (severity, message) => this.#runner?.notice(severity, message),
      transaction: (state) => {
        if (state === this.#transaction) return;
        this.#transaction = state;
        if (this.#stage === 'open') this.#request.client.send({ type: 'transaction', state });
      },
      lost: (text) => this.end(text),
    };
  }

  #release(): void {
    this.#over.abort();
    this.#stopWatching();
    this.#runner?.dispose();
    this.#connection?.close();
  }

  #requireOpening(): void {
    if (this.#failure) throw this.#failure;
  }

  #requireRecording(): void {
    const { trouble } = this.log;
    if (trouble && this.subject.recordStrictly) throw new TargetError(notRecorded(trouble));
  }

  #recordingFailed(): void {
    const { trouble } = this.log;
    if (!trouble || this.#stage !== 'open') return;
    if (this.subject.recordStrictly) return this.end(notRecorded(trouble));
    this.#runner?.notice('WARNING', `From now on the session is not recorded: ${reason(trouble)}.`);
  }
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseFault)) return error;
  return new TargetError(error.cause === '' ? error.message : `${error.message}\n${error.cause}`, error.forLog);
}
