// Hostile clients of a database: the gateway serves other users, its memory is limited, no secret is revealed, and a
// user who loses access is disconnected at once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { databaseDocument } from '../support/databaseEntries.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { expectShortPauses, fileUrl } from '../support/loopScene.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { openQueries, QuerySocket, queryUrl, readyQueries, type QueryAsked } from '../support/querySocket.ts';
import { WebClient } from '../support/webClient.ts';

const MEGABYTE = 1024 * 1024;
const SITE = '/sites/-current-';
const WRONG = 'a-wrong-secret-of-pg';

let pg: TestDatabase;
let maria: TestDatabase;
let gateway: Gateway;
let admin: WebClient;
let directory: string;
let probe: string;
let users = 0;

beforeAll(async () => {
  [pg, maria] = await Promise.all([startPostgres(), startMariadb()]);
  directory = mkdtempSync(join(tmpdir(), 'postern-queries-'));
  probe = join(directory, 'probe');
  const file = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const password_file = file('password', APP_PASSWORD);
  gateway = await startGateway({
    config: JSON.stringify({
      cluster_name: 'example.test',
      auth: { second_factor: 'off' },
      admin: { name: 'admin' },
      inventory: [
        { ...databaseDocument(pg, 'pg'), connect: { password_file } },
        { ...databaseDocument(maria, 'maria'), connect: { password_file } },
        { ...databaseDocument(pg, 'wrong'), connect: { password_file: file('wrong', WRONG) } },
        { ...databaseDocument(pg, 'unreadable'), connect: { password_file: join(directory, 'missing') } },
      ],
    }),
    args: ['--log-level', 'debug'],
    env: { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe },
  });
  admin = await WebClient.ofFirstInvite(gateway);
  await admin.addRole('data', { allow: { db_labels: { '*': '*' }, db_users: ['ann'], db_names: ['shop'] } });
  await admin.addRole('any', { allow: { db_labels: { '*': '*' }, db_users: ['*'], db_names: ['*'] } });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([pg.stop(), maria.stop()]);
  rmSync(directory, { recursive: true, force: true });
});

const user = (role = 'data') => admin.invite(`user-${(users += 1)}`, [role]);
const open = (client: WebClient, asked?: QueryAsked) => openQueries(gateway.base, client, asked);
const ready = async (asked?: QueryAsked, client?: WebClient) =>
  readyQueries(gateway.base, client ?? (await user()), asked);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const residentBytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8'))?.[1]) * 1024;

/** Events of a user's sessions, as soon as one exists. */
async function events(name: string, of: string): Promise<Record<string, unknown>[]> {
  const { events: found } = await admin.expect('GET', `${SITE}/events/search?include=${name}&limit=1000`);
  return (found as Record<string, unknown>[]).filter((event) => event['user'] === of);
}

test.each(['pg', 'maria'])('on %s a long comment does not hide a statement from the audit log', async (name) => {
  const client = await user();
  const queries = await ready({ name }, client);
  await queries.run(`SELECT /* ${'x'.repeat(20_000)} */ 1`);
  const found = await events('db.session.query', `user-${users}`);
  expect(found).toMatchObject([{ db_query: 'SELECT   1' }]);
});

test("a session is refused without a token, with a wrong token or another user's token", async () => {
  const [client, other] = [await user(), await user()];
  const statusOf = async (token: string | undefined, cookie?: string) => {
    const socket = new QuerySocket(
      queryUrl(gateway.base, token === undefined ? {} : { token }),
      cookie ? { cookie } : {},
    );
    onTestFinished(() => socket.socket.terminate());
    return (await socket.opened)?.status;
  };
  for (const status of [
    await statusOf(undefined),
    await statusOf(client.bearer),
    await statusOf(undefined, client.cookie),
    await statusOf('x', client.cookie),
    await statusOf(other.bearer, client.cookie),
  ])
    expect(status).toBe(403);
  expect(await statusOf(client.bearer, client.cookie)).toBeUndefined();
});

