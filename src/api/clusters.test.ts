import { expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { toClusters } from './clusters.ts';

test('sorts by id, numbers by value', () => {
  const ids = toClusters([{ name: 'leaf-10' }, { name: 'leaf-9' }, { name: 'east' }]).map((c) => c.clusterId);
  expect(ids).toEqual(['east', 'leaf-9', 'leaf-10']);
});

test('reads a null list as no clusters and refuses what is no list', () => {
  expect(toClusters(null)).toEqual([]);
  expect(() => toClusters({ items: [] })).toThrow(ApiError);
});
