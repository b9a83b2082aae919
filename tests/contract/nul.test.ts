// The gateway cannot store the character NUL. Clients get an error for it, with or without a sign-in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sent } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';

let gateway: InProcess;
beforeAll(async () => {
  gateway = await startInProcess();
});
afterAll(() => gateway.stop());

describe('the character NUL', () => {
  const api = (method: string, path: string, body?: object): Sent => ({
    method,
    path: `/v1/webapi/${path}`,
    headers: { cookie: `__Host-grv_csrf=${'0'.repeat(64)}`, 'x-csrf-token': '0'.repeat(64) },
    ...(body && { body }),
  });
  const cookie = Buffer.from(JSON.stringify({ user: 'a\0b', sid: '0'.repeat(64) })).toString('hex');
  const headers = { cookie: `__Host-session=${cookie}` };
  const requests: [what: string, sent: Sent, statuses: number[]][] = [
    [
      'a name at sign-in',
      api('POST', 'sessions/web', { user: 'a\0b', pass: 'x', second_factor_token: '' }),
      [400, 403],
    ],
    ['the name of an invitation', api('GET', 'users/password/token/a%00b'), [400, 403, 404]],
    ['the name of a connector', api('GET', 'ping/a%00b'), [400]],
    ['the name of a join token', { method: 'GET', path: '/scripts/a%00b/install-node.sh?method=iam' }, [200]],
    ['the cookie of a page request', { method: 'GET', path: '/web/users', headers }, [200, 302, 307]],
    ['the cookie of an API call', { method: 'GET', path: '/v1/webapi/sites', headers }, [403]],
  ];
  test.each(requests)('does not cause an internal error in %s', async (_what, sent, statuses) => {
    expect(statuses).toContain((await gateway.client().send(sent)).status);
  });

  test('is refused in a lock', async () => {
    const admin = await gateway.admin();
    for (const lock of [
      { targets: { user: 'a\0b' }, message: '' },
      { targets: { user: 'dave' }, message: 'a\0b' },
    ]) {
      const { status, json } = await admin.call('PUT', 'sites/-current-/locks', lock);
      expect([status, json]).toMatchObject([400, { error: { message: expect.stringContaining('NUL') } }]);
    }
    expect((await admin.call('GET', 'sites/-current-/locks')).json).toEqual([]);
  });
});
