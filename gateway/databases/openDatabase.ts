// Opens a signed-in database connection for any protocol and transport.
import { errorMessage } from '../../src/lib/errorMessage.ts';
import { Socket } from 'node:net';
import { TargetError } from '../terminal/target.ts';
import {
  readable,
  type ConnectionListener,
  type ConnectionOptions,
  type DatabaseConnection,
} from './DatabaseConnection.ts';
import { DatabaseFault, withoutSecret } from './DatabaseFault.ts';
import { readSecrets, type DatabaseTarget } from './DatabaseTarget.ts';
import { MysqlConnection, mysqlStage } from './mysql/MysqlConnection.ts';
import { PacedStream } from './PacedStream.ts';
import { PostgresConnection, postgresStage } from './postgres/PostgresConnection.ts';

/** From the open connection to the first statement. */
const LOGIN_MAX_MS = 10_000;
/** A vanished server is detected some ten seconds after this time without traffic. */
const KEEP_ALIVE_MS = 30_000;

const DRIVERS = {
  postgres: { library: PostgresConnection, toStage: postgresStage },
  mysql: { library: MysqlConnection, toStage: mysqlStage },
};

/** Rejects with a DatabaseFault, at once if `signal` aborts. Secrets are read again each time. */
export async function openDatabase(
  target: DatabaseTarget,
  options: ConnectionOptions,
  listener: ConnectionListener,
  signal: AbortSignal,
): Promise<DatabaseConnection> {
  const { library } = DRIVERS[target.protocol];
  const secrets = await readSecrets(target);
  const stream = await dialDatabase(target, signal);
  let why = '';
  const stop = (text: string) => {
    why ||= text;
    stream.destroy(new Error(text));
  };
  const timer = setTimeout(() => stop(`it did not complete the sign-in within ${LOGIN_MAX_MS / 1000} s`), LOGIN_MAX_MS);
  const abandon = () => stop('the client has disconnected');
  signal.addEventListener('abort', abandon);
  if (signal.aborted) abandon();
  stream.on('error', () => undefined); // the library reports it, unless it has already ended
  // The library reports its reason first. While it is being loaded, it notices nothing.
  const closed = new Promise<never>((_, reject) => {
    stream.once('close', () => setImmediate(() => reject(new Error('the server closed the connection'))));
  });
  try {
    const opening = library.open(target, secrets, stream, options, listener, () => dialDatabase(target));
    return await Promise.race([opening, closed]);
  } catch (error) {
    stream.destroy();
    const failure = error instanceof Error ? error : new Error(String(error));
    const cause = why || withoutSecret(errorMessage(readable(failure)), secrets.password);
    throw why !== ''
      ? new DatabaseFault('connect', `${target.name} cannot be reached.`, cause)
      : faultFrom(failure, target, cause);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abandon);
  }
}

async function dialDatabase(
  { name, address, through, dialer }: DatabaseTarget,
  signal?: AbortSignal,
): Promise<PacedStream> {
  try {
    const raw = await dialer.dial(address, through, signal);
    if (raw instanceof Socket) raw.setKeepAlive(true, KEEP_ALIVE_MS);
    return new PacedStream(raw);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw new DatabaseFault('connect', `${name} cannot be reached.`, error.message, error.forLog);
  }
}

const NO_TLS = /does not support SSL|not support secure|establishing an SSL/i;
const TLS_CODE = /^(ERR_(TLS|SSL|OSSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/;

function faultFrom(error: Error, target: DatabaseTarget, cause: string): DatabaseFault {
  const { name, protocol, account, database } = target;
  const code = 'code' in error ? String(error.code) : '';
  if (NO_TLS.test(error.message) || code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return new DatabaseFault(
      'connect',
      `${name} does not offer TLS. Its administrator can turn it on, or the gateway’s can set tls.mode.`,
      cause,
    );
  if (TLS_CODE.test(code))
    return new DatabaseFault('connect', `The certificate or the TLS settings of ${name} are not accepted.`, cause);
  const isServers = 'severity' in error || 'sqlState' in error || 'sqlMessage' in error;
  if (isServers || /password|SCRAM|SASL/.test(error.message)) {
    const refusals = {
      user: `${name} does not accept the user ${account} with the gateway’s credentials.`,
      database: `${account} cannot open the database ${database} on ${name}.`,
      login: `${name} refused the connection.`,
    };
    const stage = DRIVERS[protocol].toStage(error);
    return new DatabaseFault(stage, refusals[stage], cause);
  }
  return new DatabaseFault('connect', `The connection to ${name} broke.`, cause);
}
