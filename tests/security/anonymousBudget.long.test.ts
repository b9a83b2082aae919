// The total cost that callers without an account can cause: memory, database, log, and delays of other users' sign-in.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CSRF_COOKIE } from '../../src/wire/constants.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD } from '../support/appInProcess.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { UNREACHABLE_GITHUB } from '../support/githubServer.ts';
import { sendAll } from '../support/pipelining.ts';
import { openRaw, postOf, type RawConnection } from '../support/rawConnection.ts';

const MB = 2 ** 20;
const MEMORY_MAX_MB = 64;
/** Number of refused requests in the flood. */
const REFUSED = 100_000;
const ADDRESSES = 40;
const API = '/v1/webapi';
const CSRF = 'a'.repeat(64);

let gateway: Gateway;
let admin: ApiClient;
beforeAll(async () => {
  await (await startGateway()).stop(); // otherwise the memory of a build would count for the next start
  gateway = await startGateway({
    config: 'auth: { second_factor: optional, recovery_codes: true }\nnode: false\n',
    args: ['--log-level', 'info'],
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  });
  admin = new ApiClient(gateway.base);
  await admin.accept(gateway.invite?.split('/').at(-1) ?? '', PASSWORD);
  expect((await admin.call('POST', 'github', { content: UNREACHABLE_GITHUB })).status).toBe(200);
  // Warms up: code loaded on first use, and the working memory of a process, do not count as an attack.
  await flood(2_000, 'warm');
  for (let n = 0; n < 3; n += 1) await signIn();
  await delay(1_000);
}, 240_000);
afterAll(() => gateway.stop());

