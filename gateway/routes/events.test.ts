// The limits of a search in the log (http-resources §10.1): what is refused, and to which callers.
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
    ['from=2026-02-30T00:00:00Z', 'failed to parse from as RFC3339 time: 2026-02-30T00:00:00Z'],
    ['to=2026-01-31T24:00:00Z', 'failed to parse to as RFC3339 time: 2026-01-31T24:00:00Z'],
    ['to=2026-01-31t12:00:00z', 'failed to parse to as RFC3339 time: 2026-01-31t12:00:00z'],
  ])('%s is refused', async (query, message) => expect(await search(query)).toEqual([400, message]));

  test('a range that ends less than a day before its start finds nothing', async () => {
    expect(await search(`${FROM}&to=2030-01-02T00:00:00.001Z`)).toEqual([200, []]);
  });

  test('does not reveal its limits to a user without access', async () => {
    expect(await search(`${FROM}&to=2030-01-01T00:00:00Z`, una)).toEqual([403, expect.stringContaining('"list"')]);
    expect(await search(`${FROM}&to=never`, una)).toEqual([400, 'failed to parse to as RFC3339 time: never']);
  });
});

type Answer = {
  error?: { message: string };
  events: { user: string; code: string }[];
  total: number;
  facets: { name: string; values: object[]; others: number }[];
  bars: [number, number, number][];
  startKey: string;
};

describe('filters and counts over a whole range', () => {
  const RANGE = 'from=2020-01-01T00:00:00Z&to=2040-01-01T00:00:00Z';
  const ask = async (path: string, parameters: Record<string, string> = {}, client = admin) => {
    const { status, json } = await client.call(
      'GET',
      `sites/-current-/events/${path}?${RANGE}&${new URLSearchParams(parameters)}`,
    );
    return { status, json: json as Answer };
  };
  beforeAll(() => {
    for (let n = 0; n < 30; n++) {
      gateway.app.gateway.audit.emit('user.login', {
        ...{ user: `many-${n % 3}`, method: 'local', success: n % 2 === 0 },
        ...(n % 2 === 1 && { code: 'T1000W', error: 'wrong words' }),
      } as never);
    }
  });

  test('events are found by a query of the console and by words of their sentence', async () => {
    const query = 'labels["user"] == "many-1" && labels["outcome"] == "refused or failed"';
    const { json } = await ask('search', { query });
    const { events } = json;
    expect(events.length).toBe(5);
    expect(new Set(events.map(({ user, code }) => `${user} ${code}`))).toEqual(new Set(['many-1 T1000W']));
    const words = await ask('search', { search: 'many-2 failed' });
    expect(words.json.events.length).toBe(5);
    expect((await ask('search', { query: 'labels["user"] == "x"', search: 'y' })).json).toMatchObject({ events: [] });
  });

  test('facets count all events of the range, regardless of pages', async () => {
    const all = (await ask('search', { limit: '5000' })).json.events;
    const { status, json } = await ask('facets');
    expect([status, json.total]).toEqual([200, all.length]);
    const { facets } = json;
    expect(facets.map(({ name }) => name)).toEqual(['outcome', 'type', 'user', 'resource', 'address', 'code']);
    expect(facets[2]?.values).toContainEqual({ value: 'many-0', count: 10 });
    expect(facets[0]?.values).toContainEqual({ value: 'refused or failed', count: 15 });
  });

  test('a facet lists its two hundred most frequent values and counts the others', async () => {
    const other = await startInProcess();
    const client = await other.admin();
    const { audit } = other.app.gateway;
    for (let n = 0; n < 250; n++)
      audit.emit('user.login', { user: `one-of-${n}`, method: 'local', success: true } as never);
    const { json } = await client.call('GET', `sites/-current-/events/facets?${RANGE}`);
    const user = (json as Answer).facets[2];
    expect(user?.values.length).toBe(200);
    expect(user?.others).toBeGreaterThanOrEqual(50);
    await other.stop();
  });

  test('the histogram counts the matching events, and failures separately', async () => {
    const step = String(365 * 86_400_000);
    const { json } = await ask('histogram', { step, query: 'labels["user"] == "many-0"' });
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(sum(json.bars.map(([, count]) => count))).toBe(10);
    expect(sum(json.bars.map(([, , flagged]) => flagged))).toBe(5);
    expect(json.startKey).toBe('');
    const fine = (await ask('histogram', { step: String(90 * 86_400_000), query: 'labels["user"] == "many-0"' })).json;
    expect(fine.bars).toHaveLength(1);
    expect(Number.isInteger(fine.bars[0]?.[0])).toBe(true);
  });

  test.each([
    ['histogram', { step: '0' }, 'step must be'],
    ['histogram', { step: '1000' }, 'step makes more than 1000 bars'],
    ['histogram', { step: '86400000000', query: 'labels[' }, 'predicate expression'],
    ['search', { query: 'labels[' }, 'predicate expression'],
    ['search', { query: Array.from({ length: 99 }, (_, n) => `labels["a${n}"] == "x"`).join(' && ') }, 'too many'],
    ['search', { search: 'a '.repeat(600) }, 'more than 1000 characters'],
  ])('%s of %j is refused', async (path, parameters, message) => {
    const { status, json } = await ask(path, parameters);
    expect([status, json.error?.message]).toEqual([400, expect.stringContaining(message)]);
  });

  test.each(['search', 'facets', 'histogram'])('%s is refused for a user who may not list events', async (path) => {
    const asked = { step: '86400000000', query: 'labels["user"] == "many-0"' };
    const { status, json } = await ask(path, asked, una);
    expect([status, json.error?.message]).toEqual([403, expect.stringContaining('"list" on "event"')]);
  });

  test.each(['search', 'facets', 'histogram'])('%s applies the condition of a rule', async (path) => {
    const asked = { step: '86400000000' };
    const role = (name: string, where: string) =>
      `kind: role\nversion: v6\nmetadata: { name: ${name} }\nspec: { allow: { rules: [{ resources: [event], verbs: [list, read], where: '${where}' }] } }\n`;
    const of = `${path}-rule`;
    await admin.call('POST', 'roles', { content: role(of, `equals(user.metadata.name, "${of}-yes")`) });
    const yes = await gateway.user(admin, `${of}-yes`, [of]);
    const no = await gateway.user(admin, `${of}-no`, [of]);
    expect((await ask(path, asked, yes)).status).toBe(200);
    expect((await ask(path, asked, no)).status).toBe(403);
  });
});
