// Sessions on real databases through the socket of the query console (streams §11).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { databaseDocument } from '../support/databaseEntries.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { openQuery, type QueryAsk, type QuerySocket } from '../support/querySocket.ts';

const directory = mkdtempSync(join(tmpdir(), 'postern-queries-'));
const passwordFile = join(directory, 'password');
writeFileSync(passwordFile, `${APP_PASSWORD}\n`);

let postgres: TestDatabase;
let maria: TestDatabase;
let gateway: InProcess;
let admin: ApiClient;

const role = (options: object = {}, allow: object = {}) => ({
  allow: { db_labels: { team: 'data' }, db_users: ['ann', 'nobody'], db_names: ['shop', 'none'], ...allow },
  options,
});

beforeAll(async () => {
  [postgres, maria] = await Promise.all([startPostgres(), startMariadb()]);
  const connect = { password_file: passwordFile };
  const hidden = databaseDocument(postgres, 'hidden-db');
  gateway = await startInProcess({
    inventory: [
      { ...databaseDocument(postgres, 'shop-db'), connect },
      { ...databaseDocument(maria, 'shop-maria'), connect },
      { ...hidden, metadata: { name: 'hidden-db', labels: { team: 'other' } }, connect },
      { ...databaseDocument({ ...postgres, port: 1 }, 'gone-db'), connect },
      {
        ...databaseDocument(postgres, 'mapped-db'),
        connect: { user_map: { bob: { user: 'ann', password_file: passwordFile } } },
      },
      { ...databaseDocument(postgres, 'cockroach'), spec: { protocol: 'cockroachdb', uri: '127.0.0.1:1' } },
    ],
  });
  admin = await gateway.admin();
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([postgres.stop(), maria.stop()]);
  rmSync(directory, { recursive: true });
});

let users = 0;
/** Somebody with a role of their own. */
async function user(options: object = {}, allow: object = {}): Promise<ApiClient> {
  const name = `user-${(users += 1)}`;
  await addRole(admin, name, role(options, allow));
  return gateway.user(admin, name, [name]);
}

async function connected(browser: ApiClient, ask: QueryAsk = {}): Promise<QuerySocket> {
  const query = openQuery(gateway, browser, ask);
  await query.sees('ready');
  return query;
}

const refusalOf = async (ask: QueryAsk, allow: object = {}, options: object = {}) =>
  openQuery(gateway, await user(options, allow), ask).refusal();

/** Those of one user; the newest first. */
async function events(name: string, of = `user-${users}`): Promise<Record<string, unknown>[]> {
  const query = new URLSearchParams({
    from: '2029-01-01T00:00:00Z',
    to: '2031-01-01T00:00:00Z',
    include: name,
    limit: '1000',
  });
  const { json } = await admin.call('GET', `${SITE}/events/search?${query}`);
  return (json as { events: Record<string, unknown>[] }).events.filter((event) => event['user'] === of);
}

