// Sessions on real databases through the socket of the query console (streams §11).
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthnChallengeJson, RegisterChallengeJson } from '../../src/wire/webauthn.ts';
import { recordingsDir } from '../../gateway/recordings/files.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { selfSigned } from '../support/certificate.ts';
import { databaseDocument } from '../support/databaseEntries.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { openQueries, QuerySocket, queryUrl, readyQueries, type QueryAsked } from '../support/querySocket.ts';
import { SoftKey } from '../support/SoftKey.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';

let pg: TestDatabase;
let maria: TestDatabase;
let secure: TestDatabase;
let sshd: Sshd;
let gateway: InProcess;
let admin: ApiClient;
const directory = mkdtempSync(join(tmpdir(), 'postern-queries-'));
const file = (name: string, text: string) => {
  const path = join(directory, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};

const role = (options: object = {}, allow: object = {}) => ({
  allow: { db_labels: { team: 'data' }, db_users: ['ann', 'reader'], db_names: ['shop', 'other'], ...allow },
  options,
});

beforeAll(async () => {
  const own = selfSigned();
  [pg, maria, secure, sshd] = await Promise.all([
    startPostgres(),
    startMariadb(),
    startPostgres({ tls: own }),
    startSshd(),
  ]);
  const passwordFile = file('password', APP_PASSWORD);
  const caFile = file('ca.pem', own.cert);
  const database = (server: TestDatabase, name: string, connect: object = {}) => ({
    ...databaseDocument(server, name),
    connect: { password_file: passwordFile, ...connect },
  });
  gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    inventory: [
      {
        kind: 'node',
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: '00000000-0000-4000-8000-000000000100', labels: {} },
        spec: { addr: sshd.addr, hostname: 'bastion' },
        connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
      },
      database(pg, 'pg'),
      database(maria, 'maria'),
      database(secure, 'secure', { tls: { mode: 'verify-full', ca_file: caFile } }),
      database(pg, 'wrong', { password_file: file('wrong', 'never-to-be-shown') }),
      database(pg, 'mapped', { user_map: { reader: { user: 'ann', password_file: passwordFile } } }),
      database(pg, 'behind', { via: 'bastion', via_login: userInfo().username }),
      { ...databaseDocument({ protocol: 'mongodb' as never, host: '127.0.0.1', port: 1 }, 'other') },
    ],
  });
  admin = await gateway.admin();
  await addRole(admin, 'data', role());
}, 120_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([pg, maria, secure, sshd].map((server) => server.stop()));
  rmSync(directory, { recursive: true });
});

let users = 0;
async function user(options?: object, allow?: object): Promise<ApiClient & { name: string }> {
  const name = `user-${(users += 1)}`;
  await addRole(admin, name, role(options, allow));
  return Object.assign(await gateway.user(admin, name, [name]), { name });
}
const as = (browser: ApiClient) => ({ bearer: browser.bearer, cookie: browser.cookieHeader });
const open = (browser: ApiClient, asked?: QueryAsked) => openQueries(gateway.base, as(browser), asked);
const ready = async (asked?: QueryAsked, browser?: ApiClient) =>
  readyQueries(gateway.base, as(browser ?? (await user())), asked);

/** Events of one session, oldest first. */
async function events(name: string, sid: string): Promise<Record<string, unknown>[]> {
  const query = new URLSearchParams({ from: '2029-01-01T00:00:00Z', to: '2031-01-01T00:00:00Z', include: name });
  const { json } = await admin.call('GET', `${SITE}/events/search?${query}&limit=1000`);
  return (json as { events: Record<string, unknown>[] }).events.filter((event) => event['sid'] === sid).reverse();
}

async function recordingOf(sid: string): Promise<string> {
  await expect.poll(() => events('session.upload', sid)).toHaveLength(1);
  const { text } = await admin.call('GET', `${SITE}/sessions/${sid}/stream?offset=0&bytes=1000000`);
  return text;
}

