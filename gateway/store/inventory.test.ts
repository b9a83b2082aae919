import { beforeEach, describe, expect, test } from 'vitest';
import { evaluatePredicate } from '../../src/wire/predicate/evaluate.ts';
import { matchesSearch } from '../../src/wire/predicate/search.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { parsedPredicate } from '../../tests/support/parsed.ts';
import { fieldsOf, type Entry } from '../inventory/entry.ts';
import { type InventoryStore, type ListQuery } from './inventory.ts';
import { splitPredicate } from './predicateSql.ts';

let store: InventoryStore;
beforeEach(() => {
  store = memoryStores().inventory;
});

const node = (
  id: string,
  hostname: string,
  labels: Record<string, string> = {},
  spec: Record<string, unknown> = {},
): Entry => ({
  kind: 'node',
  key: id,
  origin: 'dynamic',
  document: {
    kind: 'node',
    version: 'v2',
    sub_kind: 'openssh',
    metadata: { name: id, labels },
    spec: { hostname, addr: `10.0.0.${id}:22`, ...spec },
  },
  connect: { via: 'ssh' },
  labels,
});
const page = (more: Partial<ListQuery> = {}) =>
  store.page({
    kind: 'node',
    visible: 'all',
    search: [],
    startKey: '',
    limit: 100,
    sort: { column: 'name', descending: false },
    ...more,
  });
const keys = (more: Partial<ListQuery> = {}) => page(more).entries.map(({ key }) => key);

describe('pages', () => {
  beforeEach(() => {
    for (const [id, host] of [
      ['1', 'b'],
      ['2', 'a'],
      ['3', 'B'],
      ['4', 'a'],
      ['5', 'é'],
    ] as const)
      store.put(node(id, host));
  });
  test('are sorted by bytes, and equal names by key in both directions', () => {
    expect(keys()).toEqual(['3', '2', '4', '1', '5']);
    expect(keys({ sort: { column: 'name', descending: true } })).toEqual(['5', '1', '2', '4', '3']);
  });
  test.each([false, true])('follow one another without gaps or duplicates (descending: %s)', (descending) => {
    const sort = { column: 'name' as const, descending };
    const whole = keys({ sort });
    for (const limit of [1, 2, 3, 5]) {
      const seen: string[] = [];
      for (let startKey = '', more = true; more; more = startKey !== '') {
        const got = page({ sort, limit, startKey });
        expect(got.total).toBe(5);
        seen.push(...got.entries.map(({ key }) => key));
        startKey = got.nextKey;
      }
      expect(seen).toEqual(whole);
    }
  });
  test('without a sort are ordered by key from the start key, without a total', () => {
    expect(page({ limit: 2, startKey: '2' }).nextKey).toBe('1');
    const { sort: _, ...unsorted } = { kind: 'node' as const, visible: 'all' as const, search: [], limit: 2, sort: 0 };
    expect(store.page({ ...unsorted, startKey: '' })).toMatchObject({ nextKey: '3', total: 0 });
    expect(store.page({ ...unsorted, startKey: '20' }).entries.map(({ key }) => key)).toEqual(['3', '4']);
    expect(store.page({ ...unsorted, startKey: 'zzz' })).toEqual({ entries: [], nextKey: '', total: 0 });
  });
  test('with a sort start at the beginning for an unknown start key', () => {
    expect(keys({ startKey: 'zzz' })).toEqual(['3', '2', '4', '1', '5']);
  });
  test('contain only entries that the caller may see', () => {
    store.put(node('6', 'c', { env: 'prod' }));
    const visible = store
      .labelSets('node')
      .filter(({ labels }) => labels['env'] === 'prod')
      .map(({ id }) => id);
    expect(page({ visible })).toMatchObject({ total: 1, nextKey: '', entries: [{ key: '6' }] });
    expect(page({ visible: [] })).toEqual({ entries: [], nextKey: '', total: 0 });
    expect(page({ visible, startKey: '1' }).entries).toHaveLength(1);
  });
  test('contain entries as they were stored', () => {
    const entry = node('7', 'x', { "it's": '"; DROP TABLE inventory; --', 'ü\n': '\u{1f600}' });
    store.put(entry);
    expect(store.find('node', '7')).toEqual(entry);
    expect(store.find('app', '7')).toBeUndefined();
  });
});