describe.each([
  ['PostgreSQL', 'shop-db', 'postgres'],
  ['MariaDB', 'shop-maria', 'mysql'],
] as const)('on %s', (_name, name, protocol) => {
  const isPostgres = protocol === 'postgres';
  let query: QuerySocket;
  beforeAll(async () => {
    const blobs = isPostgres ? 'bytea' : 'blob';
    const server = isPostgres ? postgres : maria;
    server.run(
      isPostgres
        ? "CREATE TABLE numbers AS SELECT n AS id, 'row ' || n AS text FROM generate_series(1, 5000) n; GRANT ALL ON numbers TO ann"
        : "CREATE TABLE numbers AS SELECT seq AS id, CONCAT('row ', seq) AS text FROM seq_1_to_5000",
      'shop',
    );
    server.run(`CREATE TABLE things (id int, bytes ${blobs}, word text)`, 'shop');
    if (isPostgres) server.run('GRANT ALL ON things TO ann', 'shop');
  });

  const fresh = async (options: object = {}) => (query = await connected(await user(options), { name }));

  test('says where it is', async () => {
    await fresh();
    expect(query.of('ready')[0]).toMatchObject({ protocol, user: 'ann', database: 'shop', recorded: true });
    expect(query.of('ready')[0]?.version).toMatch(isPostgres ? /^15\./ : /MariaDB/);
    expect(query.of('ready')[0]).not.toHaveProperty('readOnly');
  });

  test('runs several statements in their order', async () => {
    await fresh();
    const { columns, rows, sets, failed } = await query.run("SELECT 1 AS one; SELECT 'a' AS word, NULL AS nothing;");
    expect(failed).toBeUndefined();
    expect(columns[0]).toBe('one:number');
    expect(columns[1]).toMatch(/^word:text nothing:/);
    expect(rows).toEqual([['1'], ['a', null]]);
    expect(sets).toEqual([
      { command: 'SELECT', count: 1, hasMore: false },
      { command: 'SELECT', count: 1, hasMore: false },
    ]);
  });

  test('tells NULL, empty texts, binary and long values apart', async () => {
    await fresh();
    const bytes = isPostgres ? "'\\x00ff'::bytea" : "x'00ff'";
    const long = isPostgres ? "repeat('x', 20000)" : "REPEAT('x', 20000)";
    const { rows } = await query.run(`SELECT NULL AS a, '' AS b, ${bytes} AS c, ${long} AS d`);
    expect(rows[0]?.slice(0, 3)).toEqual([null, '', { binary: 'AP8=', bytes: 2 }]);
    expect(rows[0]?.[3]).toMatchObject({ chars: 20_000 });
  });

  test('stops at the limit, gives more, and the rest', async () => {
    await fresh();
    const first = await query.run('SELECT * FROM numbers ORDER BY id', { rowLimit: 1000 });
    expect(first.rows).toHaveLength(1000);
    expect(first.sets).toEqual([{ command: 'SELECT', count: undefined, hasMore: true }]);
    const second = await query.more(0, 1000);
    expect(second.rows[0]).toEqual(['1001', 'row 1001']);
    const third = await query.more(0, 10_000);
    expect(third.rows).toHaveLength(3000);
    expect(third.sets).toEqual([{ command: 'SELECT', count: 5000, hasMore: false }]);
    expect((await query.more(0, 10)).failed?.message).toContain('not open any more');
  });

  test('runs another statement while a result is open, and after it was closed', async () => {
    await fresh();
    await query.run('SELECT * FROM numbers', { rowLimit: 10 });
    expect((await query.run('SELECT 1')).rows).toEqual([['1']]);
    await query.run('SELECT * FROM numbers', { rowLimit: 10 });
    query.send({ type: 'close', id: query.nextId(), set: 0 });
    expect((await query.run('SELECT 2')).rows).toEqual([['2']]);
  });

  test('cancels what runs, and goes on', async () => {
    await fresh();
    const id = query.start(isPostgres ? 'SELECT pg_sleep(30)' : 'SELECT SLEEP(30)');
    await new Promise((resolve) => setTimeout(resolve, 300));
    query.send({ type: 'cancel', id });
    const { failed, isCancelled, rows } = await query.ends(id);
    // MariaDB ends SLEEP early with a row.
    expect([failed, isCancelled || rows.length === 1]).toEqual([undefined, true]);
    expect((await query.run('SELECT 3')).rows).toEqual([['3']]);
  });

  test('refuses a second statement while one runs', async () => {
    await fresh();
    const id = query.start(isPostgres ? 'SELECT pg_sleep(1)' : 'SELECT SLEEP(1)');
    expect((await query.run('SELECT 1')).failed?.message).toContain('Another statement is running');
    expect((await query.ends(id)).failed).toBeUndefined();
  });

  test('shows transactions, and that what was rolled back is gone', async () => {
    await fresh();
    await query.run('BEGIN');
    await query.until(() => query.of('transaction').at(-1)?.state === 'open', 'an open transaction');
    expect((await query.run("INSERT INTO things VALUES (1, NULL, 'x')")).sets).toEqual([
      { command: 'INSERT', count: 1, hasMore: false },
    ]);
    await query.run('ROLLBACK');
    await query.until(() => query.of('transaction').at(-1)?.state === 'none', 'the end of it');
    expect((await query.run('SELECT count(*) FROM things')).rows).toEqual([['0']]);
  });

  test('says why a statement failed, and what ran before stays', async () => {
    await fresh();
    const { failed, rows } = await query.run("SELECT '😀'; SELECT '😀', nothing; SELECT 3");
    expect(rows).toEqual([['😀']]);
    expect(failed?.message).toContain('nothing');
    if (isPostgres) expect(failed?.position).toBe("SELECT '😀'; SELECT '😀', ".length);
    expect(failed?.code).toBe(isPostgres ? '42703' : '1054 (42S22)');
    expect((await query.run('SELECT 4')).rows).toEqual([['4']]);
  });

  test('explains one statement without running it', async () => {
    await fresh();
    const { rows, failed } = await query.run('DELETE FROM numbers', { explain: true });
    expect(failed).toBeUndefined();
    expect(JSON.stringify(rows)).toMatch(isPostgres ? /Delete on numbers/ : /numbers|Deleting/);
    expect((await query.run('SELECT count(*) FROM numbers')).rows).toEqual([['5000']]);
    expect((await query.run('CREATE TABLE a (b int)', { explain: true })).failed?.message).toContain('no plan');
    expect((await query.run('SELECT 1; SELECT 2', { explain: true })).failed?.message).toContain('one statement');
  });

  test('names tables and columns, also while something runs', async () => {
    await fresh();
    const id = query.start(isPostgres ? 'SELECT pg_sleep(1)' : 'SELECT SLEEP(1)');
    query.send({ type: 'catalog', id: 900 });
    await query.until(() => query.of('catalog').at(-1)?.last === true, 'all tables');
    expect(query.of('done', id)).toHaveLength(0);
    const tables = query.of('catalog').flatMap((part) => part.tables);
    expect(tables[0]?.schema).toBe(isPostgres ? 'public' : 'shop');
    const numbers = tables.find((table) => table.name === 'numbers');
    expect(numbers?.kind).toBe('table');
    expect(numbers?.columns.map((column) => column.name)).toEqual(['id', 'text']);
    await query.ends(id);
  });

  test('who may only read writes nothing', async () => {
    await fresh({ db_read_only: true });
    expect(query.of('ready')[0]?.readOnly).toContain('reading only');
    expect((await query.run("INSERT INTO things VALUES (9, NULL, 'x')")).failed?.message).toContain('reading only');
    if (isPostgres) {
      const hidden = await query.run(
        "WITH w AS (INSERT INTO things VALUES (9, NULL, 'x') RETURNING id) SELECT * FROM w",
      );
      expect(hidden.failed?.code).toBe('25006');
      expect((await query.run("SELECT set_config('transaction_read_only', 'off', false)")).failed).toBeDefined();
    }
    expect((await query.run('SELECT count(*) FROM things')).rows).toEqual([['0']]);
  });

  test('the events and the recording tell what happened', async () => {
    await fresh();
    const sid = query.of('ready')[0]?.sid ?? '';
    await query.run("SELECT 'one' AS word; SELECT nothing");
    query.socket.close(1000);
    await expect.poll(async () => (await events('db.session.end')).length).toBe(1);
    const [start] = await events('db.session.start');
    expect(start).toMatchObject({
      code: 'TDB00I',
      sid,
      db_service: name,
      db_user: 'ann',
      db_name: 'shop',
      success: true,
    });
    expect((await events('db.session.query')).map((event) => event['db_query']).toSorted()).toEqual([
      "SELECT 'one' AS word",
      'SELECT nothing',
    ]);
    const [end] = await events('db.session.end');
    expect(end).toMatchObject({ code: 'TDB01I', sid, session_recording: 'node', participants: [`user-${users}`] });
    const stream = await admin.call('GET', `${SITE}/sessions/${sid}/stream?offset=0&bytes=100000`);
    expect(stream.text).toContain("shop=> \u001b]133;B\u0007SELECT 'one' AS word;");
    expect(stream.text).toMatch(/ERROR: .*nothing/);
  });

  test('ends with the server, and says so', async () => {
    await fresh();
    const kill = isPostgres
      ? "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ann'"
      : `KILL ${maria.run("SELECT MAX(id) FROM information_schema.processlist WHERE user = 'ann'")}`;
    (isPostgres ? postgres : maria).run(kill);
    expect(await query.refusal()).toContain('database');
  });
});

