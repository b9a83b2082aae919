// A real PostgreSQL on loopback that requires passwords.
import { readdirSync } from 'node:fs';
import { freePort } from '../../gateway/process/listen.ts';
import { createServerProcess } from './serverProcess.ts';

const ROOT = '/usr/lib/postgresql';

export type TestDatabase = {
  protocol: 'postgres' | 'mysql';
  host: '127.0.0.1';
  port: number;
  /**
   * Runs each statement separately as the super user. Returns the output: one line for each row, values between `|`.
   */
  run(sql: string, database?: string): string;
  log(): string;
  /** Kills the server, as if the machine were lost. */
  kill(): Promise<void>;
  /** May be called twice. */
  stop(): Promise<void>;
};

export type TestDatabaseOptions = {
  /** PEM texts: the server refuses connections without TLS. `ca`: clients must show a certificate of it. */
  tls?: { cert: string; key: string; ca?: string };
};

/** There is a database `shop` with the user `ann`, who has the password `APP_PASSWORD` and may create tables in it. */
export const APP_USER = 'ann';
export const APP_PASSWORD = 'the password of ann';
export const APP_DATABASE = 'shop';

export async function startPostgres({ tls }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const version = readdirSync(ROOT).toSorted().at(-1) ?? '';
  const bin = (name: string) => `${ROOT}/${version}/bin/${name}`;
  const server = createServerProcess('postgres');
  const data = server.path('data');
  server.execute(bin('initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-A',
    'trust',
  ]);
  const rules = tls
    ? `hostssl all all 127.0.0.1/32 ${tls.ca ? 'cert' : 'scram-sha-256'}`
    : 'host all all 127.0.0.1/32 scram-sha-256';
  server.write('data/pg_hba.conf', `local all all trust\n${rules}\n`);
  const port = await freePort('127.0.0.1');
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
    'logging_collector=off',
  ];
  if (tls) {
    settings.push('ssl=on', `ssl_cert_file=${server.write('server.crt', tls.cert)}`);
    settings.push(`ssl_key_file=${server.write('server.key', tls.key)}`);
    if (tls.ca) settings.push(`ssl_ca_file=${server.write('ca.crt', tls.ca)}`);
  }
  const options = ['-D', data, '-p', String(port), '-k', server.path(''), '-h', '127.0.0.1'];
  const run = (sql: string, database = 'postgres') =>
    server
      .execute(bin('psql'), [
        '-h',
        server.path(''),
        '-p',
        String(port),
        '-U',
        'postgres',
        '-d',
        database,
        '-v',
        'ON_ERROR_STOP=1',
        '-qtAc',
        sql,
      ])
      .trimEnd();
  await server.start(bin('postgres'), [...options, ...settings.flatMap((setting) => ['-c', setting])], () =>
    run('SELECT 1'),
  );
  run(`CREATE USER ${APP_USER} PASSWORD '${APP_PASSWORD}'`);
  run(`CREATE DATABASE ${APP_DATABASE} OWNER ${APP_USER}`);
  return {
    protocol: 'postgres',
    host: '127.0.0.1',
    port,
    run,
    log: () => server.log(),
    kill: () => server.kill(),
    stop: () => server.stop(),
  };
}
