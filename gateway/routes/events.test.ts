// The bounds of a search through the log (http-resources §10.1): what is refused, and to whom.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../tests/support/ApiClient.ts';
import { startInProcess, type InProcess } from '../../tests/support/appInProcess.ts';

let gateway: InProcess;
let admin: ApiClient;
let una: ApiClient;
beforeAll(async () => {
  gateway = await startInProcess();
  admin = await gateway.admin();
  await admin.call('POST', 'roles', { content: 'kind: role\nversion: v6\nmetadata: { name: nothing }\nspec: {}\n' });
  una = await gateway.user(admin, 'una', ['nothing']);
});
afterAll(() => gateway.stop());

const FROM = 'from=2030-01-03T00:00:00Z';

describe.each(['events/search', 'events/search/sessions'])('%s', (path) => {
  const search = async (query: string, client = admin) => {
    const { status, json } = await client.call('GET', `sites/-current-/${path}?${query}`);
    const { error, events } = json as { error?: { message: string }; events?: unknown[] };
    return [status, error?.message ?? events];
  };

  test.each([
    [`${FROM}&to=2030-01-01T00:00:00Z`, 'invalid days'],
    [`${FROM}&to=2030-01-02T00:00:00Z`, 'invalid days'],
    ['to=2020-01-01T00:00:00Z', 'invalid days'],
    [`${FROM}&to=2030-01-01T00:00:00Z&limit=10001`, 'limit 10001 exceeds max iteration limit 1000'],
  ])('%s is refused', async (query, message) => expect(await search(query)).toEqual([400, message]));

  test('backwards by less than a day finds nothing', async () => {
    expect(await search(`${FROM}&to=2030-01-02T00:00:00.001Z`)).toEqual([200, []]);
  });

  test('tells who may not read it nothing of its bounds', async () => {
    expect(await search(`${FROM}&to=2030-01-01T00:00:00Z`, una)).toEqual([403, expect.stringContaining('"list"')]);
    expect(await search(`${FROM}&to=never`, una)).toEqual([400, 'failed to parse to as RFC3339 time: never']);
  });
});
