// One session on a database: connects a socket, a database connection, its statements, and a recording.
import type { Dispose } from '../../src/lib/disposables.ts';
import type { QueryAnswer, TransactionState } from '../../src/wire/query/messages.ts';
import { reason } from '../config/files.ts';
import { watchLimits } from '../terminal/limits.ts';
import { notRecorded } from '../terminal/SessionRecorder.ts';
import { TargetError } from '../terminal/target.ts';
import { CatalogReader } from './CatalogReader.ts';
import type { ConnectionListener, DatabaseConnection } from './DatabaseConnection.ts';
import { DatabaseFault } from './DatabaseFault.ts';
import type { DatabaseTarget } from './DatabaseTarget.ts';
import { openDatabase } from './openDatabase.ts';
import type { ClientRequest, QueryClient } from './QueryClient.ts';
import { QueryLog, type QueryLogParts } from './QueryLog.ts';
import { QueryRunner } from './QueryRunner.ts';
import type { QuerySubject } from './querySubject.ts';
import { toLines } from './transcript.ts';

export type QuerySessionParts = QueryLogParts & {
  /** The session has started. */
  begun: () => void;
  /** The session has ended and its end is recorded. */
  ended: () => void;
};

export type QueryOpening = {
  client: QueryClient;
  subject: QuerySubject;
  /** Throws a DatabaseFault if the entry cannot be used. */
  target: () => DatabaseTarget;
  /** Call this when the user does something, so that the sign-in counts as active. */
  noteActivity: () => void;
};

/** Limits of the server messages that belong to no statement, between two runs. */
const NOTICES_MAX = 200;
const NOTICE_MAX_CHARS = 2000;
/** How long the end of a session waits for a server to stop the running statement. */
const STOP_MAX_MS = 3000;

const LEFT = 'The connection was closed.';
const READ_ONLY = 'Your roles allow reading only.';
const NO_MORE_NOTICES = 'Further messages of the database are not shown.';
const NOBODY: ConnectionListener = { notice: () => undefined, transaction: () => undefined, lost: () => undefined };

export class QuerySession {
  readonly subject: QuerySubject;
  readonly log: QueryLog;
  readonly createdMs: number;
  lastActiveMs: number;
  #opening: QueryOpening;
  #parts: QuerySessionParts;
  #stage: 'opening' | 'open' | 'over' = 'opening';
  /** Why the session did not start. */
  #failure: TargetError | undefined;
  #abort = new AbortController();
  #connection: DatabaseConnection | undefined;
  #runner: QueryRunner | undefined;
  #catalog: CatalogReader | undefined;
  #transaction: TransactionState = 'none';
  #notices = 0;
  #stopWatching: Dispose = () => undefined;

  constructor(opening: QueryOpening, parts: QuerySessionParts) {
    this.subject = opening.subject;
    this.log = new QueryLog(parts, opening.subject);
    this.createdMs = this.lastActiveMs = parts.clock.now();
    this.#opening = opening;
    this.#parts = parts;
  }

