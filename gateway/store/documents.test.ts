import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStores, type Stores } from './stores.ts';

let dir: string;
let stores: Stores;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'documents-'));
  stores = openStores(dir);
});
afterEach(() => {
  stores.db.close();
  rmSync(dir, { recursive: true });
});

const app = (uri: string) => ({
  kind: 'app',
  name: 'wiki',
  content: `spec: { uri: "${uri}" } # kept`,
  document: { spec: { uri } },
});

test('a document comes back as it was written, with who made it first and when it was last changed', () => {
  stores.documents.put(app('http://a'), { by: 'ada', nowMs: 1 });
  stores.documents.put({ ...app('http://b'), expiresMs: 9 }, { by: 'bela', nowMs: 2 });
  expect(stores.documents.find('app', 'wiki')).toMatchObject({
    ...app('http://b'),
    createdBy: 'ada',
    createdMs: 1,
    updatedMs: 2,
    expiresMs: 9,
  });
  expect(stores.documents.find('db', 'wiki')).toBeUndefined();
});

test('every write is a revision, a removal too, and numbers only grow', () => {
  const first = stores.documents.put(app('http://a'), { by: 'ada', nowMs: 1 });
  const second = stores.documents.put(app('http://b'), { by: 'bela', nowMs: 2 });
  expect(stores.documents.delete('app', 'wiki', { by: 'chen', nowMs: 3 })).toBe(true);
  expect(second).toBeGreaterThan(first);
  expect(stores.revisions.list('app', 'wiki').map(({ author, content }) => [author, content])).toEqual([
    ['chen', undefined],
    ['bela', app('http://b').content],
    ['ada', app('http://a').content],
  ]);
  expect(stores.revisions.find('app', 'wiki', first)?.content).toBe(app('http://a').content);
  expect(stores.revisions.find('db', 'wiki', first)).toBeUndefined();
});

test('what is not there cannot be removed and leaves no revision', () => {
  expect(stores.documents.delete('app', 'wiki', { by: 'ada', nowMs: 1 })).toBe(false);
  expect(stores.revisions.list('app', 'wiki')).toEqual([]);
});
