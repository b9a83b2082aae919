// Connections of the gateway to real databases: users, passwords, TLS.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../gateway/databases/openDatabase.ts';
import { selfSigned } from '../support/certificate.ts';
import { outcomeOf, targetOf } from '../support/databaseEntries.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';

const directory = mkdtempSync(join(tmpdir(), 'postern-db-'));
const file = (name: string, text: string) => {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
};
const password = { file: file('password', `${APP_PASSWORD}\n`) };
const wrongFile = file('wrong', 'not the password');
const own = selfSigned();
const ca = { file: file('ca.pem', own.cert) };
afterAll(() => rmSync(directory, { recursive: true }));

describe.each([
  ['PostgreSQL', startPostgres],
  ['MariaDB', startMariadb],
])('%s', (_name, start) => {
  let plain: TestDatabase;
  let secure: TestDatabase;
  beforeAll(async () => {
    [plain, secure] = await Promise.all([start(), start({ tls: own })]);
  });
  afterAll(() => Promise.all([plain.stop(), secure.stop()]));

  test('the user signs in with the password of the file', async () => {
    expect(await outcomeOf(() => targetOf(plain, { connect: { password } }))).toBe('ok');
  });

  test('the password file is read for each connection', async () => {
    const changing = file('changing', 'first');
    const outcome = () => outcomeOf(() => targetOf(plain, { connect: { password: { file: changing } } }));
    expect(await outcome()).toMatch(/^user: /);
    writeFileSync(changing, APP_PASSWORD);
    expect(await outcome()).toBe('ok');
  });

  test('a refusal reports whether user, password or database was refused', async () => {
    const outcome = (options: Parameters<typeof targetOf>[1]) => outcomeOf(() => targetOf(plain, options));
    expect(await outcome({ connect: { password: { file: wrongFile } } })).toMatch(
      /^user: shop-db does not accept the user ann/,
    );
    expect(await outcome({ connect: { password }, user: 'nobody' })).toMatch(/^user: /);
    expect(await outcome({})).toMatch(/^user: /);
    expect(await outcome({ connect: { password }, database: 'none' })).toMatch(/^database: /);
    expect(await outcome({ connect: { password: { file: '/nowhere/secret' } } })).toMatch(
      /^login: .* cannot read the password/,
    );
    expect(await outcome({ connect: { userMap: { bob: { user: 'ann', password } } } })).toMatch(
      /^user: The gateway has no credentials for ann/,
    );
    expect(await outcome({ connect: { userMap: { bob: { user: 'ann', password } } }, user: 'bob' })).toBe('ok');
  });

  test('an error does not contain the password or the path of a file', async () => {
    for (const connect of [{ password: { file: wrongFile } }, { password: { file: '/nowhere/secret' } }])
      expect(await outcomeOf(() => targetOf(plain, { connect }))).not.toMatch(/not the password|nowhere|wrong/);
  });

  test('a closed port is reported', async () => {
    const gone = { ...plain, port: 1 };
    expect(await outcomeOf(() => targetOf(gone, { connect: { password } })).catch(String)).toMatch(
      /ECONNREFUSED|connect: /,
    );
  });

  test('without TLS settings loopback connections do not use TLS, and a server that requires TLS refuses them', async () => {
    expect(await outcomeOf(() => targetOf(secure, { connect: { password } }))).toMatch(/^(user|login|database): /);
  });

  test.each([
    ['verify-full with the authority of gateway.yaml', { tls: { ca } }, {}, 'ok'],
    ['verify-full with the authority of the document', {}, { tls: { ca_cert: own.cert } }, 'ok'],
    ['verify-full without the authority', { tls: { mode: 'verify-full' } }, {}, 'connect'],
    ['another server name', { tls: { ca, serverName: 'other.test' } }, {}, 'connect'],
    [
      'another server name, which verify-ca does not check',
      { tls: { mode: 'verify-ca', ca, serverName: 'other.test' } },
      {},
      'ok',
    ],
    ['verify-ca without the authority', { tls: { mode: 'verify-ca' } }, {}, 'connect'],
    ['insecure', { tls: { mode: 'insecure' } }, {}, 'ok'],
    ['insecure in the document, as a number', {}, { tls: { mode: 2 } }, 'ok'],
    ['gateway.yaml overrides the document', { tls: { mode: 'verify-full' } }, { tls: { mode: 2 } }, 'connect'],
    ['the server name of the document', { tls: { ca } }, { tls: { server_name: 'localhost' } }, 'ok'],
  ] as const)('TLS: %s', async (_what, connect, spec, expected) => {
    const outcome = await outcomeOf(() => targetOf(secure, { connect: { password, ...connect }, spec }));
    expect(outcome.split(':')[0]).toBe(expected);
  });

  test('a server without TLS is reported if TLS is required', async () => {
    const outcome = await outcomeOf(() => targetOf(plain, { connect: { password, tls: { mode: 'insecure' } } }));
    expect(outcome).toMatch(/^connect: .*does not offer TLS/);
  });

  test('a client certificate replaces the password', async () => {
    const client = selfSigned();
    const server = await start({ tls: { ...own, ca: client.cert } });
    onTestFinished(() => server.stop());
    const files = { cert: { file: file('client.pem', client.cert) }, key: { file: file('client.key', client.key) } };
    const tls = { ca };
    const outcome = await outcomeOf(() =>
      targetOf(server, { connect: { tls, password, userMap: { ann: { user: 'ann', ...files } } } }),
    );
    // The certificate is for `localhost`: PostgreSQL maps it to the user of that name.
    expect(outcome).toMatch(server.protocol === 'postgres' ? /^user: .*[cC]ertificate/ : /^ok$/);
  });

  test("the server's message at the end of a connection is reported, even while a statement runs", async () => {
    const lost: string[] = [];
    const listener = { notice: () => undefined, transaction: () => undefined, lost: (text: string) => lost.push(text) };
    const target = targetOf(plain, { connect: { password } });
    const connection = await openDatabase(target, { readOnly: false }, listener, new AbortController().signal);
    onTestFinished(() => connection.close());
    const isPostgres = plain.protocol === 'postgres';
    const { results } = connection.run(isPostgres ? 'SELECT pg_sleep(60)' : 'SELECT SLEEP(60)');
    void results.peek().catch(() => undefined);
    const end = isPostgres
      ? "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
      : "SELECT CONCAT('KILL ', id) FROM information_schema.processlist WHERE info = 'SELECT SLEEP(60)'";
    await expect.poll(() => plain.run(end)).not.toBe('');
    if (!isPostgres) plain.run(plain.run(end));
    await expect.poll(() => lost).toHaveLength(1);
    // MariaDB sends no message.
    expect(lost[0]).toMatch(
      isPostgres ? /: terminating connection due to administrator command$/ : /^The database closed the connection\.$/,
    );
  });

  test('the connection to a silent server is cancelled when the caller disconnects', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const leaving = new AbortController();
    const started = performance.now();
    setTimeout(() => leaving.abort(), 200);
    const outcome = await outcomeOf(() => targetOf({ ...plain, port }, { connect: { password } }), leaving.signal);
    expect(outcome).toBe('connect: shop-db cannot be reached. [the client has disconnected]');
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

test('unsupported protocols and invalid addresses are refused', async () => {
  const server = { protocol: 'postgres', host: '127.0.0.1', port: 1 } as const;
  expect(await outcomeOf(() => targetOf(server, { spec: { protocol: 'mongodb' } }))).toMatch(/^connect: .*mongodb/);
  expect(await outcomeOf(() => targetOf(server, { spec: { uri: 'a b' } }))).toMatch(/^connect: .*not host:port/);
});
