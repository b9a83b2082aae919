// @vitest-environment happy-dom
// Tests the revision of a deletion: the reviewed one, if the console knows it and the server checks it.
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal, stubServer } from '../../tests/support/stubServer.ts';
import { resources } from '../descriptors/index.ts';
import tokens from '../descriptors/tokens.descriptor.ts';
import { createDataProvider } from './dataProvider.ts';

afterEach(() => vi.unstubAllGlobals());

const token = { name: 'abc', kind: 'token', id: 'token:abc', content: 'metadata: { name: abc }', revision: '7' };
const provider = (hasRevisions: boolean) =>
  createDataProvider([...resources, tokens], { isCurrent: true, hasRevisions });

test('deletes a document with the revision of its row, and keeps the row after a conflict', async () => {
  stubServer(({ method }) => (method === 'GET' ? [token] : new Refusal(409, 'changed since')));
  const fetched = vi.spyOn(globalThis, 'fetch');
  const data = provider(true);
  const list = () =>
    data.getList('tokens', { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} });
  const { data: rows } = await list();
  await expect(data.delete('tokens', { id: rows[0]?.id ?? '', previousData: rows[0] })).rejects.toMatchObject({
    status: 409,
  });
  expect(fetched.mock.lastCall?.[0]).toBe('/v1/webapi/postern/documents/token/abc?revision=7');
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ method: 'DELETE' });
  expect((await list()).data).toHaveLength(1);
});

test.each([
  ['its revision is unknown', true, { id: 'dev' }],
  ['the server has no revisions', false, { id: 'dev', revision: '7' }],
])('deletes a role with the cluster’s call if %s', async (_where, hasRevisions, previousData) => {
  const calls = stubServer(() => ({ message: 'ok' }));
  await provider(hasRevisions).delete('roles', { id: 'dev', previousData });
  expect(calls.map(({ method, path }) => [method, path])).toEqual([['DELETE', 'roles/dev']]);
});