test('a denied resource, database user or database name is refused, and the refusal is logged', async () => {
  await admin.addRole('blind', { allow: { db_labels: { team: 'none' }, db_users: ['*'], db_names: ['*'] } });
  const client = await user();
  const name = `user-${users}`;
  expect(await open(client, { user: 'postgres' }).ending()).toContain('do not allow the user postgres');
  expect(await open(client, { database: 'postgres' }).ending()).toContain('do not allow the database postgres');
  expect(await open(client, { database: '' }).ending()).toContain('without a user or a database');
  expect(await open(await user('blind')).ending()).toContain('There is no database "pg"');
  await expect.poll(() => events('db.session.start', name)).toHaveLength(2);
  for (const event of await events('db.session.start', name)) expect(event).toMatchObject({ code: 'TDB00W' });
});

test.each(['pg', 'maria'])('hostile names reach neither the protocol nor the log of %s', async (name) => {
  const client = await user('any');
  for (const hostile of ['ann\0database\0postgres', 'ann\n', '\u001b[2J'])
    expect(await open(client, { name, user: hostile }).ending()).toContain('control characters');
  expect(await open(client, { name, database: 'shop\0options\0-c x=y' }).ending()).toContain('control characters');
  expect(await open(client, { name, user: 'x'.repeat(300) }).ending()).toContain('longer than 256 characters');
  for (const hostile of [`'; DROP TABLE a; --`, '../../etc/passwd', '"', 'ann;--', '%00', '$(id)', '😀'])
    expect(await open(client, { name, user: hostile }).ending()).toContain('does not accept the user');
  for (const hostile of [`x'; SELECT 1; --`, '../x', 'host=127.0.0.1 user=postgres', '?sslmode=disable'])
    expect(await open(client, { name, database: hostile }).ending()).toMatch(/cannot open the database/);
  for (const hostile of ['..%2F..', "pg'--", 'x'.repeat(2000), 'wron'])
    expect(await open(client, { name: hostile }).ending()).toContain('There is no database');
  expect(gateway.log()).not.toContain('options');
});

test('a lock, a lost role and a sign-out end a session and its statement at once', async () => {
  const sleepers = () =>
    pg.run("SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(62)' AND state = 'active'");
  const begin = async () => {
    const client = await user();
    const queries = await ready({}, client);
    queries.start('SELECT pg_sleep(62)');
    await expect.poll(sleepers).toBe('1');
    return { client, queries, name: `user-${users}` };
  };
  const locked = await begin();
  await admin.expect('PUT', `${SITE}/locks`, { targets: { user: locked.name }, message: '', ttl: '' });
  expect(await locked.queries.ending()).toBe(`lock targeting User:"${locked.name}" is in force`);
  await expect.poll(sleepers).toBe('0');
  expect(await open(locked.client).ending()).toContain('is in force');

  const lost = await begin();
  await admin.addRole('none', {});
  await admin.expect('PUT', '/users', { name: lost.name, roles: ['none'] });
  expect(await lost.queries.ending()).toContain('your roles no longer allow');
  await expect.poll(sleepers).toBe('0');

  const out = await begin();
  await out.client.signOut();
  await out.queries.closed;
  await expect.poll(sleepers).toBe('0');
  await expect.poll(() => events('db.session.end', out.name)).toHaveLength(1);
});

test('no password is in an answer, the log or a recording', async () => {
  const client = await user();
  for (const name of ['wrong', 'unreadable']) {
    const queries = open(client, { name });
    expect(await queries.ending()).not.toBe('');
    expect(queries.frames.join('')).not.toMatch(new RegExp(`${WRONG}|${directory}`));
  }
  const queries = await ready({}, client);
  await queries.run("SELECT current_setting('listen_addresses'), nix");
  queries.socket.close();
  expect(queries.frames.join('')).not.toContain(APP_PASSWORD);
  for (const secret of [APP_PASSWORD, WRONG, client.bearer]) expect(gateway.log()).not.toContain(secret);
  expect(gateway.log()).not.toMatch(/database=shop|user=ann/);
});

