// Every action on an identity writes an event with the code of the contract, the fields that a real cluster writes,
// and the name of the acting user.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import auditEvents from '../../src/wire/auditEvents.json';
import { isObject } from '../../src/lib/json.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';
import { recordedEvent } from '../support/recorded.ts';
import { shapeFaults } from '../support/sameShape.ts';

let gateway: InProcess;
let admin: ApiClient;
let bob: ApiClient;

beforeAll(async () => {
  gateway = await startInProcess({ auth: { second_factor: 'optional' } });
  admin = await gateway.admin();
});
afterAll(() => gateway.stop());

type Event = Record<string, unknown> & { event: string; code: string };

async function events(): Promise<Event[]> {
  const search = 'sites/-current-/events/search?from=2020-01-01T00:00:00Z&limit=5000&order=asc';
  return ((await admin.call('GET', search)).json as { events: Event[] }).events;
}
const base64 = (text: string) => Buffer.from(text).toString('base64');
const role = (name: string) => `kind: role\nversion: v6\nmetadata: {name: ${name}}\nspec: {}\n`;
const stranger = async (): Promise<ApiClient> => {
  const browser = gateway.client();
  await browser.openPage('/web/login');
  return browser;
};
/** An unused code. Each code needs its own period. */
function nextCode(): string {
  gateway.pass(30_000);
  const row = gateway.app.gateway.stores.db.get<{ secret: string }>("SELECT secret FROM devices WHERE user = 'bob'");
  return new TOTP({ secret: Secret.fromBase32(row?.secret ?? '') }).generate({ timestamp: gateway.nowMs() });
}
/** Sets up an account with an authenticator app. */
async function acceptWithCode(token: string): Promise<ApiClient> {
  const browser = gateway.client();
  await browser.openPage(`/web/invite/${token}`);
  await browser.send({ method: 'GET', path: `/v1/webapi/users/password/token/${token}` });
  const { stores } = gateway.app.gateway;
  const row = stores.db.get<{ secret: string }>("SELECT totp_secret AS secret FROM user_tokens WHERE user = 'bob'");
  const totp = new TOTP({ secret: Secret.fromBase32(row?.secret ?? '') });
  await browser.send({
    method: 'PUT',
    path: '/v1/webapi/users/password/token',
    headers: { cookie: browser.cookieHeader, 'x-csrf-token': browser.csrf },
    body: {
      token,
      password: base64(PASSWORD),
      second_factor_token: totp.generate({ timestamp: gateway.nowMs() }),
      deviceName: 'phone',
    },
  });
  await browser.openPage();
  return browser;
}

