// @vitest-environment happy-dom
// Tests writes with a lost response on a cluster, whose lists lag by about a second.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isApiError } from '../api/errors.ts';
import { resources } from '../descriptors/index.ts';
import { mayBeDone } from '../lib/errorMessage.ts';
import { createDataProvider } from './dataProvider.ts';

const role = (name: string) => ({ name, kind: 'role', id: `role:${name}`, content: `metadata: { name: ${name} }` });
const answer = (json: unknown, status = 200) => new Response(JSON.stringify(json), { status });
const provider = () => createDataProvider(resources, { isCurrent: false, hasRevisions: false });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['the connection was dropped', () => Promise.reject(new TypeError('network'))],
  ['a proxy answered', async () => new Response('<html>', { status: 502 })],
])('finds a created role although %s', async (_how, response) => {
  let storedAtMs = Infinity;
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
    if (method === 'GET') return answer(Date.now() - storedAtMs > 1000 ? [role('dev')] : []);
    storedAtMs = Date.now();
    return response();
  });
  const data = provider();
  const failed = data.create('roles', { data: { content: 'x' } }).catch((error: unknown) => error);
  expect(mayBeDone(await failed)).toBe(true);
  const read = data.getMany('roles', { ids: ['dev'], meta: { fresh: true } });
  await vi.advanceTimersByTimeAsync(3000);
  expect((await read).data).toMatchObject([{ id: 'dev' }]);
});

test.each([404, 409, 412])('after %i due to a concurrent write it reads that write', async (status) => {
  const refusedAtMs = Date.now();
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
    if (method === 'GET') return answer(Date.now() - refusedAtMs > 1000 ? [] : [role('dev')]);
    return answer({ error: { message: 'resource with name "dev" does not exist' } }, status);
  });
  const data = provider();
  await expect(
    data.update('roles', { id: 'dev', data: { content: 'x' }, previousData: { id: 'dev' } }),
  ).rejects.toThrow();
  const read = data.getMany('roles', { ids: ['dev'], meta: { fresh: true } });
  await vi.advanceTimersByTimeAsync(3000);
  expect((await read).data).toEqual([]);
});

test('after an error of the server it reads without a delay', async () => {
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) =>
    method === 'GET' ? answer([]) : answer({ error: { message: 'disk full' } }, 500),
  );
  const data = provider();
  await expect(data.create('roles', { data: { content: 'x' } })).rejects.toThrow('disk full');
  expect((await data.getMany('roles', { ids: ['dev'], meta: { fresh: true } })).data).toEqual([]);
});

test.each([[null], [{}], [{ message: 'ok' }], [{ name: 'dev' }]])(
  'the answer %j does not confirm a written role',
  async (json) => {
    vi.stubGlobal('fetch', async () => answer(json));
    const failed = await provider()
      .update('roles', { id: 'dev', data: { content: 'x' }, previousData: { id: 'dev' } })
      .catch((error: unknown) => error);
    expect(isApiError(failed, 200)).toBe(true);
    expect(mayBeDone(failed)).toBe(true);
  },
);