test('control characters of a database have no effect in a recording', async () => {
  const queries = await ready();
  const name = `user-${users}`;
  const evil = "E'\\x1b]0;title\\x07\\x1b[2J\\u202eabc\\u009b31m'";
  await queries.run(`SELECT ${evil} AS "col\u001b[31m"; DO $$ BEGIN RAISE NOTICE '%', ${evil}; END $$`);
  await queries.run(`SELECT '\u001b[2J' -- \u001b[31m\n; SELECT nix_\u009b31m`);
  queries.socket.close();
  await expect.poll(() => events('db.session.end', name)).toHaveLength(1);
  const { sid } = (await events('db.session.end', name))[0] as { sid: string };
  const answer = await admin.get(`${SITE}/sessions/${sid}/stream?offset=0&bytes=1000000`);
  const text = await answer.text();
  expect(text).toContain('\\u001b]0;title');
  const printed = text.replace(/\u001b\]133;[ABC]\u0007|\r\n/g, ''); // oxlint-disable-line no-control-regex
  // oxlint-disable-next-line no-control-regex -- these are what must not be there
  expect(printed).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test('invalid or oversized frames end only their session', async () => {
  const other = await ready();
  for (const frame of [
    '',
    'null',
    '{}',
    '{"type":"run"}',
    '{"type":"factor","answer":{}}',
    '[1]',
    'x'.repeat(5 * MEGABYTE),
  ]) {
    const queries = await ready();
    queries.socket.send(frame);
    expect(await queries.ending()).toContain('a message that the gateway does not know');
  }
  const binary = await ready();
  binary.socket.send(Buffer.from('{"type":"cancel","id":1}'), { binary: true });
  expect(await binary.ending()).toContain('a message that the gateway does not know');
  const huge = await ready();
  huge.socket.send('x'.repeat(9 * MEGABYTE));
  await huge.closed;
  expect((await other.run('SELECT 1')).rows).toEqual([[['1']]]);
});

test('a text of a megabyte delays no other user, and a longer text is answered', async () => {
  const queries = await ready();
  const values = `SELECT 1 WHERE 1 IN (${'12,'.repeat(300_000)}1)`;
  const many = 'SELECT 1;'.repeat(100_000);
  const quotes = `SELECT ${`'a''b'||`.repeat(100_000)}''; nix`;
  const mysql = await ready({ name: 'maria' });
  for (const [one, sql] of [
    [queries, '--\n'.repeat(330_000)],
    [queries, '\u3000'.repeat(999_000)],
    [mysql, '#\n'.repeat(490_000)],
    [mysql, '/**/'.repeat(249_000)],
    [mysql, `CREATE PROCEDURE p() BEGIN ${'IF '.repeat(300_000)}`],
  ] as const)
    await expectShortPauses(probe, async () => {
      await one.run(`${sql}SELECT 1`);
    });
  expect((await queries.run(`SELECT '${'x'.repeat(1_000_000)}'`)).failed?.message).toContain('longer than 1000000');
  expect((await queries.run(many)).failed?.message).toContain('1000 statements at once');
  await expectShortPauses(probe, async () => {
    await queries.run(values);
  });
  await expectShortPauses(probe, async () => {
    await queries.run(many);
  });
  await expectShortPauses(probe, async () => {
    await queries.run(quotes);
  });
});

test('a frame of many values ends the session and delays no other user', async () => {
  await expectShortPauses(probe, async () => {
    const queries = await ready();
    queries.socket.send(`{"type":"catalog","id":1,"more":[${'[],'.repeat(1_300_000)}[]]}`);
    expect(await queries.ending()).toContain('a message that the gateway does not know');
  });
});

test('a flood of requests during a statement delays no other user', async () => {
  const queries = await ready();
  const id = queries.start('SELECT pg_sleep(60)');
  await expectShortPauses(probe, async () => {
    for (let i = 0; i < 20_000; i++) queries.start('SELECT 1');
    for (let i = 0; i < 200; i++) queries.send({ type: 'catalog', id: queries.nextId() });
    const last = queries.start('SELECT 1');
    await queries.outcome(last);
  });
  queries.send({ type: 'cancel', id });
  expect((await queries.outcome(id)).isCancelled).toBe(true);
}, 120_000);

test.each([
  ['pg', 'SELECT g, md5(g::text) FROM generate_series(1, 100000) g'],
  ['maria', 'SELECT seq, md5(seq) FROM seq_1_to_100000'],
])('a hundred thousand rows of %s delay no other user', async (name, sql) => {
  const queries = await ready({ name });
  await expectShortPauses(probe, async () => {
    let { sets, rows } = await queries.run(sql, 10_000);
    let count = 0;
    for (;;) {
      count += rows[0]?.length ?? 0;
      if (!sets[0]?.hasMore) break;
      ({ sets, rows } = await queries.more(0, 10_000));
    }
    expect(count).toBe(100_000);
  });
});

test.each([
  ['pg', "SELECT g, repeat('x', 900) FROM generate_series(1, 1000000) g"],
  ['maria', "SELECT seq, repeat('x', 900) FROM seq_1_to_1000000"],
])(
  'a client of %s that does not read does not make the gateway buffer more and more',
  async (name, sql) => {
    const client = await user();
    const slow = await Promise.all(Array.from({ length: 5 }, () => ready({ name }, client)));
    const before = residentBytes();
    for (const queries of slow) {
      queries.socket.pause();
      queries.start(sql, 10_000);
    }
    await pause(3000);
    expect(residentBytes() - before).toBeLessThan(100 * MEGABYTE);
    const other = await ready({ name });
    expect((await other.run('SELECT 1')).rows).toEqual([[['1']]]);
    for (const queries of slow) queries.socket.resume();
    await Promise.all(slow.map((queries) => queries.until(() => queries.of('done').length > 0, 'the end')));
  },
  120_000,
);

test('a value larger than the limit of a connection ends the session, not the gateway', async () => {
  const before = residentBytes();
  const queries = await ready();
  queries.start("SELECT repeat('x', 200000000)");
  expect(await queries.ending()).toContain('more than 16 MB');
  expect(residentBytes() - before).toBeLessThan(200 * MEGABYTE);
});

test('a thousand sockets of one user open at most 20 sessions', async () => {
  const client = await user();
  const sockets = Array.from({ length: 1000 }, () => openQueries(gateway.base, client));
  const isReady = (socket: QuerySocket) => socket.of('ready').length > 0;
  await expect
    .poll(() => sockets.filter((socket) => socket.isOver || isReady(socket)).length, { timeout: 60_000 })
    .toBe(1000);
  expect(sockets.filter(isReady).length).toBeGreaterThan(0);
  expect(sockets.filter(isReady).length).toBeLessThanOrEqual(20);
  expect(sockets.some((socket) => socket.of('ended')[0]?.reason.includes('You have 20 databases open'))).toBe(true);
  expect((await (await ready()).run('SELECT 1')).rows).toEqual([[['1']]]);
  for (const socket of sockets) socket.socket.terminate();
  await expect.poll(() => pg.run("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'postern'")).toBe('1');
}, 120_000);

test('a session of a killed gateway gets an end event at the next start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-killed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = JSON.stringify({
    auth: { second_factor: 'off' },
    admin: { name: 'admin' },
    inventory: [{ ...databaseDocument(pg, 'pg'), connect: { password_file: join(directory, 'password') } }],
  });
  const first = await startGateway({ config, dataDir });
  const root = await WebClient.ofFirstInvite(first);
  await root.addRole('data', { allow: { db_labels: { '*': '*' }, db_users: ['ann'], db_names: ['shop'] } });
  const client = await root.invite('una', ['data']);
  const queries = await readyQueries(first.base, client);
  const { sid } = await queries.sees('ready');
  await queries.run("SELECT 'before the end'");
  await pause(1500);
  await first.kill();
  const second = await startGateway({ dataDir });
  onTestFinished(async () => {
    await second.stop();
  });
  root.base = second.base;
  const { events: ends } = await root.expect('GET', `${SITE}/events/search?include=db.session.end`);
  expect(ends).toMatchObject([
    { sid, code: 'TDB01I', user: 'una', db_service: 'pg', db_user: 'ann', interrupted: expect.any(String) as unknown },
  ]);
  const answer = await root.get(`${SITE}/sessions/${sid}/stream?offset=0&bytes=1000000`);
  expect(await answer.text()).toContain('before the end');
}, 240_000);
