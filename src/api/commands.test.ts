import { expect, test } from 'vitest';
import { idsOfQuery, queryOfIds } from './commands.ts';

test('the ids of a query are unique and equal those it was built from', () => {
  const ids = Array.from({ length: 300 }, (_, i) => `node-${i}`);
  expect(idsOfQuery([queryOfIds(ids), queryOfIds(['node-1', 'b'])].join(' || '))).toEqual([...ids, 'b']);
});

test.each(['', 'name == "a"', 'resource.metadata.name == "a" && name == "b"', 'resource.metadata.name == "a\\"" || x'])(
  '%j is not a query of ids',
  (query) => expect(idsOfQuery(query)).toBeUndefined(),
);
