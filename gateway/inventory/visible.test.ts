import { beforeEach, expect, test } from 'vitest';
import { createAccess } from '../../src/access/access.ts';
import { toRole } from '../../src/access/role.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { InventoryStore } from '../store/inventory.ts';
import type { Entry } from './entry.ts';
import { visibleLabelSets } from './visible.ts';

let inventory: InventoryStore;
beforeEach(() => {
  inventory = memoryStores().inventory;
  for (const [key, env] of Object.entries({ a: 'dev', b: 'prod', c: 'prod' })) inventory.put(node(key, { env }));
});

const node = (key: string, labels: Record<string, string>): Entry => ({
  kind: 'node',
  key,
  origin: 'dynamic',
  document: { kind: 'node', version: 'v2', metadata: { name: key }, spec: { hostname: key } },
  connect: { via: 'default' },
  labels,
});
const accessTo = (node_labels: Record<string, string>, denied: Record<string, string> = {}) =>
  createAccess({
    userName: 'ann',
    roles: [
      toRole({
        kind: 'role',
        version: 'v6',
        metadata: { name: 'r' },
        spec: { allow: { logins: ['root'], node_labels }, deny: { node_labels: denied } },
      }),
    ],
    traits: {},
  });
const seen = (access: ReturnType<typeof accessTo>) =>
  inventory
    .page({ kind: 'node', visible: visibleLabelSets(inventory, 'node', access), search: [], startKey: '', limit: 10 })
    .entries.map(({ key }) => key);

test('a list shows the servers that the roles allow by label and do not deny', () => {
  expect(seen(accessTo({ '*': '*' }))).toEqual(['a', 'b', 'c']);
  expect(seen(accessTo({ env: 'prod' }))).toEqual(['b', 'c']);
  expect(seen(accessTo({ '*': '*' }, { env: 'prod' }))).toEqual(['a']);
  expect(seen(accessTo({ env: 'qa' }))).toEqual([]);
});

test('the result changes with the inventory', () => {
  const access = accessTo({ env: 'qa' });
  expect(seen(access)).toEqual([]);
  inventory.put(node('d', { env: 'qa' }));
  expect(seen(access)).toEqual(['d']);
  inventory.remove('node', ['d']);
  expect(seen(access)).toEqual([]);
});
