import type { Connection } from 'mysql2';
import { connect as connectTls, type ConnectionOptions as TlsOptions } from 'node:tls';
import type { TransactionState } from '../../../src/wire/query/messages.ts';
import {
  CANCEL_MAX_MS,
  GONE,
  lostText,
  setBackText,
  unreadable,
  type ConnectionListener,
  type ConnectionOptions,
  type DatabaseConnection,
  type Dial,
  type RunningStatement,
} from '../DatabaseConnection.ts';
import { toName } from '../cells.ts';
import type { DatabaseSecrets, DatabaseTarget } from '../DatabaseTarget.ts';
import type { PacedStream } from '../PacedStream.ts';
import { TextQuery, type SystemVariables } from './TextQuery.ts';

/** Status flag of an answer (protocol::Protocol, SERVER_STATUS_IN_TRANS). */
const IN_TRANSACTION = 1;
/** A discarded result that does not end in this time ends the connection. */
const CLOSE_MAX_MS = 15_000;

/** The only character set in which results are read. */
const CHARSET = 'utf8mb4';
const SET_NAMES = `SET NAMES ${CHARSET} COLLATE utf8mb4_general_ci`;

/** The server closes connections that read no rows for this long. Its default is a minute. */
const WAIT_MAX_S = 3600;

/** A longer message is a row. The library takes seconds to decode a name of some megabytes. */
const SHORT_MAX_BYTES = 64 * 1024;

const STUCK = 'The connection to the database was closed: it did not stop sending a result.';
const NO_ANSWER = `the server did not answer within ${CANCEL_MAX_MS / 1000} s`;
const NO_FILES = 'LOAD DATA LOCAL is not possible here: the gateway reads no files for a database.';

type Parts = {
  driver: Driver;
  stream: PacedStream;
  secrets: DatabaseSecrets;
  options: ConnectionOptions;
  listener: ConnectionListener;
};

export class MysqlConnection implements DatabaseConnection {
  readonly protocol = 'mysql';
  version = '';
  #parts: Parts;
  readonly cancel: () => Promise<void>;
  #running: TextQuery | undefined;
  #state: TransactionState = 'none';
  /** Runs after a statement that changed the character set. */
  #setBack: string | undefined;
  #isOver = false;
  #isReady = false;

  private constructor(parts: Parts, kill: () => Promise<void>) {
    this.#parts = parts;
    this.cancel = kill;
    this.#watch();
  }

