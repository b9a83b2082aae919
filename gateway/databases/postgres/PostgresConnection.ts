import type { Client } from 'pg';
import type { TransactionState } from '../../../src/wire/query/messages.ts';
import {
  CANCEL_MAX_MS,
  GONE,
  lostText,
  setBackText,
  type ConnectionListener,
  type ConnectionOptions,
  type DatabaseConnection,
  type Dial,
  type RunningStatement,
} from '../DatabaseConnection.ts';
import { toName } from '../cells.ts';
import type { DatabaseSecrets, DatabaseTarget } from '../DatabaseTarget.ts';
import type { PacedStream } from '../PacedStream.ts';
import { checkMessages } from './checkMessages.ts';
import { PortalQuery } from './PortalQuery.ts';
import { FACTS_SQL } from './types.ts';

/** The only encoding in which the library writes and reads texts. */
const ENCODING = 'UTF8';
const STATES: Readonly<Record<string, TransactionState>> = { I: 'none', T: 'open', E: 'failed' };

/** Messages that are not kept. With LISTEN they come during the whole session. */
const PASSING: readonly string[] = ['notice', 'notification'];
/** More than the longest text of a statement. If a server answers but does not read, unsent data piles up. */
const UNSENT_MAX_BYTES = 4 * 1024 * 1024;
const NOT_READ = 'the database server does not read what it is sent';
/** Waits this long for a server to accept the termination message. */
const CLOSE_MAX_MS = 2000;

type Parts = {
  client: Client;
  stream: PacedStream;
  target: DatabaseTarget;
  secrets: DatabaseSecrets;
  options: ConnectionOptions;
  dial: Dial;
};

export class PostgresConnection implements DatabaseConnection {
  readonly protocol = 'postgres';
  version = '';
  #parts: Parts;
  #types = new Map<number, string>();
  #isOver = false;
  /** Runs after a statement that changed the encoding. */
  #setBack: string | undefined;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `stream`: an open connection. If this rejects, the caller has to destroy it. */
  static async open(
    target: DatabaseTarget,
    secrets: DatabaseSecrets,
    stream: PacedStream,
    options: ConnectionOptions,
    listener: ConnectionListener,
    dial: Dial,
  ): Promise<PostgresConnection> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      user: target.account,
      password: () => secrets.password, // the library would look for an empty text in the environment and in files
      database: target.database || target.account,
      host: target.tls.serverName, // only the name in the certificate: the connection is already open
      ssl: secrets.tls ?? false,
      stream: () => stream,
      application_name: 'postern',
      options: `-c bytea_output=hex -c default_transaction_read_only=${options.readOnly ? 'on' : 'off'}`,
    });
    const connection = new PostgresConnection({ client, stream, target, secrets, options, dial });
    checkMessages(client.connection, stream);
    connection.#listen(listener);
    await client.connect();
    stream.resetKept();
    const { rows } = await client.query<[string, string]>({ text: FACTS_SQL, rowMode: 'array' });
    connection.version = toName(rows.find(([oid]) => Number(oid) === 0)?.[1] ?? '');
    connection.#types = new Map(rows.map(([oid, name]) => [Number(oid), toName(name)]));
    return connection;
  }

  run(sql: string): RunningStatement {
    const { client, stream, secrets, options } = this.#parts;
    const typeName = (oid: number) => this.#types.get(oid) ?? `oid ${oid}`;
    const query = new PortalQuery({ sql, stream, typeName, password: secrets.password });
    stream.resetKept();
    const first = options.readOnly ? 'BEGIN TRANSACTION READ ONLY' : this.#setBack;
    const begin = () => void client.query(query);
    const fail = (error: unknown) => query.handleError(error instanceof Error ? error : new Error(GONE));
    const begun = first === undefined ? begin() : client.query(first).then(begin, fail);
    return {
      results: query.results,
      close: async () => {
        await begun;
        await query.close();
        if (!options.readOnly) return;
        stream.resetKept();
        await client.query('ROLLBACK').catch(() => undefined); // lost: the listener is called
      },
    };
  }

  /** As the protocol defines: over another connection, with the key that the server gave to this one. */
  async cancel(): Promise<void> {
    const { client, target, secrets } = this.#parts;
    const { default: pg } = await import('pg');
    const stream = await this.#parts.dial();
    const ssl = secrets.tls ?? false;
    const wire = new pg.Connection({ stream, ssl } as object) as unknown as CancelWire;
    checkMessages(wire, stream);
    const { processID, secretKey } = client as unknown as CancelKey;
    const timer = setTimeout(() => stream.destroy(), CANCEL_MAX_MS);
    await new Promise<void>((resolve, reject) => {
      wire.on('error', reject);
      wire.on('end', () => resolve());
      wire.on('connect', () => (ssl ? wire.requestSsl() : wire.cancel(processID, secretKey)));
      wire.on('sslconnect', () => wire.cancel(processID, secretKey));
      wire.connect(target.address.port, target.tls.serverName);
    }).finally(() => {
      clearTimeout(timer);
      stream.destroy();
    });
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    void this.#parts.client.end().catch(() => undefined);
    this.#parts.stream.release();
    setTimeout(() => this.#parts.stream.destroy(), CLOSE_MAX_MS).unref();
  }

  #listen(listener: ConnectionListener): void {
    const { client, stream, secrets, options } = this.#parts;
    const lose = (text: string) => {
      if (this.#isOver) return;
      this.#isOver = true;
      stream.destroy();
      listener.lost(text);
    };
    let lastError: Error | undefined; // of the server: the library gives them only to the statement that runs
    client.connection.prependListener('errorMessage', (error: Error) => (lastError = error));
    client.on('error', (error: Error) => lose(lostText(lastError ?? error, secrets)));
    client.on('end', () => lose(lastError ? lostText(lastError, secrets) : GONE));
    client.on('notice', ({ severity = 'NOTICE', message = '' }) => listener.notice(toName(severity), message));
    client.on('notification', ({ channel, payload = '' }) =>
      listener.notice('NOTIFY', payload === '' ? channel : `${channel}: ${payload}`),
    );
    client.connection.on('message', ({ name, length }: { name: string; length: number }) => {
      stream.noteMessage(PASSING.includes(name) ? 0 : length);
      if (client.connection.stream.writableLength > UNSENT_MAX_BYTES) stream.destroy(new Error(NOT_READ));
    });
    client.connection.on('parameterStatus', ({ parameterName, parameterValue: encoding }: ParameterStatus) => {
      if (parameterName !== 'client_encoding') return;
      this.#setBack = encoding === ENCODING ? undefined : `SET client_encoding = '${ENCODING}'`;
      if (this.#setBack) listener.notice('NOTICE', setBackText(encoding, ENCODING));
    });
    client.connection.on('readyForQuery', ({ status }: { status: string }) => {
      lastError = undefined;
      if (!options.readOnly) listener.transaction(STATES[status] ?? 'none');
    });
  }
}

type ParameterStatus = { parameterName: string; parameterValue: string };
type CancelKey = { processID: number; secretKey: number };
type CancelWire = {
  on(event: 'error' | 'end' | 'connect' | 'sslconnect', listener: (error?: unknown) => void): void;
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

const USER_CODES = ['28P01', '28000'];
const DATABASE_CODES = ['3D000', '42501'];

/** The step at which the server refused the sign-in with this error. */
export function postgresStage(error: Error): 'user' | 'database' | 'login' {
  const code = 'code' in error ? String(error.code) : '';
  if (USER_CODES.includes(code) || /client password must|SCRAM|SASL/.test(error.message)) return 'user';
  return DATABASE_CODES.includes(code) ? 'database' : 'login';
}
