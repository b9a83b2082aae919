import { afterEach, expect, test, vi } from 'vitest';
import { isProofRequired, testConnection, toConnectionTest, type TestTarget } from './diagnostics.ts';

const answer = (json: object) =>
  new Response(JSON.stringify(json), { headers: { 'content-type': 'application/json' } });
afterEach(() => vi.unstubAllGlobals());

/** Answers every call and returns the request bodies by path. */
function sent(json: object): [path: string, body: unknown][] {
  const calls: [string, unknown][] = [];
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    calls.push([path, JSON.parse(body)]);
    return answer(json);
  });
  return calls;
}

const node: TestTarget = { kind: 'node', name: 'web-1', login: 'root' };
const db: TestTarget = { kind: 'db', name: 'orders', protocol: 'postgres', user: 'app', database: 'shop' };
const kube: TestTarget = { kind: 'kube_cluster', name: 'eu-1', namespace: 'default', user: '', groups: ['viewers'] };

test('reads a result with missing and unknown fields', () => {
  expect(toConnectionTest({ id: 'one', success: true, message: 'success' })).toEqual({
    id: 'one',
    ok: true,
    steps: [],
  });
  const traces = [
    { traceType: 'CONNECTIVITY', status: 'success', details: 'Reached.' },
    { traceType: 'NEW_STEP', status: 'FAILED', error: 'refused' },
  ] as never;
  expect(toConnectionTest({ traces }).steps).toEqual([
    { type: 'CONNECTIVITY', ok: true, details: 'Reached.', error: '' },
    { type: 'NEW_STEP', ok: false, details: '', error: 'refused' },
  ]);
});

test.each([
  [node, { resource_kind: 'node', resource_name: 'web-1', ssh_principal: 'root' }],
  [db, { resource_kind: 'db', resource_name: 'orders', database_user: 'app', database_name: 'shop' }],
  [
    kube,
    {
      resource_kind: 'kube_cluster',
      resource_name: 'eu-1',
      kubernetes_namespace: 'default',
      kubernetes_impersonation: { kubernetes_groups: ['viewers'] },
    },
  ],
])('sends the fields of the kind: $0.kind', async (target, body) => {
  const calls = sent({ id: 'one', success: true });
  await testConnection('main', target);
  expect(calls).toEqual([['/v1/webapi/sites/main/diagnostics/connections', body]]);
});

test('sends the second factor with the test', async () => {
  const calls = sent({ id: 'one' });
  await testConnection('main', node, { kind: 'code', code: '123456' });
  expect(calls[0]?.[1]).toMatchObject({ mfa_response: { totp_code: '123456' } });
});

test.each([
  [node, { node: { node_name: 'web-1', login: 'root' } }],
  [db, { database: { service_name: 'orders', protocol: 'postgres', username: 'app', database_name: 'shop' } }],
  [kube, { kube: { cluster_name: 'eu-1' } }],
])('asks whether a second factor is required: $0.kind', async (target, body) => {
  const calls = sent({ required: true });
  expect(await isProofRequired('main', target)).toBe(true);
  expect(calls).toEqual([['/v1/webapi/sites/main/mfa/required', body]]);
});
