import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import type { RemoteEntry } from '../../../wire/terminal/remoteFiles.ts';
import { planUploads } from './planUploads.ts';

const request = (name: string, folder = '~/') => ({
  direction: 'upload' as const,
  folder,
  name,
  sizeBytes: 1,
  changedAtMs: 0,
});
const file = (name: string, sizeBytes = 7): RemoteEntry => ({ name, kind: 'file', sizeBytes });
const free = () => false;

/** A server with these folders, by their path with a trailing slash. */
function server(tree: Record<string, RemoteEntry[]>) {
  const made: string[] = [];
  return {
    made,
    list: async (path: string) => tree[path] && { entries: tree[path], truncated: false },
    make: async (path: string) => {
      if (path.includes('forbidden')) throw new ApiError('permission denied', 500);
      made.push(path);
      tree[path] = [];
    },
  };
}

test('uploads to a free name, and asks about an existing name with a free alternative', async () => {
  const folders = server({
    '~/': [file('a.txt', 12), file('a-2.txt'), { name: 'sub', kind: 'directory', sizeBytes: 0 }],
  });
  expect(await planUploads([request('a.txt'), request('b.txt'), request('sub', '~')], folders, free)).toEqual([
    { kind: 'needsAnswer', conflict: { kind: 'file', sizeBytes: 12, freeName: 'a-3.txt' } },
    { kind: 'waits' },
    { kind: 'needsAnswer', conflict: { kind: 'directory', sizeBytes: 0, freeName: 'sub-2' } },
  ]);
});

test('treats the name of another pending upload as existing', async () => {
  const folders = server({ '~/': [] });
  expect(
    await planUploads([request('a'), request('a'), request('b')], folders, (path) => path === '~/b'),
  ).toMatchObject([
    { kind: 'waits' },
    { kind: 'needsAnswer', conflict: { freeName: 'a-2' } },
    { kind: 'needsAnswer', conflict: { freeName: 'b-2' } },
  ]);
});

test('creates missing folders once, parents first', async () => {
  const folders = server({ '/tmp/': [], '/tmp/a/': [file('old')] });
  const plans = await planUploads(
    [request('a/old', '/tmp'), request('a/b/x', '/tmp'), request('a/b/y', '/tmp'), request('c/z', '/tmp')],
    folders,
    free,
  );
  expect(plans.map(({ kind }) => kind)).toEqual(['needsAnswer', 'waits', 'waits', 'waits']);
  expect(folders.made).toEqual(['/tmp/a/b/', '/tmp/c/']);
});

test('reports a folder that cannot be created, also for files in its subfolders', async () => {
  const plans = await planUploads([request('forbidden/in/x'), request('y')], server({ '~/': [] }), free);
  expect(plans[0]).toMatchObject({
    kind: 'failed',
    why: 'could not create the folder ~/forbidden/: “permission denied”',
  });
  expect(plans[1]).toEqual({ kind: 'waits' });
});

test('asks about a missing target folder, because it can be a typing error', async () => {
  const folders = server({});
  expect(await planUploads([request('a/x', '/srv/dta')], folders, free)).toEqual([
    { kind: 'needsFolders', folders: ['/srv/dta/'], canCreate: true },
  ]);
  expect(folders.made).toEqual([]);
});

test('creates a missing target folder and its parents once if the user agrees', async () => {
  const folders = server({});
  const wanted = (name: string, folder: string) => ({ ...request(name, folder), createsFolder: true });
  const plans = await planUploads(
    [wanted('a/x', '/srv/new'), wanted('y', '/srv/new'), wanted('z', '~/n')],
    folders,
    free,
  );
  expect(plans.map(({ kind }) => kind)).toEqual(['waits', 'waits', 'waits']);
  expect(folders.made).toEqual(['/srv', '/srv/new', '/srv/new/a/', '~', '~/n']);
  expect(await planUploads([wanted('x', '/forbidden')], server({}), free)).toMatchObject([
    { kind: 'failed', why: 'could not create the folder /forbidden/: “permission denied”' },
  ]);
});

test('asks about an unlisted name if the listing is truncated', async () => {
  const list = async () => ({ entries: [file('a')], truncated: true });
  const plans = await planUploads([request('a'), request('b')], { list, make: async () => undefined }, free);
  expect(plans).toMatchObject([
    { kind: 'needsAnswer', conflict: { kind: 'file' } },
    { kind: 'needsAnswer', conflict: { kind: 'unknown', freeName: 'b-2' } },
  ]);
});

const folder = (name: string) => ({ ...request(name), isFolder: true });

test('creates the parents of an empty folder, and accepts an existing folder', async () => {
  const folders = server({ '~/': [{ name: 'old', kind: 'directory', sizeBytes: 0 }] });
  expect(await planUploads([folder('new/in/empty'), folder('old')], folders, free)).toEqual([
    { kind: 'waits' },
    { kind: 'waits' },
  ]);
  expect(folders.made).toEqual(['~/new/', '~/new/in/']);
});

test('asks about an empty folder if a file has its name', async () => {
  expect(await planUploads([folder('a')], server({ '~/': [file('a', 12)] }), free)).toEqual([
    { kind: 'needsAnswer', conflict: { kind: 'file', sizeBytes: 12, freeName: 'a-2' } },
  ]);
});

test('creates an empty folder also if the listing is truncated, because it replaces nothing', async () => {
  const list = async () => ({ entries: [], truncated: true });
  expect(await planUploads([folder('b')], { list, make: async () => undefined }, free)).toEqual([{ kind: 'waits' }]);
});

test('without a listing, asks the user to create the folders', async () => {
  expect(await planUploads([request('a'), request('p/q/x'), folder('p/empty')], undefined, free)).toEqual([
    { kind: 'waits' },
    { kind: 'needsFolders', folders: ['~/p', '~/p/q'] },
    { kind: 'needsFolders', folders: ['~/p', '~/p/empty'] },
  ]);
});
