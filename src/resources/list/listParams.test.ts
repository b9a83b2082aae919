import { describe, expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { addValue, noFilter } from './filter.ts';
import { readListState, sortBy, writeListState, type ListParams } from './listParams.ts';

const nodes = resourceNamed('nodes');
const plain: ListParams = {
  filter: noFilter,
  sort: { field: 'hostname', order: 'ASC' },
  columns: undefined,
  density: 'regular',
  range: 'today',
  span: undefined,
  tail: false,
  view: undefined,
  row: undefined,
};
const round = (state: ListParams): ListParams => readListState(nodes, writeListState(nodes, state, ''));

test('the default state has an empty address', () => {
  expect(readListState(nodes, '')).toEqual(plain);
  expect(writeListState(nodes, plain, '')).toBe('');
});

test('the sort uses the field names of the API', () => {
  const state: ListParams = { ...plain, sort: { field: 'addr', order: 'DESC' } };
  expect(writeListState(nodes, state, '')).toBe('?sort=address:desc');
  expect(readListState(nodes, '?sort=address:desc').sort).toEqual(state.sort);
  expect(readListState(nodes, '?sort=address').sort).toEqual({ field: 'addr', order: 'ASC' });
  expect(readListState(nodes, '?sort=hostname:sideways').sort).toEqual(plain.sort);
});

test.each(['?sort=labels:asc', '?sort=nonsense:desc', '?sort=:', '?density=huge', '?cols', '?query=', '?&&='])(
  'ignores invalid parameters in %s',
  (address) => {
    expect(readListState(nodes, address)).toMatchObject({ sort: plain.sort, density: 'regular', filter: noFilter });
  },
);

describe('survives a round trip', () => {
  test.each(['api', '%', '%zz', 'a+b c', 'ü 漢 🌍', '"two words"', 'a&b c#d', ' '.repeat(3) + 'x'])(
    'the search %j',
    (text) => {
      const state: ListParams = { ...plain, filter: { mode: 'chips', chips: [], text } };
      expect(round(state).filter).toEqual({ mode: 'chips', chips: [], text: text.trim() });
    },
  );

  test('chips, columns, order and density together', () => {
    const state: ListParams = {
      filter: addValue(addValue(noFilter, 'env', 'prod'), 'a"b', 'x\\y & z'),
      sort: { field: 'id', order: 'DESC' },
      columns: ['hostname', 'label:env', 'label:teleport.dev/origin', 'addr'],
      density: 'compact',
      range: 'today',
      span: undefined,
      tail: false,
      view: 'Mine & yours',
      row: { index: 117, id: 'web:7/é' },
    };
    expect(round(state)).toEqual(state);
  });

  test('a query that chips cannot represent', () => {
    const filter = { mode: 'query', query: 'labels.env == "a" || name == "b"' } as const;
    expect(round({ ...plain, filter }).filter).toEqual(filter);
  });
});

test('the cursor is stored with index and id, or with the index only until the row is loaded', () => {
  expect(writeListState(nodes, { ...plain, row: { index: 6999, id: undefined } }, '')).toBe('?row=7000');
  expect(writeListState(nodes, { ...plain, row: { index: 0, id: 'a' } }, '')).toBe('?row=1:a');
  expect(readListState(nodes, '?row=7000').row).toEqual({ index: 6999, id: undefined });
  for (const text of ['0:a', '-1:a', ':a', 'x:a', '1e3:a', '', '1:'])
    expect(readListState(nodes, `?row=${text}`).row).toBeUndefined();
});

test('reads a single percent sign as search text', () => {
  expect(readListState(nodes, '?search=%').filter).toEqual({ mode: 'chips', chips: [], text: '%' });
});

test('writes either search or query and preserves unknown parameters', () => {
  const address = writeListState(nodes, { ...plain, filter: addValue(noFilter, 'env', 'x') }, '?search=old&tab=mine');
  expect(Object.fromEntries(new URLSearchParams(address))).toEqual({ tab: 'mine', query: 'labels["env"] == "x"' });
});

test('sortBy reverses the sorted column and starts another column ascending', () => {
  expect(sortBy(plain.sort, 'hostname')).toEqual({ field: 'hostname', order: 'DESC' });
  expect(sortBy({ field: 'hostname', order: 'DESC' }, 'hostname')).toEqual({ field: 'hostname', order: 'ASC' });
  expect(sortBy({ field: 'hostname', order: 'DESC' }, 'addr')).toEqual({ field: 'addr', order: 'ASC' });
});
