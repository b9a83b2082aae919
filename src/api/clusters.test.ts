import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { toClusters } from './clusters.ts';

test('sorts by id, with numbers by value', () => {
  const ids = toClusters([{ name: 'leaf-10' }, { name: 'leaf-9' }, { name: 'east' }]).map((c) => c.clusterId);
  expect(ids).toEqual(['east', 'leaf-9', 'leaf-10']);
});

test('reads null as an empty list and rejects other values', () => {
  expect(toClusters(null)).toEqual([]);
  expect(() => toClusters({ items: [] })).toThrow(ApiError);
});