/** Resident memory of the process. */
function memoryMb(): number {
  const status = readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
const sizeMb = (name: string): number =>
  (statSync(join(gateway.dataDir, name), { throwIfNoEntry: false })?.size ?? 0) / MB;
const databaseMb = () => sizeMb('postern.db') + sizeMb('postern.db-wal');

/** A user who signs in from an address outside the attack. */
async function signIn(): Promise<{ status: number; ms: number }> {
  const browser = new ApiClient(gateway.base);
  const begunMs = performance.now();
  await browser.openPage('/web/login');
  const { status } = await browser.signIn('admin', PASSWORD);
  return { status, ms: performance.now() - begunMs };
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const json = (path: string, body: object, headers = '') =>
  postOf(`${API}/${path}`, JSON.stringify(body), undefined, headers);
const WITH_CSRF = `Cookie: ${CSRF_COOKIE}=${CSRF}\r\nX-CSRF-Token: ${CSRF}\r\n`;

const ANSWER = {
  type: 'public-key',
  rawId: 'AbC',
  response: { authenticatorData: 'AbC', clientDataJSON: 'AbC', signature: 'AbC', userHandle: '' },
};
/** Requests to every public endpoint, each refused for another reason. */
const KINDS: readonly ((n: string) => string)[] = [
  (n) => json('mfa/login/finishsession', { user: `user-${n}`, webauthnAssertionResponse: ANSWER }),
  () => json('mfa/login/finishsession', { user: 'admin', webauthnAssertionResponse: ANSWER }),
  (n) => json('sessions/web', { user: `user-${n}`, pass: 'wrong' }, WITH_CSRF),
  (n) => json('mfa/login/begin', { user: `user-${n}`, pass: 'wrong' }),
  (n) => json('mfa/login/finish', { user: `user-${n}`, password: 'wrong', pub_key: '' }),
  (n) => json('ssh/certs', { user: `user-${n}`, password: 'wrong', pub_key: '' }),
  (n) => json('postern/recovery', { user: `user-${n}`, code: 'tele-wrong' }, WITH_CSRF),
  (n) => json('precapture', { event: 'tp.ui.recoveryCodesPrint.click', username: `user-${n}` }),
  (n) => json('trustedclusters/validate', { token: n }),
  (n) => json('sites/-current-/sign/db', { hostname: 'db' }, `Authorization: Bearer ${n}\r\n`),
  (n) => json(`mfa/token/${n}/registerchallenge`, { deviceType: 'totp' }),
  (n) => json('github/login/console', { redirect_url: `http://127.0.0.1:${n}`, connector_id: n, public_key: '' }),
  (n) => get(`${API}/users/password/token/${n}`),
  (n) => get(`${API}/github/login/web?connector_id=${n}&redirect_url=/web/${n}`, WITH_CSRF),
  (n) => get(`${API}/github/login/web?connector_id=gh&redirect_url=/web/${n}`, WITH_CSRF),
  (n) => get(`${API}/github/callback?state=${n}&code=${n}`),
  (n) => get(`/scripts/${n}/install-node.sh`),
  (n) =>
    get(`${API}/sites/-current-/nodes?search=${n}`, `Cookie: __Host-session=${Buffer.from(n).toString('hex')}\r\n`),
  (n) => get(`${API}/nonsense/${n}`),
  (n) => get(`/web/cluster/${n}/nodes`, `Cookie: __Host-session=${Buffer.from(n).toString('hex')}\r\n`),
];

async function flood(count: number, name: string): Promise<Map<number, number>> {
  const share = Math.ceil(count / ADDRESSES);
  const all = await Promise.all(
    Array.from({ length: ADDRESSES }, (_, address) =>
      sendAll({
        base: gateway.base,
        from: `127.79.0.${address + 1}`,
        requests: Array.from({ length: share }, (_, n) => KINDS[n % KINDS.length]?.(`${name}-${address}-${n}`) ?? ''),
      }),
    ),
  );
  const sum = new Map<number, number>();
  for (const statuses of all) for (const [status, n] of statuses) sum.set(status, (sum.get(status) ?? 0) + n);
  return sum;
}

/** Requests that never end, or whose answers the client does not read. */
const STALLED: readonly string[] = [
  '',
  `GET /web HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(64_000)}`,
  `GET ${API}/github/login/web?connector_id=gh&redirect_url=/${'x'.repeat(60_000)} HTTP/1.1\r\nHost: localhost\r\n`,
  `GET /web HTTP/1.1\r\nHost: localhost\r\n${'a:b\r\n'.repeat(12_000)}`,
  postOf(`${API}/mfa/login/finishsession`, `{"user":"${'x'.repeat(60_000)}`, 65_000),
  `POST ${API}/mfa/login/begin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(5_000)}`,
  get('/web', `Cookie: ${CSRF_COOKIE}=${'x'.repeat(60_000)}\r\n`).repeat(20),
  get(`${API}/github/login/web?connector_id=gh&redirect_url=/${'x'.repeat(15_000)}`, WITH_CSRF).repeat(10),
  get(`${API}/sites/-current-/connect?params=%7B%7D`, 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
];

test('1 000 stalled or huge requests take less than 64 MB, and other users can sign in', async () => {
  const before = memoryMb();
  const connections: RawConnection[] = [];
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryMb())), 100);
  for (let n = 0; n < 1_000; n += 1) {
    const from = `127.78.${Math.floor(n / 4) >> 7}.${(Math.floor(n / 4) & 127) + 1}`;
    const connection = await openRaw({ base: gateway.base, from, send: STALLED[n % STALLED.length] ?? '' });
    connection.socket.pause();
    connections.push(connection);
  }
  const during = await signIn();
  await delay(3_000);
  clearInterval(watch);
  for (const { socket } of connections) socket.destroy();
  await delay(2_000);
  expect(during.status).toBe(200);
  expect(during.ms).toBeLessThan(10_000);
  expect(most - before).toBeLessThan(MEMORY_MAX_MB);
  expect(memoryMb() - before).toBeLessThan(MEMORY_MAX_MB);
  expect((await signIn()).status).toBe(200);
}, 120_000);

test('100 000 refused requests take less than 64 MB, 8 MB of database and log each, and others can sign in', async () => {
  const before = { memory: memoryMb(), database: databaseMb(), log: gateway.log().length };
  let most = before.memory;
  const watch = setInterval(() => (most = Math.max(most, memoryMb())), 100);
  const flooding = flood(REFUSED, 'flood');
  await delay(1_000);
  const during = await signIn();
  const statuses = await flooding;
  clearInterval(watch);
  await delay(2_000);
  const after = { memory: memoryMb(), database: databaseMb(), log: gateway.log().length };
  // Some connections break off, because more requests wait for an answer than the gateway allows.
  expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(REFUSED * 0.9);
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 501)).toEqual([]);
  expect(during.status).toBe(200);
  expect(during.ms).toBeLessThan(10_000);
  expect(most - before.memory).toBeLessThan(MEMORY_MAX_MB);
  expect(after.database - before.database).toBeLessThan(8);
  expect((after.log - before.log) / MB).toBeLessThan(8);
  expect((await signIn()).status).toBe(200);
}, 300_000);