describe('is refused', () => {
  test('to whoever has no session', async () => {
    const browser = await user();
    const query = openQuery(gateway, { bearer: 'no', cookieHeader: browser.cookieHeader });
    expect((await query.opened)?.status).toBe(403);
  });

  test('to a page of another site', async () => {
    const query = openQuery(gateway, await user(), { headers: { origin: 'https://evil.example' } });
    expect((await query.opened)?.status).toBe(403);
  });

  test.each([
    ['without the label', { name: 'hidden-db' }, {}, 'There is no database "hidden-db"'],
    ['that is not there', { name: '../shop-db' }, {}, 'There is no database "../shop-db"'],
    ['without the user', { user: 'root' }, {}, 'do not allow the user root'],
    ['without the name', { database: 'postgres' }, {}, 'do not allow the database postgres'],
    ['without a user', { user: '' }, {}, 'opened without a user'],
    ['with a name that is too long', { database: 'x'.repeat(300) }, {}, '256 characters'],
    ['whose server is gone', { name: 'gone-db' }, {}, 'gone-db cannot be reached.'],
    ['with a user that is not mapped', { name: 'mapped-db' }, {}, 'no credentials for ann on mapped-db'],
    ['whose server does not know the user', { user: 'nobody' }, {}, 'does not accept the user nobody'],
    ['whose server has no such database', { database: 'none' }, {}, 'cannot open the database none'],
    ['of another protocol', { name: 'cockroach' }, { db_names: ['*'] }, 'its protocol is cockroachdb'],
  ])('a database %s', async (_what, ask, allow, text) => {
    expect(await refusalOf(ask, allow)).toContain(text);
  });

  test('and the failed start is an event', async () => {
    await refusalOf({ user: 'root' });
    expect((await events('db.session.start'))[0]).toMatchObject({ code: 'TDB00W', success: false, db_user: 'root' });
  });

  test('beyond max_connections', async () => {
    const browser = await user({ max_connections: 1 });
    await connected(browser);
    expect(await openQuery(gateway, browser).refusal()).toContain('your roles do not allow more');
  });
});

