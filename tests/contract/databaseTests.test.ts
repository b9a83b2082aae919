// Connection tests of databases, on a real PostgreSQL and a real MariaDB, direct and through a real sshd (http-resources §13.3).
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { startMariadb } from '../support/mariadb.ts';
import { startPostgres, type TestDatabase } from '../support/postgres.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, writeBeside } from '../support/sshGateway.ts';
import { WebClient } from '../support/webClient.ts';

const PATH = '/sites/-current-/diagnostics/connections';
const ALL = ['RBAC_DATABASE', 'CONNECTIVITY', 'RBAC_DATABASE_LOGIN', 'DATABASE_DB_USER', 'DATABASE_DB_NAME'];
const PASSWORD = 'of the test user';

type Trace = { traceType: string; status: string; details: string; error?: string };
type Result = { success: boolean; traces: Trace[] };

let postgres: TestDatabase;
let maria: TestDatabase;
let sshd: Sshd;
let gateway: Gateway;
let admin: WebClient;

beforeAll(async () => {
  [postgres, maria, sshd] = await Promise.all([startPostgres(), startMariadb(), startSshd()]);
  maria.run(`CREATE USER app IDENTIFIED BY '${PASSWORD}'; GRANT ALL ON shop.* TO app`);
  postgres.run(`CREATE ROLE app LOGIN PASSWORD '${PASSWORD}'`);
  postgres.run('CREATE DATABASE closed');
  postgres.run('REVOKE CONNECT ON DATABASE closed FROM PUBLIC');
  const right = writeBeside(sshd.directory, 'right-password', `${PASSWORD}\n`);
  const wrong = writeBeside(sshd.directory, 'wrong-password', 'another one\n');
  const uri = `127.0.0.1:${postgres.port}`;
  const db = (name: string, connect?: object, spec: object = {}) => ({
    kind: 'db',
    version: 'v3',
    metadata: { name, labels: { env: 'prod' } },
    spec: { protocol: 'postgres', uri, ...spec },
    ...(connect && { connect }),
  });
  const via = { via: 'jump', via_login: userInfo().username };
  const config = JSON.stringify({
    cluster_name: 'example.test',
    auth: { second_factor: 'off' },
    inventory: [
      {
        kind: 'node',
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: serverId(0) },
        spec: { addr: sshd.addr, hostname: 'jump' },
        connect: { identity_file: sshd.identity, known_hosts: sshd.knownHosts },
      },
      db('right', { password_file: right }),
      db('mapped', { user_map: { reader: { user: 'app', password_file: right } } }),
      db('through', { password_file: right, ...via }),
      db('astray', { password_file: right, via: 'gone' }),
      db('wrong', { password_file: wrong }),
      db('empty'),
      db('unreadable', { password_file: `${sshd.directory}/missing` }),
      db('encrypted', { password_file: right, tls: { mode: 'verify-full' } }),
      db('down', { password_file: right }, { uri: '127.0.0.1:1' }),
      db('maria', { password_file: right }, { protocol: 'mysql', uri: `127.0.0.1:${maria.port}` }),
      db('maria-wrong', { password_file: wrong }, { protocol: 'mysql', uri: `127.0.0.1:${maria.port}` }),
      db('cache', undefined, { protocol: 'redis' }),
    ],
  });
  gateway = await startGateway({ config });
  admin = await WebClient.ofFirstInvite(gateway);
  const db_users = ['app', 'reader', 'stranger'];
  await admin.addRole('dba', { allow: { db_labels: { '*': '*' }, db_users, db_names: ['shop', 'closed', 'gone'] } });
  await admin.expect('PUT', '/users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'dba'] });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([postgres.stop(), maria.stop(), sshd.stop()]);
});

const run = (name: string, user = 'app', database = 'shop', more: object = {}): Promise<Result> =>
  admin.expect('POST', PATH, {
    resource_kind: 'db',
    resource_name: name,
    database_user: user,
    database_name: database,
    ...more,
  }) as Promise<Result>;
const types = ({ traces }: Result) => traces.map(({ traceType, status }) => `${traceType} ${status}`);
const failedAt = (type: string) => [
  ...ALL.slice(0, ALL.indexOf(type)).map((name) => `${name} SUCCESS`),
  `${type} FAILED`,
];
const lastOf = ({ traces }: Result): Trace => traces.at(-1) ?? { traceType: '', status: '', details: '' };

test.each([
  ['right', 'app'],
  ['mapped', 'reader'],
  ['through', 'app'],
  ['maria', 'app'],
])('every step succeeds: %s as %s', async (name, user) => {
  expect(types(await run(name, user))).toEqual(ALL.map((type) => `${type} SUCCESS`));
});

test('an unknown database fails RBAC_DATABASE', async () => {
  expect(types(await run('no-such-database'))).toEqual(failedAt('RBAC_DATABASE'));
});

test.each(['down', 'astray', 'encrypted', 'unreadable'])('%s fails CONNECTIVITY', async (name) => {
  const result = await run(name);
  expect(types(result)).toEqual(failedAt('CONNECTIVITY'));
  expect(JSON.stringify(result)).not.toContain(sshd.directory);
  expect(lastOf(result).error).not.toBe('');
});

test('a user without credentials in the gateway fails CONNECTIVITY before any connection', async () => {
  const result = await run('mapped', 'app');
  expect(types(result)).toEqual(failedAt('CONNECTIVITY'));
  expect(lastOf(result).details).toMatch(/no credentials for app on mapped/);
});

test.each([
  ['app', 'secrets'],
  ['root', 'shop'],
])('denied names fail RBAC_DATABASE_LOGIN before any connection: user %s, database %s', async (user, name) => {
  expect(types(await run('down', user, name))).toEqual(['RBAC_DATABASE SUCCESS', 'RBAC_DATABASE_LOGIN FAILED']);
});

test.each([
  ['wrong', 'app'],
  ['empty', 'app'],
  ['right', 'stranger'],
  ['maria-wrong', 'app'],
  ['maria', 'stranger'],
])('a sign-in that the server refuses fails DATABASE_DB_USER: %s as %s', async (name, user) => {
  const result = await run(name, user);
  expect(types(result)).toEqual(failedAt('DATABASE_DB_USER'));
  expect(JSON.stringify(result)).not.toContain(PASSWORD);
});

test.each([
  ['right', 'gone'],
  ['right', 'closed'],
  ['maria', 'gone'],
])('%s: the database %s fails DATABASE_DB_NAME', async (server, name) => {
  expect(types(await run(server, 'app', name))).toEqual(failedAt('DATABASE_DB_NAME'));
});

test.each([
  [{ resource_kind: 'db', resource_name: 'right' }, 400, 'missing required parameter Database User'],
  [
    { resource_kind: 'db', resource_name: 'right', database_user: 'app' },
    400,
    'missing required parameter Database Name',
  ],
  [
    { resource_kind: 'db', resource_name: 'cache', database_user: 'app' },
    501,
    'database protocol "redis" is not supported yet for testing connection',
  ],
])('a malformed request is refused: %o', async (body, status, message) => {
  const answer = await admin.request('POST', PATH, body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error: { message } });
});