test('replacing an origin removes its old entries and label sets, and keeps other origins', () => {
  store.put(node('1', 'a', { env: 'dev' }));
  const fromFile = (id: string, labels: Record<string, string>): Entry => ({
    ...node(id, 'f', labels),
    origin: 'config-file',
  });
  store.replace('config-file', [fromFile('2', { env: 'qa' }), fromFile('3', { env: 'qa' })]);
  expect(store.labelSets('node')).toHaveLength(2);
  store.replace('config-file', [fromFile('3', { env: 'prod' })]);
  expect(keys()).toEqual(['1', '3']);
  expect(store.labelSets('node').map(({ labels }) => labels)).toEqual([{ env: 'dev' }, { env: 'prod' }]);
});

test('label sets are the same array until a change', () => {
  store.put(node('1', 'a'));
  const before = store.labelSets('node');
  expect(store.labelSets('node')).toBe(before);
  store.put(node('2', 'b'));
  expect(store.labelSets('node')).not.toBe(before);
});

test('a node is found by host name and by address, and several nodes by one name', () => {
  store.put(node('1', 'web'));
  store.put(node('2', 'web'));
  expect(store.named('node', 'web').map(({ key }) => key)).toEqual(['1', '2']);
  expect(store.named('node', '10.0.0.2:22').map(({ key }) => key)).toEqual(['2']);
  expect(store.named('node', "' OR 1=1 --")).toEqual([]);
});

// Hostile texts, and texts that SQL and the evaluator could treat differently.
const TEXTS = [
  '',
  'prod',
  'PROD',
  'a b',
  "it's",
  '%',
  '_',
  '*',
  '"',
  '\\',
  "');--",
  'ÄÖß',
  'äöSS',
  'ΑΣ',
  'ας',
  '\u001f',
  'x\u001fy',
  '\u{1f600}',
  'null',
  '1',
  'true',
  'İ',
  '\u0301e',
];
const KEYS = ['env', 'team', "k'ey", 'a.b', 'ΑΣ', '"'];
const PATHS = [
  'resource.spec.hostname',
  'resource.spec.addr',
  'resource.spec.nothing',
  'resource.spec.port',
  'resource.spec.list',
  'resource.spec.flag',
  'resource.spec.nil',
  'resource.kind',
  'resource.spec',
  'resource',
  'resource.metadata.labels["env"]',
  'resource.metadata.labels["a.b"]',
  'resource.metadata.labels["k\'ey"]',
  'resource.metadata.labels["ΑΣ"]',
  'resource.metadata["labels"]["\\""]',
  'resource.spec.list["0"]',
  'resource[""]',
];

/** A small deterministic generator, so that a failure can be reproduced. */
function random(seed: number) {
  let state = seed;
  const next = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  return { next, pick: <T>(from: readonly T[]): T => from[next(from.length)]! };
}
type Random = ReturnType<typeof random>;

const literal = ({ pick }: Random) => JSON.stringify(pick(TEXTS));
const operand = (r: Random): string =>
  r.pick([
    () => literal(r),
    () => 'name',
    () => `labels[${JSON.stringify(r.pick(KEYS))}]`,
    () => r.pick(PATHS),
    () => '1',
    () => literal(r),
  ])();
function condition(r: Random, depth: number): string {
  if (depth > 0 && r.next(2)) {
    const [a, b] = [condition(r, depth - 1), condition(r, depth - 1)];
    return r.pick([`(${a} && ${b})`, `(${a} || ${b})`, `!(${a})`]);
  }
  return r.pick([
    () => `${operand(r)} ${r.pick(['==', '!='])} ${operand(r)}`,
    () => `equals(${operand(r)}, ${operand(r)})`,
    () => `exists(labels[${JSON.stringify(r.pick(KEYS))}])`,
    () => `search(${literal(r)}, ${literal(r)})`,
    () => `search(${r.pick(['name', 'resource.spec.hostname', literal(r)])})`,
  ])();
}

