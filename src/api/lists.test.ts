// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eachPage } from './eachPage.ts';
import { ApiError } from './errors.ts';
import { cursorList, fetchRows, wholeList, windowList } from './lists.ts';

type Item = { name?: string };
const toRow = ({ name = '' }: Item) => ({ id: name });

describe('a list with a cursor', () => {
  const list = cursorList('sites/:clusterId/nodes', toRow);

  test('sends all known parameters, including empty ones', () => {
    expect(list.params({ limit: 500, sort: { field: 'hostname', descending: true }, search: 'a b' })).toEqual({
      searchAsRoles: '',
      limit: 500,
      startKey: '',
      query: '',
      search: 'a b',
      sort: 'hostname:desc',
    });
  });
  test('limits the number of requested rows to the maximum page size', () => {
    expect(list.params({ limit: 99_999 })['limit']).toBeLessThanOrEqual(1000);
  });
  test('reads rows, key and total, and has no total without one', async () => {
    expect(await list.read({ items: [{ name: 'a' }], startKey: 'k', totalCount: 7 })).toEqual({
      rows: [{ id: 'a' }],
      next: 'k',
      total: 7,
    });
    expect(await list.read({ items: null })).toEqual({ rows: [], next: '' });
    // Without a sort a cluster sends 0 with rows (http-resources §1.2).
    for (const totalCount of [0, null, 'many'])
      expect(await list.read({ items: [{ name: 'a' }], startKey: '', totalCount })).toEqual({
        rows: [{ id: 'a' }],
        next: '',
      });
  });
  test('rejects an answer that is not a list', () => {
    expect(() => list.read({ items: 'nothing' })).toThrow('not a list');
  });
});

test('a list without paging has no next page and can load its decoder first', async () => {
  expect(await wholeList('users', toRow).read([{ name: 'a' }])).toEqual({ rows: [{ id: 'a' }], next: '', total: 1 });
  const lazy = wholeList('roles', { load: async () => toRow });
  expect(await lazy.read(null)).toEqual({ rows: [], next: '', total: 0 });
});

test('a list without paging may be nested below a key, as in newer clusters', async () => {
  const list = wholeList('roles', toRow, 'items');
  const rows = { rows: [{ id: 'a' }], next: '', total: 1 };
  expect(await list.read({ items: [{ name: 'a' }], startKey: '' })).toEqual(rows);
  expect(await list.read([{ name: 'a' }])).toEqual(rows);
  for (const none of [{ items: null }, null]) expect(await list.read(none)).toEqual({ rows: [], next: '', total: 0 });
  expect(() => list.read({ items: 'nothing' })).toThrow('not a list');
});

test.each([
  ['startKey', 'the roles of newer clusters'],
  ['nextKey', 'integrations'],
])('reads all parts of a list without paging, with %s for %s', async (key) => {
  const parts: Readonly<Record<string, unknown>> = {
    '': { items: [{ name: 'a' }], [key]: 'b' },
    b: { items: [{ name: 'b' }, { name: 'c' }], [key]: 'd' },
    d: { items: [{ name: 'd' }], [key]: '' },
  };
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(parts[new URL(input, 'http://console.test').searchParams.get('startKey') ?? '']),
  );
  const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(await fetchRows(wholeList('roles', toRow, 'items'), {}, { limit: 1000 })).toEqual({
    rows,
    next: '',
    total: 4,
  });
  vi.unstubAllGlobals();
});

test('a list over a time span sends its ends in UTC', async () => {
  const list = windowList('sites/:clusterId/events/search', toRow);
  const from = new Date('2026-11-20T10:00:00+02:00');
  expect(list.params({ limit: 5, from, startKey: 'k' })).toMatchObject({
    from: '2026-11-20T08:00:00.000Z',
    to: undefined,
    startKey: 'k',
    limit: 5,
  });
  expect(await list.read({ events: [{ name: 'a' }], startKey: 'n' })).toEqual({ rows: [{ id: 'a' }], next: 'n' });
});

describe('pages without rows', () => {
  const list = windowList('sites/:clusterId/events/search', toRow);
  /** A server that returns a page for each key. */
  const serve = (pageAt: (startKey: string) => { events: Item[]; startKey: string }) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (input: string) => {
      const startKey = new URL(input, 'http://console.test').searchParams.get('startKey') ?? '';
      asked.push(startKey);
      return Response.json(pageAt(startKey));
    });
    return asked;
  };
  const fetched = (startKey = '') => fetchRows(list, { clusterId: 'east' }, { limit: 5, startKey });
  afterEach(() => void vi.unstubAllGlobals());

  test('are skipped until the first rows', async () => {
    const asked = serve((key) =>
      key === '11' ? { events: [{ name: 'a' }], startKey: '111' } : { events: [], startKey: `${key}1` },
    );
    expect(await fetched()).toEqual({ rows: [{ id: 'a' }], next: '111' });
    expect(asked).toEqual(['', '1', '11']);
  });
  test('that repeat their key fail', async () => {
    serve(() => ({ events: [{ name: 'a' }], startKey: 'k' }));
    await expect(fetched('k')).rejects.toThrow('repeats');
    const pages = eachPage(list, { clusterId: 'east' }, { limit: 5 }, new AbortController().signal);
    expect(await pages.next()).toEqual({ done: false, value: [{ id: 'a' }] });
    await expect(pages.next()).rejects.toThrow('repeats');
  });
  test('that form a cycle of keys fail, also in a list without paging', async () => {
    const asked = serve((key) => ({ events: [{ name: 'a' }], startKey: key === 'k' ? 'l' : 'k' }));
    const whole = { ...list, paging: 'whole' } as const;
    await expect(fetchRows(whole, { clusterId: 'east' }, { limit: 5 })).rejects.toThrow('repeats');
    expect(asked).toEqual(['', 'k', 'l', 'k', 'l']);
    const pages = eachPage(list, { clusterId: 'east' }, { limit: 5 }, new AbortController().signal);
    for (let page = 1; page <= 4; page++) expect((await pages.next()).done).toBe(false);
    await expect(pages.next()).rejects.toThrow('repeats');
  });
  test('end a request after a limit and return the next key', async () => {
    const asked = serve((key) => ({ events: [], startKey: `${key}1` }));
    const { rows, next } = await fetched();
    expect(rows).toEqual([]);
    expect(next).toBe('1'.repeat(asked.length));
  });
});

test('an entry that cannot be read is an error of the answer', () => {
  const list = wholeList('users', ({ name }: { name: string }) => ({ id: name }));
  for (const answer of [[null], {}, 'no list']) expect(() => list.read(answer)).toThrow(ApiError);
});