  /** Rejects with a TargetError if the session cannot start: inform the client, and then call `abandon`. */
  async open(): Promise<void> {
    const { client } = this.#opening;
    await this.log.open(() => this.#recordingFailed());
    this.#requireRecording();
    client.attend({ request: (request) => this.#request(request), gone: () => this.end(undefined) });
    this.#requireOpening();
    const connection = await this.#connect();
    this.#connection = connection;
    this.#requireOpening(); // it may have ended in the meantime
    this.#requireRecording();
    this.#begin(connection);
  }

  /** The session did not start. */
  async abandon(): Promise<void> {
    this.#stage = 'over';
    this.#connection?.close();
    await this.log.abandon();
  }

  /** Ends the session. `text` is for the user, undefined if nothing may be sent or the client has disconnected. */
  end(text: string | undefined): void {
    if (this.#stage === 'opening') {
      this.#failure ??= new TargetError(text ?? LEFT);
      this.#abort.abort(this.#failure);
    }
    if (this.#stage !== 'open') return;
    this.#stage = 'over';
    if (text === undefined) this.#opening.client.drop();
    else {
      this.log.print(toLines(text));
      this.#opening.client.dismiss(text);
    }
    void this.#finish();
  }

  async #connect(): Promise<DatabaseConnection> {
    const { target } = this.#opening;
    const { readOnly } = this.subject;
    try {
      return await openDatabase(target(), { readOnly }, this.#listener(), this.#abort.signal);
    } catch (error) {
      this.#requireOpening();
      if (!(error instanceof DatabaseFault)) throw error;
      throw new TargetError(error.cause === '' ? error.message : `${error.message} (${error.cause})`, error.forLog);
    }
  }

  #listener(): ConnectionListener {
    return {
      notice: (severity, message) => this.#notice(severity, message),
      transaction: (state) => {
        if (this.#stage !== 'open' || state === this.#transaction) return;
        this.#transaction = state;
        this.#send({ type: 'transaction', state });
      },
      lost: (text) => this.end(text),
    };
  }

  #begin(connection: DatabaseConnection): void {
    const { client, target } = this.#opening;
    const { id, dbUser, dbName, readOnly, owner } = this.subject;
    const channel = { send: (answer: QueryAnswer) => this.#send(answer), ready: () => client.ready() };
    this.#runner = new QueryRunner({ connection, readOnly, log: this.log, ...channel });
    this.#catalog = new CatalogReader({
      open: async (signal) => openDatabase(target(), { readOnly: true }, NOBODY, signal),
      ...channel,
    });
    this.log.started();
    this.#stage = 'open';
    this.#parts.begun();
    const { protocol, version } = connection;
    this.#send({
      type: 'ready',
      ...{ sid: id, protocol, version, user: dbUser, database: dbName },
      ...(readOnly && { readOnly: READ_ONLY }),
      recorded: this.log.isRecording,
    });
    this.#recordingFailed();
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

  #request(request: ClientRequest): void {
    if (this.#stage !== 'open') return; // no requests before `ready` and after the end
    this.lastActiveMs = this.#parts.clock.now();
    this.#opening.noteActivity();
    switch (request.type) {
      case 'run':
        this.#notices = 0;
        return this.#runner?.run(request);
      case 'more':
        return this.#runner?.more(request);
      case 'close':
        return void this.#runner?.close(request);
      case 'cancel':
        return this.#runner?.cancel(request.id);
      case 'catalog':
        return this.#catalog?.read(request.id);
      default:
        request satisfies never;
    }
  }

  #notice(severity: string, words: string): void {
    if (this.#stage !== 'open' || this.#notices > NOTICES_MAX) return;
    this.#notices++;
    const message = this.#notices > NOTICES_MAX ? NO_MORE_NOTICES : words.slice(0, NOTICE_MAX_CHARS);
    this.log.print(toLines(`${severity}: ${message}`));
    this.#send({ type: 'notice', severity, message });
  }

  async #finish(): Promise<void> {
    const { report, ended } = this.#parts;
    this.#stopWatching();
    this.#catalog?.dispose();
    const stopped = this.#runner?.dispose();
    this.#connection?.close();
    const waited = new Promise((resolve) => setTimeout(resolve, STOP_MAX_MS).unref());
    await Promise.all([this.log.ended().catch(report), stopped && Promise.race([stopped, waited])]);
    ended();
  }

  #send(answer: QueryAnswer): void {
    this.#opening.client.send(answer);
  }

  #requireOpening(): void {
    if (this.#failure) throw this.#failure;
  }

  #requireRecording(): void {
    const { failure } = this.log;
    if (failure && this.subject.recordStrictly) throw new TargetError(notRecorded(failure));
  }

  #recordingFailed(): void {
    const { failure } = this.log;
    if (!failure || this.#stage !== 'open') return;
    if (this.subject.recordStrictly) return this.end(notRecorded(failure));
    const message = `From now on the session is not recorded: ${reason(failure)}.`;
    this.#send({ type: 'notice', severity: 'WARNING', message });
  }
}