describe('ends', () => {
  const cases: [string, (name: string, browser: ApiClient) => Promise<unknown>, string][] = [
    [
      'a lock',
      (name) => admin.call('PUT', `${SITE}/locks`, { targets: { user: name }, message: 'gone', ttl: '' }),
      'lock',
    ],
    ['a sign-out', (_name, browser) => browser.call('DELETE', 'sessions/web'), ''],
    ['a role that is gone', (name) => admin.call('PUT', 'users', { name, roles: ['access'] }), 'no longer allow'],
  ];
  test.each(cases)('with %s', async (_what, act, text) => {
    const browser = await user();
    const query = await connected(browser);
    await act(`user-${users}`, browser);
    expect(await query.refusal()).toContain(text);
    await expect.poll(async () => (await events('db.session.end')).length).toBe(1);
  });

  test('when the role becomes one that only reads', async () => {
    const query = await connected(await user());
    const name = `user-${users}`;
    const content = JSON.stringify({
      kind: 'role',
      version: 'v6',
      metadata: { name },
      spec: role({ db_read_only: true }),
    });
    expect((await admin.call('PUT', `roles/${name}`, { content })).status).toBe(200);
    expect(await query.refusal()).toContain('no longer allow');
  });

  test('when nobody has done anything for too long', async () => {
    const query = await connected(await user({ client_idle_timeout: '1s' }));
    gateway.pass(2000);
    expect(await query.refusal()).toContain('idle for 1s');
  });
});

test('a session that runs is among the active ones, and its own user map counts', async () => {
  const browser = await user({}, { db_users: ['bob'] });
  const query = await connected(browser, { name: 'mapped-db', user: 'bob' });
  expect((await query.run('SELECT current_user')).rows).toEqual([['ann']]);
  const { json } = await admin.call('GET', `${SITE}/sessions`);
  const own = (json as { sessions: { id: string }[] }).sessions.filter(({ id }) => id === query.of('ready')[0]?.sid);
  expect(own).toMatchObject([{ kind: 'db', login: 'bob', database_name: 'mapped-db' }]);
});

test('messages that are none end the session', async () => {
  for (const text of ['no json', '{"type":"run","id":1}', '{"type":"factor","answer":1}', '[]']) {
    const query = await connected(await user());
    query.socket.send(text);
    expect(await query.refusal()).toContain('does not know');
  }
});