test(
  'SQL and the evaluator agree on random queries over hostile texts, alone and with search',
  { timeout: 60_000 },
  () => {
    const r = random(7);
    const entries = Array.from({ length: 60 }, (_, i) => {
      const labels = Object.fromEntries(KEYS.filter(() => r.next(2)).map((key) => [key, r.pick(TEXTS)]));
      return node(String(i), r.pick(TEXTS), labels, {
        addr: r.pick(TEXTS),
        port: r.pick([22, '22', null]),
        list: ['prod'],
        flag: true,
        nil: null,
      });
    });
    for (const entry of entries) store.put(entry);
    let inSql = 0;
    for (let round = 0; round < 800; round += 1) {
      const text = condition(r, r.next(4));
      const predicate = parsedPredicate(text);
      const search = r.next(4) ? [] : [r.pick(TEXTS)].filter((token) => token !== '');
      if (splitPredicate(predicate).rest.length === 0) inSql += 1;
      const expected = entries
        .filter((entry) => {
          const fields = fieldsOf(entry);
          const item = {
            name: fields.name,
            labels: entry.labels,
            resource: entry.document,
            searchValues: fields.search,
          };
          return evaluatePredicate(predicate, item) && matchesSearch(search, item.searchValues);
        })
        .map(({ key }) => key);
      expect(keys({ predicate, search, sort: { column: 'key', descending: false } }).sort(), text).toEqual(
        expected.sort(),
      );
    }
    expect(inSql).toBeGreaterThan(400);
  },
);

test('a query that only the evaluator can decide is paged and counted like others', () => {
  for (let i = 0; i < 10; i += 1) store.put(node(String(i), `h${i}`, { 'x"y': i % 2 ? 'odd' : 'even' }));
  const predicate = parsedPredicate('resource.metadata.labels["x\\"y"] == "odd"');
  expect(splitPredicate(predicate).rest).toHaveLength(1);
  const first = page({ predicate, limit: 2 });
  expect(first).toMatchObject({ total: 5, nextKey: '5', entries: [{ key: '1' }, { key: '3' }] });
  expect(keys({ predicate, limit: 2, startKey: '9' })).toEqual(['9']);
  expect(page({ predicate, limit: 9, startKey: 'zzz' }).entries).toHaveLength(5);
});

test('a query of thousands of alternatives, and a search of thousands of words, are answered', () => {
  for (let i = 0; i < 20; i += 1) store.put(node(String(i), `h${i}`, { id: String(i) }));
  const chain = (between: string, n: number) =>
    Array.from({ length: n }, (_, i) => `labels["id"] ${between === '||' ? '==' : '!='} "${i + 10}"`).join(
      ` ${between} `,
    );
  expect(keys({ predicate: parsedPredicate(chain('||', 1500)) })).toHaveLength(10);
  expect(keys({ predicate: parsedPredicate(chain('&&', 1500)) })).toHaveLength(10);
  expect(keys({ search: Array.from({ length: 2000 }, () => 'h') })).toHaveLength(20);
});

test.each([
  "' OR 1=1 --",
  '"; DROP TABLE inventory; --',
  '$."x"',
  '%',
  '_',
  '\u0000',
  "x') UNION SELECT * FROM users --",
])('the hostile text %j is only text at every position', (text) => {
  store.put(node('1', 'a', { env: 'dev' }));
  store.put(node('2', text.replaceAll('\u0000', ''), { env: text.replaceAll('\u0000', '') }));
  const json = JSON.stringify(text);
  for (const predicate of [
    `labels[${json}] == "x"`,
    `resource.spec[${json}] == "x"`,
    `resource[${json}][${json}] == ${json}`,
    `exists(labels[${json}])`,
  ])
    expect(keys({ predicate: parsedPredicate(predicate) }), predicate).toEqual([]);
  expect(keys({ startKey: text })).toHaveLength(2);
  expect(keys({ predicate: parsedPredicate(`name == ${json}`) }).includes('1')).toBe(false);
  expect(store.find('node', text === '' ? 'x' : `${text}x`)).toBeUndefined();
  expect(store.keys('node')).toEqual(['1', '2']);
});
