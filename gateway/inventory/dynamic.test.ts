// A reload restores only what it may have changed, and its cost does not grow with databases × services.
import { expect, test, vi } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { ResourceDocument } from '../config/settings.ts';
import { putDynamic, restoreDynamic, type DynamicDocument } from './dynamic.ts';
import { toEntry } from './documentEntry.ts';

const HOST_ID = 'h1';
const database = (name: string, labels: Record<string, string>): DynamicDocument => ({
  kind: 'db',
  version: 'v3',
  metadata: { name, labels },
  spec: { protocol: 'postgres', uri: 'db:5432' },
});
const inFile = (document: ResourceDocument) =>
  toEntry({ document, connect: { via: 'default' } }, 'config-file', HOST_ID);
const service = (labels: Record<string, string>) =>
  inFile({ kind: 'db_service', version: 'v1', metadata: { name: 's1' }, spec: { resources: [{ labels }] } });

function scene() {
  const { inventory, documents, db, ...stores } = memoryStores();
  const parts = { stores: { ...stores, inventory, documents, db }, hostId: HOST_ID };
  const docs = [database('prod-db', { env: 'prod' }), database('test-db', { env: 'test' })];
  for (const document of docs) {
    const { name } = document.metadata;
    documents.put({ kind: 'db', name, content: JSON.stringify(document), document }, { by: 'ann', nowMs: 0 });
    putDynamic(parts, document);
  }
  const listed = () => inventory.keys('db');
  return { parts, inventory, listed };
}

test('a reload lists the databases that the services of the file select, and reads the services once', () => {
  const { parts, inventory, listed } = scene();
  const all = vi.spyOn(inventory, 'all');
  restoreDynamic(parts, inventory.replace('config-file', [service({ env: 'prod' })]));
  expect(listed()).toEqual(['h1/prod-db']);
  expect(all).toHaveBeenCalledOnce();
  restoreDynamic(parts, inventory.replace('config-file', [service({ env: 'test' })]));
  expect(listed()).toEqual(['h1/test-db']);
  restoreDynamic(parts, inventory.replace('config-file', []));
  expect(listed()).toEqual(['h1/prod-db', 'h1/test-db']);
});

test('restores an entry that the file no longer hides, without writing others', () => {
  const { parts, inventory } = scene();
  const origins = () => inventory.all('db').map(({ key, origin }) => [key, origin]);
  const before = origins();
  restoreDynamic(parts, inventory.replace('config-file', [inFile(database('prod-db', {}))]));
  expect(origins()).toEqual([
    ['h1/prod-db', 'config-file'],
    ['h1/test-db', 'dynamic'],
  ]);
  const gone = inventory.replace('config-file', []);
  const put = vi.spyOn(inventory, 'put');
  restoreDynamic(parts, gone);
  expect(origins()).toEqual(before);
  expect(put).toHaveBeenCalledOnce();
});
