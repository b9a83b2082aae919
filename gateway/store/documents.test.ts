import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStores, type Stores } from './stores.ts';

let dir: string;
let stores: Stores;
let nowMs: number;

beforeEach(() => {
  nowMs = 3;
  dir = mkdtempSync(join(tmpdir(), 'documents-'));
  stores = openStores(dir, { now: () => nowMs });
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

test('a document is returned as it was written, with its first author and its times', () => {
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

test('an expired document is not found, and its removal is in its history', () => {
  stores.documents.put({ ...app('http://a'), expiresMs: 9 }, { by: 'ada', nowMs: 1 });
  stores.documents.put({ ...app('http://a'), name: 'stays' }, { by: 'ada', nowMs: 1 });
  nowMs = 8;
  expect(stores.documents.hasExpired).toBe(false);
  expect(stores.documents.expire('system')).toEqual([]);
  nowMs = 9;
  expect(stores.documents.find('app', 'wiki')).toBeUndefined();
  expect(stores.documents.has('app', 'wiki')).toBe(false);
  expect(stores.documents.list('app').map(({ name }) => name)).toEqual(['stays']);
  expect(stores.documents.delete('app', 'wiki', { by: 'ada', nowMs })).toBe(false);
  expect(stores.documents.hasExpired).toBe(true);
  expect(stores.documents.expire('system').map(({ name }) => name)).toEqual(['wiki']);
  expect(stores.documents.hasExpired).toBe(false);
  expect(stores.revisions.list('app', 'wiki')[0]).toMatchObject({ author: 'system', timeMs: 9, change: 'removed' });
});

test('every write and every removal is a revision with an increasing number', () => {
  const first = stores.documents.put(app('http://a'), { by: 'ada', nowMs: 1 });
  const second = stores.documents.put(app('http://b'), { by: 'bela', nowMs: 2 });
  expect(stores.documents.delete('app', 'wiki', { by: 'chen', nowMs: 3 })).toBe(true);
  expect(second).toBeGreaterThan(first);
  expect(stores.revisions.list('app', 'wiki').map(({ author, change }) => [author, change])).toEqual([
    ['chen', 'removed'],
    ['bela', 'updated'],
    ['ada', 'created'],
  ]);
  expect(stores.revisions.content('app', 'wiki', first)).toBe(app('http://a').content);
  expect(stores.revisions.content('db', 'wiki', first)).toBeUndefined();
  expect(stores.revisions.removals('app', 10)).toMatchObject([{ name: 'wiki', author: 'chen', timeMs: 3 }]);
  stores.documents.put(app('http://c'), { by: 'ada', nowMs: 4 });
  expect(stores.revisions.removals('app', 10)).toEqual([]);
  expect(stores.revisions.list('app', 'wiki')[0]?.change).toBe('created');
});

test('a missing document cannot be removed and gets no revision', () => {
  expect(stores.documents.delete('app', 'wiki', { by: 'ada', nowMs: 1 })).toBe(false);
  expect(stores.revisions.list('app', 'wiki')).toEqual([]);
});

test('keeps the newest two hundred revisions of a document', () => {
  stores.documents.put({ ...app('http://a'), name: 'other' }, { by: 'ada', nowMs: 0 });
  for (let n = 0; n < 205; n++) stores.documents.put(app(`http://${n}`), { by: 'ada', nowMs: n });
  const revisions = stores.revisions.list('app', 'wiki');
  expect(revisions).toHaveLength(200);
  expect(revisions[0]?.timeMs).toBe(204);
  expect(revisions.at(-1)).toMatchObject({ timeMs: 5, change: 'updated' });
  expect(stores.revisions.list('app', 'other')).toHaveLength(1);
});

test('the history of a document whose name is a secret does not contain the name', () => {
  const name = '0123456789abcdef0123456789abcdef';
  const content = `kind: token\nmetadata:\n  name: ${name}\nspec: { roles: [Node] }\n`;
  const id = stores.documents.put({ kind: 'token', name, content, document: {} }, { by: 'ada', nowMs: 1 });
  expect(stores.revisions.content('token', name, id)).not.toContain(name.slice(0, 24));
  expect(stores.documents.find('token', name)?.content).toBe(content);
});

test('the history masks a short token name only in the name field', () => {
  const content =
    'kind: token\nmetadata:\n  name: node # mine\n  labels: {note: for node joins}\nspec: {roles: [Node]}\n';
  const put = (text: string) =>
    stores.revisions.content(
      'token',
      'node',
      stores.documents.put({ kind: 'token', name: 'node', content: text, document: {} }, { by: 'ada', nowMs: 1 }),
    );
  expect(put(content)).toBe(content.replace('name: node', 'name: "****"'));
  expect(put(`${content}# ${'x'.repeat(60_000)}\n`)).not.toContain('name: node');
});
