// Statements that change the connection itself, or fail only at its next step (streams §11).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { databaseDocument } from '../support/databaseEntries.ts';
import { addRole, SITE } from '../support/inProcessTerminal.ts';
import { startMariadb } from '../support/mariadb.ts';
import { APP_PASSWORD, startPostgres, type TestDatabase } from '../support/postgres.ts';
import { readyQueries } from '../support/querySocket.ts';

const directory = mkdtempSync(join(tmpdir(), 'postern-effects-'));
let servers: TestDatabase[];
let gateway: InProcess;
let admin: ApiClient;
let user: ApiClient;

beforeAll(async () => {
  const password = join(directory, 'password');
  writeFileSync(password, APP_PASSWORD, { mode: 0o600 });
  servers = await Promise.all([startPostgres(), startMariadb()]);
  const inventory = servers.map((server) => ({
    ...databaseDocument(server, server.protocol),
    connect: { password_file: password },
  }));
  gateway = await startInProcess({ inventory });
  admin = await gateway.admin();
  await addRole(admin, 'data', { allow: { db_labels: { '*': '*' }, db_users: ['ann'], db_names: ['shop'] } });
  user = await gateway.user(admin, 'una', ['data']);
}, 120_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(directory, { recursive: true });
});

const ready = (name: 'postgres' | 'mysql') =>
  readyQueries(gateway.base, { bearer: user.bearer, cookie: user.cookieHeader }, { name });
const noticeWith = (text: string) => ({
  type: 'notice',
  severity: 'NOTICE',
  message: expect.stringContaining(text) as unknown,
});

test('PostgreSQL: a client encoding set by a statement is reset before the next statement', async () => {
  const queries = await ready('postgres');
  const sql = "SET client_encoding = 'LATIN1'; SELECT 'Größe €', length('Größe €'); SHOW client_encoding";
  for (const [begin, end] of [
    ['', ''],
    ['BEGIN; ', '; ROLLBACK'],
  ]) {
    const { rows } = await queries.run(`${begin}${sql}${end}`);
    expect(rows.filter(Boolean)).toEqual([[['Größe €', '7']], [['UTF8']]]);
  }
  expect(queries.of('notice')).toEqual([noticeWith('LATIN1'), noticeWith('LATIN1')]);
});

test('PostgreSQL: binary values are returned as binary even if the server prints them as text', async () => {
  servers[0]?.run("ALTER ROLE ann SET bytea_output = 'escape'");
  const { rows } = await (await ready('postgres')).run("SELECT '\\x00ff'::bytea");
  expect(rows).toEqual([[[{ binary: 'AP8=', bytes: 2 }]]]);
});

test.each(['SET NAMES latin1', 'SET character_set_results = NULL', 'SET CHARACTER SET cp1251'])(
  'MariaDB: a character set changed by a statement is reset before the next statement: %s',
  async (change) => {
    const queries = await ready('mysql');
    const text = 'łódź — “x” € 😀';
    const names = '@@character_set_client, @@character_set_results, @@collation_connection';
    const before = (await queries.run(`SELECT ${names}`)).rows[0];
    const { rows } = await queries.run(`${change}; SELECT '${text}', CHAR_LENGTH('${text}'); SELECT ${names}`);
    expect(rows.slice(1)).toEqual([[[text, '14']], before]);
    expect(queries.of('notice')).toEqual([noticeWith('utf8mb4')]);
  },
);

test('MariaDB: a transaction that a failed procedure left open is reported, and its error can be queried', async () => {
  const queries = await ready('mysql');
  await queries.run(`CREATE TABLE orders (id int primary key);
    CREATE PROCEDURE book() BEGIN START TRANSACTION; INSERT INTO orders VALUES (1); SIGNAL SQLSTATE '45000'; END`);
  expect((await queries.run('CALL book()')).failed).toMatchObject({ code: '1644 (45000)' });
  expect(queries.of('transaction')).toEqual([{ type: 'transaction', state: 'open' }]);
  expect((await queries.run('SHOW WARNINGS')).rows[0]?.[0]).toEqual(expect.arrayContaining(['Error', '1644']));
  await queries.run('ROLLBACK');
  expect(queries.of('transaction').at(-1)).toMatchObject({ state: 'none' });
  expect((await queries.run('SELECT * FROM orders')).rows).toEqual([]);
  expect((await queries.run('BEGIN; SELECT nothing')).failed).toBeDefined();
  expect((await queries.run('SELECT ROW_COUNT()')).rows[0]).toEqual([['-1']]);
  await queries.run('ROLLBACK; DROP TABLE orders; DROP PROCEDURE book');
});

test('PostgreSQL: after a statement that failed at commit, the next statement gets its own answer', async () => {
  const queries = await ready('postgres');
  await queries.run(`CREATE TABLE parents (id int primary key);
    CREATE TABLE children (parent int REFERENCES parents DEFERRABLE INITIALLY DEFERRED)`);
  for (let i = 0; i < 20; i++) {
    await queries.run('INSERT INTO children VALUES (9) RETURNING parent');
    expect((await queries.run(`SELECT ${i}`)).rows).toEqual([[[String(i)]]]);
  }
});

test('PostgreSQL: a statement that fails at commit is not reported as done', async () => {
  const queries = await ready('postgres');
  await queries.run(`CREATE TABLE owners (id int primary key);
    CREATE TABLE owned (owner int REFERENCES owners DEFERRABLE INITIALLY DEFERRED)`);
  for (const returning of ['', ' RETURNING owner']) {
    const { failed, sets } = await queries.run(`INSERT INTO owned VALUES (9)${returning}`);
    expect(failed?.code).toBe('23503');
    expect(sets).toEqual([]);
  }
});

test('a recording contains the whole of a long statement that begins with a comment', async () => {
  const queries = await ready('postgres');
  const { sid } = await queries.sees('ready');
  const filled = `/* ${'x😀'.repeat(100_000)} */ CREATE TABLE behind_a_comment (a int); SELECT 'next'`;
  expect((await queries.run(filled)).failed).toBeUndefined();
  queries.socket.close();
  const text = async () =>
    (await admin.call('GET', `${SITE}/sessions/${sid}/stream?offset=0&bytes=5000000`)).text.replaceAll('\r\n', '');
  await expect.poll(text).toMatch(/x😀 \*\/ CREATE TABLE behind_a_comment \(a int\)[^]*SELECT 'next'/);
  expect((await text()).match(/😀/gu)).toHaveLength(100_000);
});
