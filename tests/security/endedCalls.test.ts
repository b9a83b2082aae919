// A call that waits for a provider or a thread has no effect and returns no data if the sign-in ends before it
// continues.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../support/ApiClient.ts';
import { LOCKOUT_FAILURES } from '../../src/wire/constants.ts';
import { holdTasks, PASSWORD, startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
let erin: ApiClient;

beforeEach(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  erin = await gateway.user(admin, 'erin', ['access', 'editor', 'auditor']);
});
afterEach(() => gateway.stop());

/** Events that end or limit a sign-in of erin. */
const CAUSES: Record<string, () => Promise<unknown>> = {
  'a sign-out by an administrator': () => admin.call('DELETE', 'postern/users/erin/sessions/web'),
  'a lock': () => admin.call('PUT', 'sites/-current-/locks', { targets: { user: 'erin' }, message: '', ttl: '' }),
};
const LOST_ROLE = { 'the loss of the role': () => admin.call('PUT', 'users', { name: 'erin', roles: ['access'] }) };

describe('a connector whose provider is slow to answer', () => {
  let provider: Server;
  let asked: Promise<void>;
  let answerProvider: () => void;
  beforeEach(async () => {
    const answered = new Promise<void>((resolve) => (answerProvider = resolve));
    asked = new Promise((resolve) => {
      provider = createServer((_request, response) => {
        resolve();
        void answered.then(() => response.writeHead(404).end());
      });
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void provider.close());

  const content = () => {
    const site = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    return JSON.stringify({
      kind: 'github',
      version: 'v3',
      metadata: { name: 'gh' },
      spec: {
        ...{ client_id: 'a', client_secret: 'b', endpoint_url: site, api_endpoint_url: site },
        redirect_url: 'http://localhost:3080/v1/webapi/github/callback',
        teams_to_roles: [{ organization: 'octo', team: 'devs', roles: ['access'] }],
      },
    });
  };

  test.each(Object.entries({ ...CAUSES, ...LOST_ROLE }))('is not written after %s', async (_cause, end) => {
    const writing = erin.call('POST', 'github', { content: content() });
    await asked;
    expect(await end()).toMatchObject({ status: 200 });
    answerProvider();
    expect((await writing).status).toBe(403);
    expect(gateway.app.gateway.stores.documents.find('github', 'gh')).toBeUndefined();
  });

  test('is written if its author may still write it', async () => {
    const writing = erin.call('POST', 'github', { content: content() });
    await asked;
    answerProvider();
    expect((await writing).status).toBe(200);
  });
});

test.each(Object.entries(CAUSES))('a pending read of the audit log is refused after %s', async (_cause, end) => {
  const { tasks } = gateway.app.gateway;
  const path = 'sites/-current-/events/search?from=2000-01-01T00:00:00Z';
  expect((await erin.call('GET', path)).status).toBe(200);
  const held = holdTasks(tasks);
  const reading = erin.call('GET', path);
  await held.begun;
  expect(await end()).toMatchObject({ status: 200 });
  held.release();
  expect((await reading).status).toBe(403);
});

describe('a lock-out', () => {
  const prove = (pass: string) => erin.call('POST', 'mfa/authenticatechallenge/password', { pass });
  const isIn = async () => (await erin.call('GET', 'user/status')).status === 200;

  test('that another client causes does not end open sessions', async () => {
    const stranger = gateway.client();
    await stranger.openPage('/web/login');
    for (let n = 0; n < LOCKOUT_FAILURES; n += 1) expect((await stranger.signIn('erin', 'wrong')).status).toBe(403);
    expect((await prove(PASSWORD)).status).toBe(403);
    expect(await isIn()).toBe(true);
  });

  test('caused by wrong passwords of a session ends that session', async () => {
    for (let n = 0; n < LOCKOUT_FAILURES; n += 1) expect((await prove('wrong')).status).toBe(400);
    expect((await prove(PASSWORD)).status).toBe(403);
    expect(await isIn()).toBe(false);
  });
});
