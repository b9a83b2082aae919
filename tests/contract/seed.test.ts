// `npm run seed`: an inventory of any size, read through the gateway.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { WebClient } from '../support/webClient.ts';

const SEED = fileURLToPath(new URL('../../gateway/launcher/seed.cjs', import.meta.url));
const CONFIG = "auth: { second_factor: 'off' }\nadmin: { name: admin, logins: [root] }\nnode: false\n";
const NODES = '/sites/-current-/nodes?sort=hostname:asc&limit=3';

let dataDir: string;
let gateway: Gateway;
let admin: WebClient;

const seed = (...args: string[]) =>
  spawnSync(process.execPath, [SEED, '--data-dir', dataDir, ...args], { encoding: 'utf8' });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'postern-seed-'));
  gateway = await startGateway({ config: CONFIG, dataDir });
  const token = new URL(gateway.invite ?? '').pathname.split('/').at(-1) ?? '';
  admin = await WebClient.ofInvite(gateway.base, token, 'admin');
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function seedAgain(...args: string[]): Promise<string> {
  await gateway.stop();
  const { status, stdout, stderr } = seed(...args);
  expect([status, stderr]).toEqual([0, '']);
  gateway = await startGateway({ dataDir });
  admin.base = gateway.base;
  return stdout;
}

test('a seed of the directory of a running gateway is refused with one line', () => {
  const { status, stderr } = seed('--nodes', '5');
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toContain(dataDir);
});

test('a stopped gateway removes its process ID file', async () => {
  expect(existsSync(join(dataDir, 'gateway.pid'))).toBe(true);
  await gateway.stop();
  expect(existsSync(join(dataDir, 'gateway.pid'))).toBe(false);
  gateway = await startGateway({ dataDir });
  admin.base = gateway.base;
});

test('a seed creates servers, users and roles, and keeps those that users have created', async () => {
  await admin.addRole('by-hand', { allow: { logins: ['root'] } });
  expect(await seedAgain('--nodes', '300', '--users', '4', '--roles', '3')).toContain(
    '300 servers, 4 users and 3 roles',
  );
  const { items, totalCount } = await admin.expect('GET', NODES);
  expect(totalCount).toBe(300);
  expect(items).toHaveLength(3);
  const roles: { name: string }[] = await admin.expect('GET', '/roles');
  expect(roles.map(({ name }) => name)).toContain('by-hand');
  expect(roles).toHaveLength(3 + 1 + 3); // presets, by hand, seeded
  const users: { name: string }[] = await admin.expect('GET', '/users');
  expect(users).toHaveLength(1 + 4);
});

test('a smaller seed removes servers, and the remaining servers are unchanged', async () => {
  const { items: before } = await admin.expect('GET', `${NODES}&search=-00099.`);
  await seedAgain('--nodes', '100');
  const { totalCount } = await admin.expect('GET', NODES);
  expect(totalCount).toBe(100);
  const { items: after } = await admin.expect('GET', `${NODES}&search=-00099.`);
  expect(before).toHaveLength(1);
  expect(after).toEqual(before);
});

test('repeated seeds create the audit events once', async () => {
  expect(await seedAgain('--nodes', '1', '--events', '60')).toContain(', 60 audit events');
  await seedAgain('--nodes', '1', '--events', '60');
  const { events } = await admin.expect('GET', '/sites/-current-/events/search?limit=5000&include=scp');
  expect(events.length).toBe(10);
  expect(await admin.expect('GET', '/sites/-current-/events/facets')).toMatchObject({ total: expect.any(Number) });
});
