// A reload of gateway.yaml writes only what has changed of thousands of entries.
import { expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import { InventoryStore } from './inventory.ts';
import type { Entry } from '../inventory/entry.ts';

const server = (id: string, labels: Record<string, string> = {}): Entry => ({
  kind: 'node',
  key: id,
  origin: 'config-file',
  document: {
    kind: 'node',
    version: 'v2',
    sub_kind: 'openssh',
    metadata: { name: id, labels },
    spec: { hostname: `host "${id}"\n\t\u0001 é 😀`, addr: `10.0.0.1:22` },
  },
  connect: { via: 'ssh' },
  labels,
});

test('the same entries write nothing, so that label sets stay cached', () => {
  const { inventory: store } = memoryStores();
  const entries = [server('1', { b: 'x', a: 'y\u007f' }), server('2')];
  store.replace('config-file', entries);
  const before = store.revision();
  const labelSets = store.labelSets('node');
  store.replace('config-file', structuredClone(entries).reverse());
  expect(store.revision()).toBe(before);
  expect(store.labelSets('node')).toBe(labelSets);
});

test('only the keys of changed and removed entries are noted', () => {
  const { inventory: store } = memoryStores();
  store.replace('config-file', [server('1'), server('2'), server('3', { env: 'dev' })]);
  const before = store.revision();
  store.replace('config-file', [server('1'), server('2', { env: 'qa' }), server('4')]);
  expect(store.changedKeys.between(before, store.revision())?.sort()).toEqual(['2', '3', '4']);
  expect(store.keys('node')).toEqual(['1', '2', '4']);
  expect(store.find('node', '2')?.labels).toEqual({ env: 'qa' });
  expect(store.labelSets('node').map(({ labels }) => labels)).toEqual([{}, { env: 'qa' }]);
});

test('a row in the form of an older version is written again', () => {
  const { inventory: store, db } = memoryStores();
  store.replace('config-file', [server('1')]);
  db.run('UPDATE inventory SET search = ?', 'old form');
  new InventoryStore(db).replace('config-file', [server('1')]);
  expect(db.get<{ search: string }>('SELECT search FROM inventory')?.search).toContain('10.0.0.1');
});

test('an entry of the file replaces a dynamic one', () => {
  const { inventory: store } = memoryStores();
  store.put({ ...server('1'), origin: 'dynamic' });
  store.replace('config-file', [server('1')]);
  expect(store.find('node', '1')?.origin).toBe('config-file');
  store.replace('config-file', []);
  expect(store.find('node', '1')).toBeUndefined();
});