describe.each([
  ['PostgreSQL', 'pg', 'SELECT generate_series(1, %)', 'SELECT pg_sleep(60)'],
  ['MariaDB', 'maria', 'SELECT seq FROM seq_1_to_%', 'SELECT SLEEP(60)'],
])('%s', (_name, name, series, sleep) => {
  const count = (rows: number) => series.replace('%', String(rows));

  test('runs statements and returns their results in order', async () => {
    const queries = await ready({ name });
    const made = await queries.run(
      `CREATE TABLE goods (id int primary key, name text); INSERT INTO goods VALUES (1, 'a;b'), (2, NULL);
       SELECT id, name FROM goods ORDER BY id; -- the end`,
    );
    expect(made.failed).toBeUndefined();
    expect(made.rows[2]).toEqual([
      ['1', 'a;b'],
      ['2', null],
    ]);
    expect(made.sets.map(({ set, count: rows, hasMore }) => [set, rows, hasMore])).toMatchObject([
      [0, expect.anything() as unknown, false].map((value, i) => (i === 1 ? made.sets[0]?.count : value)),
      [1, 2, false],
      [2, 2, false],
    ]);
    expect(made.columns.map(({ columns }) => columns.map((column) => [column.name, column.kind]))).toEqual([
      [
        ['id', 'number'],
        ['name', 'text'],
      ],
    ]);
    await queries.run('DROP TABLE goods');
  });

  test('creates a procedure with a body of several statements', async () => {
    const queries = await ready({ name });
    const atomic = name === 'pg' ? 'ATOMIC' : '';
    const { failed, sets } = await queries.run(
      `CREATE TABLE logs (id int); INSERT INTO logs VALUES (1);
       CREATE PROCEDURE tidy() BEGIN ${atomic} DELETE FROM logs; INSERT INTO logs VALUES (CASE WHEN true THEN 2 END); END;
       SELECT id FROM logs; CALL tidy()`,
    );
    expect(failed).toBeUndefined();
    expect(sets.map(({ command }) => command.split(' ')[0]).join(' ')).toBe('CREATE INSERT CREATE SELECT CALL');
    expect((await queries.run('SELECT id FROM logs')).rows).toEqual([[['2']]]);
    await queries.run('DROP PROCEDURE tidy; DROP TABLE logs');
  });

  test('stops at the first statement that fails', async () => {
    const queries = await ready({ name });
    const { failed, rows, answers } = await queries.run('SELECT 1; SELECT nothing_there; SELECT 2');
    expect(rows).toEqual([[['1']]]);
    expect(failed?.message).toContain('nothing_there');
    expect(failed?.code).toBeTruthy();
    expect(answers.at(-1)?.type).toBe('done');
    expect((await queries.run('SELECT 3')).rows).toEqual([[['3']]]);
  });

  test('returns at most the requested rows, more rows on request, and closes a result', async () => {
    const queries = await ready({ name });
    const first = await queries.run(count(250), 100);
    expect(first.rows[0]).toHaveLength(100);
    expect(first.sets[0]).toMatchObject({ hasMore: true });
    expect(first.sets[0]).not.toHaveProperty('count');
    const second = await queries.more(0, 100);
    expect(second.rows[0]?.[0]).toEqual(['101']);
    expect(second.sets[0]).toMatchObject({ hasMore: true });
    const last = await queries.more(0, 100);
    expect(last.rows[0]).toHaveLength(50);
    expect(last.sets[0]).toMatchObject({ hasMore: false, count: 250 });
    expect((await queries.more(0, 100)).failed?.message).toContain('has been closed');

    const { sets } = await queries.run(`${count(250)}; ${count(250)}`, 100);
    expect(sets).toMatchObject([{ hasMore: false, isCut: true }, { hasMore: true }]);

    await queries.run(count(100_000), 10);
    queries.send({ type: 'close', id: queries.nextId(), set: 0 });
    expect((await queries.run('SELECT 7')).rows).toEqual([[['7']]]);
    expect((await queries.more(0, 10)).failed?.message).toContain('has been closed');
  });

  test('marks a result with exactly the requested number of rows as complete', async () => {
    const { sets } = await (await ready({ name })).run(count(100), 100);
    expect(sets[0]).toMatchObject({ hasMore: false, count: 100 });
    expect(sets[0]).not.toHaveProperty('isCut');
  });

  test('cuts a text that is too long, and returns its full length', async () => {
    const { rows } = await (await ready({ name })).run("SELECT repeat('ä', 20000), 1");
    expect(rows[0]?.[0]).toEqual([{ cut: 'ä'.repeat(10_000), chars: 20_000 }, '1']);
  });

  test('cancels a running statement, and the session continues', async () => {
    const queries = await ready({ name });
    const id = queries.start(sleep);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const startMs = performance.now();
    queries.send({ type: 'cancel', id });
    const outcome = await queries.outcome(id);
    expect(outcome.isCancelled).toBe(true);
    expect(outcome.failed).toBeUndefined();
    expect(performance.now() - startMs).toBeLessThan(5000);
    expect((await queries.run('SELECT 1')).rows).toEqual([[['1']]]);
  });

  test('refuses a statement while another is running', async () => {
    const queries = await ready({ name });
    const id = queries.start(sleep);
    expect((await queries.run('SELECT 1')).failed?.message).toContain('Another statement is running');
    queries.send({ type: 'cancel', id });
    await queries.outcome(id);
  });

  test('reports the state of the transaction', async () => {
    const queries = await ready({ name });
    await queries.run('BEGIN');
    expect(queries.of('transaction').at(-1)?.state).toBe('open');
    await queries.run('ROLLBACK');
    expect(queries.of('transaction').at(-1)?.state).toBe('none');
  });

  test('returns the plan of a statement on request', async () => {
    const queries = await ready({ name });
    const { rows, failed } = await queries.run('SELECT 1', 100, true);
    expect(failed).toBeUndefined();
    expect(rows[0]?.length).toBeGreaterThan(0);
    expect(rows).not.toEqual([[['1']]]);
    expect((await queries.run('CREATE TABLE x (a int)', 100, true)).failed?.message).toContain('no plan');
    expect((await queries.run('SELECT 1; SELECT 2', 100, true)).failed?.message).toContain('one statement');
  });

  test('lists tables and columns, also while a statement is running', async () => {
    const queries = await ready({ name });
    await queries.run('CREATE TABLE listed (id int, word varchar(10)); CREATE VIEW seen AS SELECT id FROM listed');
    const id = queries.start(sleep);
    const asked = queries.nextId();
    queries.send({ type: 'catalog', id: asked });
    await queries.outcome(asked);
    const tables = queries.of('catalog').flatMap((part) => part.tables);
    expect(tables.find((table) => table.name === 'listed')).toMatchObject({
      kind: 'table',
      columns: [{ name: 'id' }, { name: 'word' }],
    });
    expect(tables.find((table) => table.name === 'seen')?.kind).toBe('view');
    expect(queries.of('catalog').at(-1)?.last).toBe(true);
    queries.send({ type: 'cancel', id });
    await queries.outcome(id);
    await queries.run('DROP VIEW seen; DROP TABLE listed');
  });

  test('does not let a user with read-only access write', async () => {
    const browser = await user({ db_read_only: true });
    const queries = await ready({ name }, browser);
    expect(queries.of('ready')[0]?.readOnly).toBeTruthy();
    expect((await queries.run(count(3))).rows[0]).toHaveLength(3);
    expect((await queries.run('CREATE TABLE written (a int)')).failed?.message).toContain('reading only');
    const mine = await ready({ name });
    await mine.run('CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
    const behindComment = '--\rCREATE TABLE written (a int) /*\nSELECT 1 */';
    if (name === 'pg') expect((await queries.run(behindComment)).failed?.message).toContain('reading only');
    const hidden =
      name === 'pg'
        ? 'WITH gone AS (DELETE FROM kept RETURNING id) SELECT * FROM gone'
        : "SELECT 1 INTO /*!50000OUTFILE*/ '/tmp/x'";
    expect((await queries.run(hidden)).failed?.message).toMatch(/read-only transaction|reading only/);
    expect((await queries.run("SELECT 'an outfile'")).rows).toEqual([[['an outfile']]]);
    expect((await mine.run('SELECT * FROM kept')).rows).toEqual([[['1']]]);
    await mine.run('DROP TABLE kept');
    expect((await mine.run('SELECT * FROM written')).failed).toBeDefined();
  });

  test('is in the audit log and has a recording', async () => {
    const browser = await user();
    const queries = await ready({ name }, browser);
    const { sid } = await queries.sees('ready');
    const { json } = await admin.call('GET', `${SITE}/sessions`);
    expect((json as { sessions: { id: string; kind: string; database_name: string }[] }).sessions).toContainEqual(
      expect.objectContaining({ id: sid, kind: 'db', database_name: name }),
    );
    await queries.run("SELECT 'shown in the recording' AS word");
    queries.socket.close();
    const text = await recordingOf(sid);
    expect(text).toContain("shop=> \u001b]133;B\u0007SELECT 'shown in the recording' AS word;\r\n");
    expect(text).toMatch(/word\s*\r\n-+\r\nshown in the recording\r\n/);
    const [start] = await events('db.session.start', sid);
    expect(start).toMatchObject({
      code: 'TDB00I',
      user: browser.name,
      db_service: name,
      db_user: 'ann',
      success: true,
    });
    expect(await events('db.session.query', sid)).toMatchObject([
      { code: 'TDB02I', db_query: "SELECT 'shown in the recording' AS word", db_name: 'shop' },
    ]);
    expect(await events('db.session.end', sid)).toMatchObject([
      { code: 'TDB01I', session_recording: 'node', participants: [browser.name], proto: 'db' },
    ]);
    const listed = await admin.call(
      'GET',
      `${SITE}/events/search/sessions?from=2029-01-01T00:00:00Z&to=2031-01-01T00:00:00Z`,
    );
    expect(JSON.stringify(listed.json)).toContain(sid);
  });

  // The database with a wrong password is PostgreSQL.
  test.skipIf(name === 'maria')('reports a password that the server refuses', async () => {
    const queries = open(await user(), { name: 'wrong' });
    const reason = await queries.ending();
    expect(reason).toContain('wrong does not accept the user ann');
    expect(queries.frames.join('')).not.toContain('never-to-be-shown');
  });
});

describe('only PostgreSQL', () => {
  test('values are returned without loss, with the kind of each column', async () => {
    const sql = "SELECT 9007199254740993::bigint, true, '\\x00ff'::bytea, '{\"a\":1}'::jsonb, NULL, '2026-01-02'::date";
    const { rows, columns } = await (await ready()).run(sql);
    expect(rows[0]).toEqual([['9007199254740993', 't', { binary: 'AP8=', bytes: 2 }, '{"a": 1}', null, '2026-01-02']]);
    expect(columns[0]?.columns.map(({ kind }) => kind)).toEqual([
      'number',
      'boolean',
      'binary',
      'json',
      'text',
      'time',
    ]);
  });

  test.each([
    ['SELECT 1; SELECT nix', 'SELECT 1; SELECT '.length],
    ["SELECT '😀'; SELECT '😀', nix", "SELECT '😀'; SELECT '😀', ".length],
    ['  \n SELECT nix FROM pg_class', '  \n SELECT '.length],
  ])('an error has its position in the whole text: %s', async (sql, position) => {
    expect((await (await ready()).run(sql)).failed?.position).toBe(position);
  });

  test('an error of a plan has its position in the sent text', async () => {
    expect((await (await ready()).run('SELECT nix', 10, true)).failed?.position).toBe('SELECT '.length);
  });

  test('a failed transaction is reported, and tables are still listed', async () => {
    const queries = await ready();
    await queries.run('BEGIN; SELECT nix');
    expect(queries.of('transaction').at(-1)?.state).toBe('failed');
    const id = queries.nextId();
    queries.send({ type: 'catalog', id });
    expect((await queries.outcome(id)).failed).toBeUndefined();
    await queries.run('ROLLBACK');
    expect(queries.of('transaction').at(-1)?.state).toBe('none');
  });

  test('notices are sent up to a limit', async () => {
    const queries = await ready();
    await queries.run("DO $$ BEGIN FOR i IN 1..5000 LOOP RAISE NOTICE 'word %', i; END LOOP; END $$");
    expect(queries.of('notice')[0]).toEqual({ type: 'notice', severity: 'NOTICE', message: 'word 1' });
    expect(queries.of('notice')).toHaveLength(201);
    await queries.run("DO $$ BEGIN RAISE WARNING 'again'; END $$");
    expect(queries.of('notice').at(-1)).toMatchObject({ severity: 'WARNING', message: 'again' });
  });

  test('COPY is refused, and logged as refused', async () => {
    const queries = await ready();
    const { sid } = await queries.sees('ready');
    expect((await queries.run('COPY (SELECT 1) TO STDOUT')).failed?.message).toContain('not possible here');
    expect(await events('db.session.query.failed', sid)).toMatchObject([{ code: 'TDB02W', success: false }]);
  });

  test('a statement that returns more rows than the limit is not undone', async () => {
    const queries = await ready();
    await queries.run('CREATE TABLE given (id int)');
    const { rows, sets } = await queries.run('INSERT INTO given SELECT generate_series(1, 2000) RETURNING id', 10);
    expect(rows[0]).toHaveLength(10);
    expect(sets[0]).toMatchObject({ command: 'INSERT', count: 2000, hasMore: false, isCut: true });
    expect((await queries.run('SELECT count(*) FROM given')).rows).toEqual([[['2000']]]);
    await queries.run('DROP TABLE given');
  });

  test('a statement that ignores a cancel is not reported as cancelled, and the next statement does not run', async () => {
    const queries = await ready();
    await queries.run(
      `CREATE TABLE late (id int); CREATE FUNCTION stubborn() RETURNS int LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_sleep(10); RETURN 1; EXCEPTION WHEN query_canceled THEN RETURN 2; END $$`,
    );
    const cancelled = async (sql: string) => {
      const id = queries.start(sql);
      await new Promise((resolve) => setTimeout(resolve, 300));
      queries.send({ type: 'cancel', id });
      return queries.outcome(id);
    };
    const one = await cancelled('INSERT INTO late SELECT stubborn()');
    expect(one.sets).toMatchObject([{ command: 'INSERT', count: 1 }]);
    expect(one.isCancelled).toBe(false);
    const two = await cancelled('INSERT INTO late SELECT stubborn() RETURNING id; DELETE FROM late');
    expect(two.sets).toMatchObject([{ command: 'INSERT', count: 1 }]);
    expect(two.isCancelled).toBe(true);
    expect((await queries.run('SELECT id FROM late')).rows).toEqual([[['2'], ['2']]]);
    await queries.run('DROP TABLE late; DROP FUNCTION stubborn');
  });

  test('a mapped user signs in as another database user', async () => {
    const queries = await ready({ name: 'mapped', user: 'reader' });
    expect((await queries.run('SELECT current_user')).rows).toEqual([[['ann']]]);
    expect(await open(await user(), { name: 'mapped' }).ending()).toContain('no credentials for ann');
  });

  test('a session is opened through a server, and over TLS', async () => {
    expect((await (await ready({ name: 'behind' })).run('SELECT 1')).rows).toEqual([[['1']]]);
    const queries = await ready({ name: 'secure' });
    expect((await queries.run('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()')).rows).toEqual([[['t']]]);
    const id = queries.start('SELECT pg_sleep(60)');
    await new Promise((resolve) => setTimeout(resolve, 300));
    queries.send({ type: 'cancel', id });
    expect((await queries.outcome(id)).isCancelled).toBe(true);
  });

  test('a killed server ends session and statement', async () => {
    const own = await startPostgres();
    onTestFinished(() => own.stop());
    const other = await startInProcess({
      inventory: [
        {
          ...databaseDocument(own, 'pg'),
          connect: { password_file: file('again', APP_PASSWORD) },
        },
      ],
    });
    onTestFinished(() => other.stop());
    const root = await other.admin();
    await addRole(root, 'data', role());
    const browser = await other.user(root, 'una', ['data']);
    const queries = await readyQueries(other.base, as(browser));
    queries.start('SELECT pg_sleep(60)');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await own.kill();
    expect(await queries.ending()).toMatch(/^The (connection to the )?database/);
  });

  test('a running statement is stopped when its session ends', async () => {
    const queries = await ready();
    queries.start('SELECT pg_sleep(61)');
    const sleeping = () =>
      pg.run("SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(61)' AND state = 'active'");
    await expect.poll(sleeping).toBe('1');
    queries.socket.terminate();
    await expect.poll(sleeping, { timeout: 5000 }).toBe('0');
  });
});

test('MariaDB: no other statement is run between a statement of a transaction and ROW_COUNT()', async () => {
  const queries = await ready({ name: 'maria' });
  await queries.run('CREATE TABLE counted (id int primary key); INSERT INTO counted VALUES (1), (2)');
  expect((await queries.run('BEGIN; UPDATE counted SET id = id + 10; SELECT ROW_COUNT()')).rows[2]).toEqual([['2']]);
  await queries.run('ROLLBACK; DROP TABLE counted');
});

test('MariaDB: a change that could not be cancelled is reported as done', async () => {
  maria.run(`CREATE TABLE shop.u AS SELECT 1 AS id; CREATE USER reader IDENTIFIED BY '${APP_PASSWORD}'
    WITH MAX_USER_CONNECTIONS 1; GRANT ALL ON shop.* TO reader`);
  const queries = await ready({ name: 'maria', user: 'reader' });
  const id = queries.start('UPDATE u SET id = id + 10 + SLEEP(1)');
  await new Promise((resolve) => setTimeout(resolve, 300));
  queries.send({ type: 'cancel', id });
  const { isCancelled, sets } = await queries.outcome(id);
  expect(queries.of('notice')[0]?.message).toContain('Could not cancel');
  expect(isCancelled).toBe(false);
  expect(sets).toMatchObject([{ command: 'UPDATE', count: 1 }]);
});

test('a database of another protocol is refused with a message', async () => {
  expect(await open(await user(), { name: 'other' }).ending()).toContain('cannot be queried here');
});

test('a session requires an answer of a hardware key if the roles require it', async () => {
  const key = new SoftKey('http://localhost:3080');
  const browser = await user({ require_session_mfa: true });
  expect(await open(browser).ending()).not.toBe('');
  const tokenId = String((await browser.call('POST', 'users/privilege/token', {})).json);
  const asked = { deviceType: 'webauthn', deviceUsage: 'mfa' };
  const { json } = await browser.call('POST', `mfa/token/${tokenId}/registerchallenge`, asked);
  const creation = (json as RegisterChallengeJson).webauthn?.publicKey;
  const webauthnRegisterResponse = creation && key.create(creation);
  const device = { tokenId, deviceName: 'own', webauthnRegisterResponse, deviceUsage: 'mfa' };
  expect((await browser.call('POST', 'mfa/devices', device)).status).toBe(200);

  const queries = open(browser);
  const { challenge } = await queries.sees('challenge');
  const { webauthn_challenge } = challenge as AuthnChallengeJson;
  if (!webauthn_challenge) throw new Error('no challenge for a key');
  queries.send({ type: 'factor', answer: key.get(webauthn_challenge.publicKey) });
  await queries.sees('ready');

  const wrong = open(browser);
  await wrong.sees('challenge');
  wrong.send({ type: 'factor', answer: {} });
  expect(await wrong.ending()).toContain('MFA response validation failed');
});

test("sessions count towards the role's maximum, and idle sessions end", async () => {
  const browser = await user({ max_connections: 1 });
  const queries = await ready({}, browser);
  expect(await open(browser).ending()).toContain('your roles do not allow more');
  queries.socket.close();
  await queries.closed;
  await expect.poll(() => gateway.app.gateway.queries.begunBy(browser.name)).toBe(0);

  const idle = await ready({}, await user({ client_idle_timeout: '1s' }));
  gateway.pass(5000);
  expect(await idle.ending()).toBe('Disconnected: idle for 1s.');
});

test('if recording fails, the roles decide whether a session is refused', async () => {
  const recordings = recordingsDir(gateway.app.gateway.settings.dataDir);
  renameSync(recordings, `${recordings}-away`);
  writeFileSync(recordings, 'in the way');
  try {
    const strict = open(await user({ record_session: { default: 'strict' } }));
    expect(await strict.ending()).toContain('This session must be recorded, but recording failed');
    const { recorded } = await (await ready()).sees('ready');
    expect(recorded).toBe(false);
  } finally {
    rmSync(recordings);
    renameSync(`${recordings}-away`, recordings);
  }
});

test('a role that becomes read-only ends sessions that may write', async () => {
  const browser = await user();
  const [writing, reading] = [await ready({}, browser), await ready({}, await user({ db_read_only: true }))];
  const content = { kind: 'role', version: 'v6', metadata: { name: browser.name }, spec: role({ db_read_only: true }) };
  const answer = await admin.call('PUT', `roles/${browser.name}`, { content: JSON.stringify(content) });
  expect(answer.status).toBe(200);
  expect(await writing.ending()).toContain('your roles no longer allow');
  expect((await reading.run('SELECT 1')).rows).toEqual([[['1']]]);
});

test('a request without upgrade headers is refused', async () => {
  const url = queryUrl(gateway.base, {})
    .replace(/^ws/, 'http')
    .replace(/.*\/v1\/webapi\//, '');
  expect((await (await user()).call('GET', url)).status).toBe(400);
});

test('a page of another site is refused', async () => {
  const browser = await user();
  const url = queryUrl(gateway.base, { token: browser.bearer });
  const socket = new QuerySocket(url, { cookie: browser.cookieHeader, origin: 'https://evil.example' });
  expect((await socket.opened)?.status).toBe(403);
});