type Row = [action: string, run: () => Promise<unknown>, event: string, code: string, fields: Record<string, unknown>];
/** The order matters, because each action needs the earlier actions. */
const ACTIONS: Row[] = [
  [
    'the creation of a user',
    () => admin.call('POST', 'users', { name: 'bob', roles: ['access'] }),
    'user.create',
    'T1002I',
    { user: 'admin', name: 'bob', roles: ['access'], connector: 'local' },
  ],
  [
    'the creation of an invitation link',
    async () => {
      const { json } = await admin.call('POST', 'users/password/token', { name: 'bob', type: 'invite' });
      token = (json as { tokenId: string }).tokenId;
    },
    'reset_password_token.create',
    'T6000I',
    { user: 'admin', name: 'bob', ttl: '1h0m0s' },
  ],
  [
    'the completion of an invitation with an authenticator app',
    async () => (bob = await acceptWithCode(token)),
    'mfa.add',
    'T1006I',
    { user: 'bob', mfa_device_name: 'phone', mfa_device_type: 'TOTP' },
  ],
  [
    'a sign-in',
    async () => (await stranger()).signIn('bob', PASSWORD, nextCode()),
    'user.login',
    'T1000I',
    { user: 'bob', success: true, method: 'local' },
  ],
  [
    'a sign-in with a wrong password',
    async () => (await stranger()).signIn('bob', 'wrong', '000000'),
    'user.login',
    'T1000W',
    { user: 'bob', success: false, error: 'invalid username, password or second factor' },
  ],
  [
    'a sign-in with an unknown user name',
    async () => (await stranger()).signIn('nobody', 'wrong'),
    'user.login',
    'T1000W',
    { user: 'nobody', success: false },
  ],
  [
    'the certificate of a new web session',
    async () => (await stranger()).signIn('bob', PASSWORD, nextCode()),
    'cert.create',
    'TC000I',
    { cert_type: 'user' },
  ],
  [
    'the change of a password by its user',
    () =>
      bob.call('PUT', 'users/password', {
        old_password: base64(PASSWORD),
        new_password: base64(PASSWORD),
        second_factor_token: nextCode(),
      }),
    'user.password_change',
    'T1005I',
    { user: 'bob' },
  ],
  [
    'a proof by second factor for the change of devices',
    async () => {
      const { json } = await bob.call('POST', 'users/privilege/token', { secondFactorToken: nextCode() });
      token = String(json);
    },
    'privilege_token.create',
    'T6002I',
    { user: 'bob', name: 'bob', ttl: '5m0s' },
  ],
  [
    'the removal of a second factor',
    () => bob.send({ method: 'DELETE', path: `/v1/webapi/mfa/token/${token}/devices/phone` }),
    'mfa.delete',
    'T1007I',
    { user: 'bob', mfa_device_name: 'phone', mfa_device_type: 'TOTP' },
  ],
  [
    'a change of the roles of a user',
    () => admin.call('PUT', 'users', { name: 'bob', roles: ['auditor'] }),
    'user.update',
    'T1003I',
    { user: 'admin', name: 'bob', roles: ['auditor'] },
  ],
  [
    'the creation of a role',
    () => admin.call('POST', 'roles', { content: role('viewer') }),
    'role.created',
    'T9000I',
    { user: 'admin', name: 'viewer' },
  ],
  [
    'the change of a role',
    () => admin.call('PUT', 'roles/viewer', { content: role('viewer') }),
    'role.created',
    'T9000I',
    { user: 'admin', name: 'viewer' },
  ],
  [
    'the removal of a role',
    () => admin.call('DELETE', 'roles/viewer'),
    'role.deleted',
    'T9001I',
    { user: 'admin', name: 'viewer' },
  ],
  [
    'the creation of a reset link',
    () => admin.call('POST', 'users/password/token', { name: 'bob', type: 'password' }),
    'reset_password_token.create',
    'T6000I',
    { user: 'admin', name: 'bob', ttl: '8h0m0s' },
  ],
  [
    'the removal of a user',
    () => admin.call('DELETE', 'users/bob'),
    'user.delete',
    'T1004I',
    { user: 'admin', name: 'bob' },
  ],
];
let token = '';

test.each(ACTIONS)('%s writes its event', async (_, run, event, code, fields) => {
  const before = (await events()).length;
  await run();
  const added = (await events()).slice(before).filter((one) => one.event === event);
  expect(added).toHaveLength(1);
  expect(added[0]).toMatchObject({ code, cluster_name: 'example.test', ei: 0, ...fields });
  // The table of the contract contains the code, and the event has the fields that the pages of the console read.
  const known = auditEvents.find((one) => one.code === code);
  expect(known?.event).toBe(event);
  const recorded = recordedEvent(code, event);
  if (isObject(recorded)) expect(shapeFaults({ ...recorded, ...optional(added[0]) }, added[0])).toEqual([]);
});

/** A field that a cluster adds in some cases: the device that was used. */
const optional = (event: Event | undefined) =>
  event?.['mfa_device'] === undefined ? {} : { mfa_device: event['mfa_device'] };

test('a refused action writes no event for a change', async () => {
  const before = await events();
  const eve = await gateway.user(admin, 'eve', ['access']);
  const after = await events();
  await eve.call('POST', 'users', { name: 'mallory', roles: ['editor'] });
  await eve.call('PUT', 'users', { name: 'eve', roles: ['editor'] });
  await eve.call('DELETE', 'users/admin');
  await eve.call('POST', 'roles', { content: role('power') });
  await eve.call('POST', 'users/password/token', { name: 'admin', type: 'password' });
  expect(after.length).toBeGreaterThan(before.length);
  expect(await events()).toEqual(after);
});

test('no event contains a secret', async () => {
  const all = JSON.stringify(await events());
  for (const secret of [PASSWORD, base64(PASSWORD), token, admin.bearer, admin.csrf, ...admin.cookies.values()])
    expect(all).not.toContain(secret);
});
