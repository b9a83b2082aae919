// Usage reports of consoles are stored on this machine, and readable by users who may list audit events.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
});
afterAll(() => gateway.stop());

type Kept = { id: number; time: string; user: string; event: string; detail: Record<string, unknown> };
const kept = async (query = ''): Promise<Kept[]> =>
  ((await admin.call('GET', `postern/usage${query}`)).json as { events: Kept[] }).events;

test('an event is stored with its user, time and the fields of the contract', async () => {
  const eventData = {
    id: 'run-1',
    resource: 'DISCOVER_RESOURCE_SERVER',
    stepStatus: 'DISCOVER_STATUS_ERROR',
    stepStatusError: 'no route',
    selectedResourcesCount: 2,
    secret: 'not asked for',
  };
  await admin.call('POST', 'capture', { event: 'tp.ui.discover.testConnection', eventData });
  const [newest] = await kept();
  expect(newest).toMatchObject({
    user: 'admin',
    event: 'tp.ui.discover.testConnection',
    time: '2030-01-01T08:00:00.000Z',
  });
  expect(newest?.detail).toEqual({
    id: 'run-1',
    resource: 'DISCOVER_RESOURCE_SERVER',
    stepStatus: 'DISCOVER_STATUS_ERROR',
    stepStatusError: 'no route',
    selectedResourcesCount: 2,
  });
});

test('an event before a sign-in is marked, because its user name is unverified', async () => {
  const username = `bob\u0000${'x'.repeat(1000)}`;
  const body = { event: 'tp.ui.onboard.registerChallenge.submit', username, mfaType: 'otp', loginFlow: 'mfa' };
  const path = '/v1/webapi/precapture';
  expect((await gateway.client().send({ method: 'POST', path, body })).status).toBe(200);
  const [newest] = await kept();
  expect(newest?.user).toMatch(/^bobx{197}$/);
  expect(newest?.detail).toEqual({ mfaType: 'otp', loginFlow: 'mfa', beforeSignIn: true });
});

test('an enrollment step without a known resource is accepted only as the first step', async () => {
  const eventData = { id: 'run-2', resource: 'LATER', stepStatus: 'DISCOVER_STATUS_SUCCESS' };
  const statuses = [];
  for (const step of ['started', 'completed'])
    statuses.push((await admin.call('POST', 'capture', { event: `tp.ui.discover.${step}`, eventData })).status);
  expect(statuses).toEqual([200, 400]);
});

test('a refused event is not stored', async () => {
  const before = await kept();
  await admin.call('POST', 'capture', { event: 'tp.ui.callToAction.click', eventData: 8 });
  await admin.call('POST', 'capture', { event: 'tp.ui.nonsense' });
  expect(await kept()).toEqual(before);
});

test('pages start with the newest event', async () => {
  for (let n = 0; n < 5; n += 1) {
    await admin.call('POST', 'capture', { event: 'tp.ui.banner.click', alert: `alert-${n}` });
  }
  const first = await kept('?limit=2');
  expect(first.map(({ detail }) => detail['alert'])).toEqual(['alert-4', 'alert-3']);
  const next = await kept(`?limit=2&before=${first.at(-1)?.id ?? 0}`);
  expect(next.map(({ detail }) => detail['alert'])).toEqual(['alert-2', 'alert-1']);
  const refused = await admin.call('GET', 'postern/usage?limit=many');
  expect([refused.status, refused.json]).toEqual([
    400,
    { error: { message: 'limit must be a positive number, found many' } },
  ]);
});

test('a user without access to audit events can send usage events but not read them', async () => {
  await admin.call('POST', 'roles', { content: 'kind: role\nversion: v6\nmetadata: {name: nothing}\nspec: {}\n' });
  const bob = await gateway.user(admin, 'bob', ['nothing']);
  expect((await bob.call('POST', 'capture', { event: 'tp.ui.banner.click' })).status).toBe(200);
  const refused = await bob.call('GET', 'postern/usage');
  expect([refused.status, refused.json]).toEqual([
    403,
    { error: { message: 'access denied to perform action "list" on "event"' } },
  ]);
});
