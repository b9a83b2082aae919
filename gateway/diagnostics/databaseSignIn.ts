// A sign-in at PostgreSQL or MySQL over a connection that is open already, and one statement.
import type { Duplex } from 'node:stream';
import { StepFailure } from './traces.ts';
import type { DatabaseLogin } from './databaseLogin.ts';

type SignIn = { login: DatabaseLogin; database: string; connection: Duplex };

/** What the server refuses, by its code (SQLSTATE, names of MySQL errors). */
const REFUSALS: Readonly<Record<string, 'DATABASE_DB_USER' | 'DATABASE_DB_NAME'>> = {
  '28P01': 'DATABASE_DB_USER',
  '28000': 'DATABASE_DB_USER',
  '3D000': 'DATABASE_DB_NAME',
  '42501': 'DATABASE_DB_NAME',
  ER_ACCESS_DENIED_ERROR: 'DATABASE_DB_USER',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'DATABASE_DB_USER',
  ER_DBACCESS_DENIED_ERROR: 'DATABASE_DB_NAME',
  ER_BAD_DB_ERROR: 'DATABASE_DB_NAME',
};

/** Of pg, where the server wants a password and the gateway has none. */
const NO_PASSWORD = /client password must/;

const REMEDIES = {
  DATABASE_DB_USER:
    'The database server refuses the user. Check that the user exists there, and the password or certificate of the gateway for it.',
  DATABASE_DB_NAME: 'The user cannot open this database. Check that it exists and that the user may connect to it.',
  CONNECTIVITY:
    'The gateway cannot set up a connection to the database. Check its address, that it runs, and its TLS settings.',
  UNKNOWN_ERROR: 'The database server refuses the connection. Read the extra details.',
};

const SIGN_INS: Readonly<Record<string, (signIn: SignIn) => Promise<void>>> = { postgres, mysql };

/** Rejects with a StepFailure that tells what was refused. Destroys the connection in any case. */
export async function signInAtDatabase(protocol: string, signIn: SignIn): Promise<void> {
  const { connection } = signIn;
  connection.on('error', () => undefined); // reported by the client, and after its end by nobody
  try {
    await SIGN_INS[protocol]?.(signIn);
  } catch (error) {
    throw toFailure(error);
  } finally {
    connection.destroy();
  }
}

function toFailure(error: unknown): StepFailure {
  const trace = error instanceof Error ? traceOf(error) : 'UNKNOWN_ERROR';
  return new StepFailure(trace, REMEDIES[trace], error instanceof Error ? error.message : 'unknown error');
}

function traceOf(error: Error): keyof typeof REMEDIES {
  const refusal = 'code' in error ? REFUSALS[String(error.code)] : undefined;
  if (refusal) return refusal;
  if (NO_PASSWORD.test(error.message)) return 'DATABASE_DB_USER';
  // Errors of the server have these; all others are of the connection and of TLS.
  return 'severity' in error || 'sqlState' in error ? 'UNKNOWN_ERROR' : 'CONNECTIVITY';
}

async function postgres({ login: { account, password, tls }, database, connection }: SignIn): Promise<void> {
  const { default: pg } = await import('pg');
  const stream = openSocket(connection);
  const client = new pg.Client({
    user: account,
    password: password ?? '',
    database,
    ssl: tls ?? false,
    stream: () => stream,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } finally {
    void client.end().catch(() => undefined);
  }
}

async function mysql({ login: { account, password, tls }, database, connection }: SignIn): Promise<void> {
  const { createConnection } = await import('mysql2/promise');
  const { rejectUnauthorized = true, checkServerIdentity: check, ca, cert, key } = tls ?? {};
  const ssl = tls && { rejectUnauthorized, verifyIdentity: rejectUnauthorized && check === undefined, ca, cert, key };
  const client = await createConnection({
    user: account,
    password: password ?? '',
    ...(database !== '' && { database }),
    ...(tls?.servername !== undefined && { host: tls.servername }),
    stream: connection,
    ...(ssl && { ssl: JSON.parse(JSON.stringify(ssl)) as object }),
  });
  await client.query('SELECT 1');
  client.destroy();
}

/** pg wants to connect a socket itself. This one is open. */
function openSocket(connection: Duplex): Duplex {
  return Object.assign(connection, {
    setNoDelay: () => connection,
    setKeepAlive: () => connection,
    ref: () => connection,
    unref: () => connection,
    connect: () => {
      queueMicrotask(() => connection.emit('connect'));
      return connection;
    },
  });
}