  /** `stream`: an open connection. If this rejects, the caller has to destroy it. */
  static async open(
    target: DatabaseTarget,
    secrets: DatabaseSecrets,
    stream: PacedStream,
    options: ConnectionOptions,
    listener: ConnectionListener,
    dial: Dial,
  ): Promise<MysqlConnection> {
    const driver = await createDriver(target, secrets, stream);
    const kill = () => killQuery(target, secrets, dial, driver.threadId);
    const connection = new MysqlConnection({ driver, stream, secrets, options, listener }, kill);
    await signedIn(driver);
    if (options.readOnly) await connection.#command('SET SESSION TRANSACTION READ ONLY');
    await connection.#command(`${SET_NAMES}, SESSION net_write_timeout = ${WAIT_MAX_S}`);
    connection.version = toName(await connection.#command('SELECT VERSION()'));
    connection.#isReady = true;
    return connection;
  }

  run(sql: string): RunningStatement {
    const { driver, stream, secrets, options } = this.#parts;
    stream.resetKept();
    const status = (flags: number, changed?: SystemVariables) => this.#note(flags, changed);
    const query = (this.#running = new TextQuery({ stream, password: secrets.password, status }));
    const begin = () => {
      this.#setBack = undefined;
      query.read(driver.query({ sql, rowsAsArray: true, typeCast: false }));
    };
    const first = options.readOnly ? 'START TRANSACTION READ ONLY' : this.#setBack;
    const fail = (error: unknown) => query.refuse(error instanceof Error ? error : new Error(GONE));
    const begun = first === undefined ? begin() : this.#command(first).then(begin, fail);
    return { results: query.results, close: (mayStop = true) => this.#close(query, mayStop, begun) };
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.stream.release();
    this.#parts.driver.end();
    this.#running?.end(new Error(GONE));
    setTimeout(() => this.#parts.stream.destroy(), 2000).unref();
  }

  async #close(query: TextQuery, mayStop: boolean, begun: Promise<void> | void): Promise<void> {
    await begun;
    query.results.drop();
    if (!query.isOver) {
      const timer = setTimeout(() => this.#lose(STUCK), CLOSE_MAX_MS);
      // A reading statement can be stopped. Otherwise all its rows would have to arrive first.
      if (mayStop) await this.cancel().catch(() => undefined);
      await query.over.finally(() => clearTimeout(timer));
    }
    if (this.#isOver) return;
    if (this.#parts.options.readOnly) await this.#command('ROLLBACK').catch(() => undefined);
    // An error has no status. This statement returns it, and does not change ROW_COUNT() and SHOW WARNINGS.
    else if (query.hasFailed) await this.#command('SHOW WARNINGS LIMIT 0').catch(() => undefined);
  }

  /** Runs a statement of the gateway. Returns the first value. */
  #command(sql: string): Promise<string> {
    this.#parts.stream.resetKept();
    return new Promise((resolve, reject) => {
      this.#parts.driver.query({ sql, rowsAsArray: true, typeCast: false }, (error: Error | null, rows: unknown) => {
        if (error) return reject(error);
        const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
        resolve(Array.isArray(row) && Buffer.isBuffer(row[0]) ? row[0].toString('utf8') : '');
      });
    });
  }

  #watch(): void {
    const { driver, stream, secrets } = this.#parts;
    const lose = (error: Error | null) => this.#isReady && this.#lose(error ? lostText(error, secrets) : GONE);
    driver.on('error', lose);
    driver.on('end', () => lose(null));
    // The error may have gone only to a statement of the gateway.
    stream.on('close', () => lose(stream.errored));
    watchPackets(driver, stream, (packet) => {
      if (!this.#running?.columns) requireShort(packet);
      stream.noteMessage(packet.length());
      if (this.#isReady && packet.isEOF()) this.#note(packet.eofStatusFlags());
    });
  }

  #note(status: number, { character_set_client: client, character_set_results: results }: SystemVariables = {}): void {
    const charset = [client, results].find((name) => name !== undefined && name !== CHARSET);
    if (charset !== undefined) {
      this.#setBack = SET_NAMES;
      this.#parts.listener.notice('NOTICE', setBackText(charset || 'NULL', CHARSET));
    }
    const state = status & IN_TRANSACTION ? 'open' : 'none';
    if (this.#parts.options.readOnly || state === this.#state) return;
    this.#state = state;
    this.#parts.listener.transaction(state);
  }

  #lose(text: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#parts.stream.destroy();
    this.#running?.end(new Error(text));
    this.#parts.listener.lost(text);
  }
}

/** Parts of the library that its types do not declare. */
type Packet = { sequenceId: number; length(): number; isEOF(): boolean; eofStatusFlags(): number };
type Driver = Pick<Connection, 'threadId' | 'query' | 'on' | 'once' | 'off' | 'end'> & {
  stream: PacedStream;
  sequenceId: number;
  packetParser: { execute(data: Buffer): void };
  handlePacket(packet?: Packet): void;
  startTLS(secured: (error?: Error) => void): void;
  _handleNetworkError(error: Error): void;
};

async function createDriver(
  { account, database, tls }: DatabaseTarget,
  { password, tls: secure }: DatabaseSecrets,
  stream: PacedStream,
): Promise<Driver> {
  const { default: mysql } = await import('mysql2');
  const driver = mysql.createConnection({
    stream,
    user: account,
    password,
    host: tls.serverName,
    ...(database !== '' && { database }),
    ...(secure && { ssl: {} }), // see startTls
    charset: 'UTF8MB4_GENERAL_CI',
    flags: ['-LOCAL_FILES'],
    infileStreamFactory: () => {
      throw new Error(NO_FILES);
    },
    multipleStatements: false,
    disableEval: true,
    connectTimeout: 0,
    queryFormat: (sql) => sql, // keeps question marks unchanged
  }) as unknown as Driver;
  if (secure) driver.startTLS = (secured) => startTls(driver, secure, secured);
  return driver;
}

function requireShort(packet: Packet): void {
  if (packet.length() > SHORT_MAX_BYTES) throw new Error('a message that is too long');
}

/** An error ends the connection: the library catches only errors of the running statement. */
function watchPackets(driver: Driver, stream: PacedStream, seen: (packet: Packet) => void): void {
  const handle = driver.handlePacket.bind(driver);
  driver.handlePacket = (packet) => {
    if (packet && stream.destroyed) return;
    try {
      // The library would log this for each packet.
      if (packet && packet.sequenceId !== driver.sequenceId) throw new Error('packets out of order');
      if (packet) seen(packet);
      handle(packet);
    } catch (error) {
      stream.destroy(unreadable(error));
    }
  };
}

/** The library itself would check an IP address as the name `localhost`, and keep sessions between connections. */
function startTls(driver: Driver, secure: TlsOptions, secured: (error?: Error) => void): void {
  const { stream } = driver;
  stream.removeAllListeners('data');
  let isSecure = false;
  const socket = connectTls({ ...secure, socket: stream }, () => {
    isSecure = true;
    secured();
  });
  socket.on('error', (error: Error) => (isSecure ? driver._handleNetworkError(error) : secured(error)));
  socket.on('data', (data: Buffer) => driver.packetParser.execute(data));
  driver.stream = socket as unknown as PacedStream; // from now on it only writes and ends
}

function signedIn(driver: Driver): Promise<void> {
  return new Promise((resolve, reject) => {
    driver.on('error', reject); // later errors have no waiting caller
    driver.on('end', () => reject(new Error(GONE)));
    driver.once('connect', () => resolve());
  });
}

async function killQuery(
  target: DatabaseTarget,
  secrets: DatabaseSecrets,
  dial: Dial,
  threadId: number,
): Promise<void> {
  const stream = await dial();
  const timer = setTimeout(() => stream.destroy(new Error(NO_ANSWER)), CANCEL_MAX_MS);
  try {
    const driver = await createDriver({ ...target, database: '' }, secrets, stream);
    watchPackets(driver, stream, requireShort);
    await signedIn(driver);
    await new Promise<void>((resolve, reject) => {
      driver.query(`KILL QUERY ${threadId}`, (error: Error | null) => (error ? reject(error) : resolve()));
    });
    driver.end();
  } finally {
    clearTimeout(timer);
    setTimeout(() => stream.destroy(), 1000).unref();
  }
}

const USER_CODES = [1045, 1698, 1251, 1862];
const DATABASE_CODES = [1044, 1049];

/** The step at which the server refused the sign-in with this error. */
export function mysqlStage(error: Error): 'user' | 'database' | 'login' {
  const code = 'errno' in error ? Number(error.errno) : 0;
  if (USER_CODES.includes(code)) return 'user';
  return DATABASE_CODES.includes(code) ? 'database' : 'login';
}
