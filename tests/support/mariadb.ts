// A real MariaDB on loopback that requires passwords.
import { freePort } from '../../gateway/process/listen.ts';
import { APP_DATABASE, APP_PASSWORD, APP_USER, type TestDatabase, type TestDatabaseOptions } from './postgres.ts';
import { createServerProcess } from './serverProcess.ts';

/**
 * With the same database and user as the PostgreSQL of the tests. If `tls.ca` is given, `ann` must show a certificate.
 */
export async function startMariadb({ tls }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = createServerProcess('mysql');
  const data = server.path('data');
  const common = ['--no-defaults', `--datadir=${data}`];
  server.execute('mariadb-install-db', [
    ...common,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    '--innodb-flush-log-at-trx-commit=0',
  ]);
  const port = await freePort('127.0.0.1');
  const socket = server.path('socket');
  const settings = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socket}`,
    `--pid-file=${server.path('pid')}`,
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-buffer-pool-size=32M',
    '--character-set-server=utf8mb4',
    '--local-infile=ON',
    '--max-allowed-packet=64M',
  ];
  if (tls) {
    settings.push(
      `--ssl-cert=${server.write('server.crt', tls.cert)}`,
      `--ssl-key=${server.write('server.key', tls.key)}`,
    );
    if (tls.ca) settings.push(`--ssl-ca=${server.write('ca.crt', tls.ca)}`);
  }
  const run = (sql: string, database = 'mysql') =>
    server
      .execute('mariadb', ['--no-defaults', '-S', socket, '-u', 'root', '-NB', '-D', database, '-e', sql])
      .replaceAll('\t', '|')
      .trimEnd();
  await server.start('/usr/sbin/mariadbd', [...common, ...settings], () => run('SELECT 1'));
  const needed = tls ? (tls.ca ? 'REQUIRE X509' : 'REQUIRE SSL') : '';
  run(`CREATE DATABASE ${APP_DATABASE} CHARACTER SET utf8mb4; CREATE USER ${APP_USER} IDENTIFIED BY '${APP_PASSWORD}' ${needed};
    GRANT ALL ON ${APP_DATABASE}.* TO ${APP_USER};`);
  return {
    protocol: 'mysql',
    host: '127.0.0.1',
    port,
    run,
    log: () => server.log(),
    kill: () => server.kill(),
    stop: () => server.stop(),
  };
}
