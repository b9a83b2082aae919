// A removed role also removes its denials: its users have no access until it exists again or is unassigned (L6).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';

const LIFE_MS = 60_000;
let gateway: InProcess;
let admin: ApiClient;
beforeEach(async () => {
  gateway = await startInProcess({
    node: false,
    inventory: [
      {
        kind: 'node',
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: '00000000-0000-4000-8000-000000000001', labels: { env: 'prod' } },
        spec: { addr: '192.0.2.1:22', hostname: 'prod-1' },
      },
    ],
  });
  admin = await gateway.admin();
});
afterEach(() => gateway.stop());

const refusal = ({ status, json }: Answer) => [status, (json as { error?: { message: string } }).error?.message];
const roleText = (name: string, spec: string, expiresMs?: number) =>
  `kind: role\nversion: v6\nmetadata:\n  name: ${name}\n${
    expiresMs === undefined ? '' : `  expires: "${new Date(expiresMs).toISOString()}"\n`
  }spec: ${spec}\n`;
const addRole = (name: string, spec: string, expiresMs?: number) =>
  admin.call('POST', 'roles', { content: roleText(name, spec, expiresMs) });
const DENIES_PROD = '{ deny: { node_labels: { env: [prod] } } }';
const ALLOWS_ALL = "{ allow: { logins: [root], node_labels: { '*': '*' } } }";
const nodes = async (browser: ApiClient) => (await browser.call('GET', 'sites/-current-/nodes')).json;

/** A user whom a role with an expiry denies access to production. */
async function una(): Promise<ApiClient> {
  await addRole('all', ALLOWS_ALL);
  await addRole('no-prod', DENIES_PROD, gateway.nowMs() + LIFE_MS);
  return gateway.user(admin, 'una', ['all', 'no-prod']);
}

describe('L6: an assigned role that expires', () => {
  test('blocks all access of its users until it exists again, and its denials stay in force', async () => {
    const browser = await una();
    expect(await nodes(browser)).toMatchObject({ items: [] });
    gateway.pass(LIFE_MS);
    const MISSING = [403, 'role no-prod is not found'];
    for (const path of ['sites/-current-/nodes', 'roles', 'mfa/devices', 'users/una', 'sites/-current-/context']) {
      expect(refusal(await browser.call('GET', path)), path).toEqual(MISSING);
    }
    expect(
      gateway.app.gateway.accessCache.of({ name: 'una', roles: ['all', 'no-prod'], traits: {} }).certificateLogins()
        .logins,
    ).toEqual([]);
    await addRole('no-prod', DENIES_PROD);
    expect(await nodes(browser)).toMatchObject({ items: [] });
  });

  test('blocks sign-in, logs why, and still allows sign-out', async () => {
    const browser = await una();
    gateway.pass(LIFE_MS);
    const next = gateway.client();
    await next.openPage('/web/login');
    expect(refusal(await next.signIn('una', PASSWORD))).toEqual([403, 'invalid credentials']);
    const { events } = gateway.app.gateway.stores.events.page({
      fromMs: 0,
      toMs: gateway.nowMs(),
      order: 'desc',
      limit: 1,
      names: ['user.login'],
    });
    expect(events[0]).toMatchObject({ user: 'una', success: false, error: 'role no-prod is not found' });
    expect((await browser.call('GET', 'user/status')).status).toBe(200);
    expect((await browser.call('DELETE', 'sessions/web')).status).toBe(200);
  });

  test('has no effect after it is removed from the user', async () => {
    const browser = await una();
    gateway.pass(LIFE_MS);
    expect((await admin.call('PUT', 'users', { name: 'una', roles: ['all'] })).status).toBe(200);
    expect(await nodes(browser)).toMatchObject({ items: [{ hostname: 'prod-1' }] });
  });

  test('does not count for the last administrator', async () => {
    const WHY = /would leave no user who can administer users and roles once a role ends/;
    await addRole('for-now', ALLOWS_ALL, gateway.nowMs() + LIFE_MS);
    const held = await admin.call('PUT', 'users', { name: 'admin', roles: ['access', 'editor', 'auditor', 'for-now'] });
    expect(refusal(held)).toEqual([400, expect.stringMatching(WHY) as string]);
    const editor = gateway.app.gateway.stores.roles.find('editor')?.content ?? '';
    const content = editor.replace(/name: editor\n/, `name: editor\n  expires: "2031-01-01T00:00:00Z"\n`);
    expect(content).toContain('expires');
    expect(refusal(await admin.call('PUT', 'roles/editor', { content }))).toEqual([
      400,
      expect.stringMatching(WHY) as string,
    ]);
    gateway.pass(2 * LIFE_MS);
    expect((await admin.call('GET', 'users')).status).toBe(200);
  });
});

test('L6: a role that only accounts of a provider have cannot be deleted, and the error lists them', async () => {
  await addRole('no-prod', DENIES_PROD);
  const identity = { kind: 'github', connector: 'gh', subject: '7' } as const;
  const { users } = gateway.app.gateway.stores;
  users.putProvided({ name: 'otto', roles: ['no-prod'], traits: {}, identity, expiresMs: gateway.nowMs() + LIFE_MS });
  expect(refusal(await admin.call('DELETE', 'roles/no-prod'))).toEqual([
    400,
    'role "no-prod" is still assigned to a user: otto',
  ]);
  gateway.pass(LIFE_MS);
  expect((await admin.call('DELETE', 'roles/no-prod')).status).toBe(200);
});
