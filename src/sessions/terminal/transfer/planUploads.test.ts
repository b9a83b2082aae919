import { expect, test } from 'vitest';
import { ApiError } from '../../../api/errors.ts';
import type { RemoteEntry } from '../../../wire/terminal/remoteFiles.ts';
import { planUploads } from './planUploads.ts';

const wish = (name: string, folder = '~/') => ({
  direction: 'upload' as const,
  folder,
  name,
  sizeBytes: 1,
  changedAtMs: 0,
});
const file = (name: string, sizeBytes = 7): RemoteEntry => ({ name, kind: 'file', sizeBytes });
const free = () => false;

/** A server with these folders, by their path with its slash. */
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

test('a free name goes at once, a taken one is asked about with a name that is free', async () => {
  const folders = server({
    '~/': [file('a.txt', 12), file('a-2.txt'), { name: 'sub', kind: 'directory', sizeBytes: 0 }],
  });
  expect(await planUploads([wish('a.txt'), wish('b.txt'), wish('sub', '~')], folders, free)).toEqual([
    { kind: 'asks', conflict: { kind: 'file', sizeBytes: 12, freeName: 'a-3.txt' } },
    { kind: 'waits' },
    { kind: 'asks', conflict: { kind: 'directory', sizeBytes: 0, freeName: 'sub-2' } },
  ]);
});

test('a name that another upload is about to write is taken as well', async () => {
  const folders = server({ '~/': [] });
  expect(await planUploads([wish('a'), wish('a'), wish('b')], folders, (path) => path === '~/b')).toMatchObject([
    { kind: 'waits' },
    { kind: 'asks', conflict: { freeName: 'a-2' } },
    { kind: 'asks', conflict: { freeName: 'b-2' } },
  ]);
});

test('folders of an upload are made where they are missing, each once and the outer one first', async () => {
  const folders = server({ '/tmp/': [], '/tmp/a/': [file('old')] });
  const plans = await planUploads(
    [wish('a/old', '/tmp'), wish('a/b/x', '/tmp'), wish('a/b/y', '/tmp'), wish('c/z', '/tmp')],
    folders,
    free,
  );
  expect(plans.map(({ kind }) => kind)).toEqual(['asks', 'waits', 'waits', 'waits']);
  expect(folders.made).toEqual(['/tmp/a/b/', '/tmp/c/']);
});

test('what cannot be made says so, also to what would have gone further in', async () => {
  const plans = await planUploads([wish('forbidden/in/x'), wish('y')], server({ '~/': [] }), free);
  expect(plans[0]).toMatchObject({
    kind: 'failed',
    why: 'could not create the folder ~/forbidden/: “permission denied”',
  });
  expect(plans[1]).toEqual({ kind: 'waits' });
});

test('a target that is not there is not made: it may be a slip of the keys', async () => {
  const folders = server({});
  expect(await planUploads([wish('a/x', '/srv/dta')], folders, free)).toMatchObject([
    { kind: 'failed', why: 'the folder /srv/dta/ does not exist' },
  ]);
  expect(folders.made).toEqual([]);
});

test('in a folder that holds more than is told, a name that is not seen is asked about as well', async () => {
  const list = async () => ({ entries: [file('a')], truncated: true });
  const plans = await planUploads([wish('a'), wish('b')], { list, make: async () => undefined }, free);
  expect(plans).toMatchObject([
    { kind: 'asks', conflict: { kind: 'file' } },
    { kind: 'asks', conflict: { kind: 'unknown', freeName: 'b-2' } },
  ]);
});

const folder = (name: string) => ({ ...wish(name), isFolder: true });

test('a folder without files waits for its turn in folders that are made; one that is there is as good', async () => {
  const folders = server({ '~/': [{ name: 'old', kind: 'directory', sizeBytes: 0 }] });
  expect(await planUploads([folder('new/in/empty'), folder('old')], folders, free)).toEqual([
    { kind: 'waits' },
    { kind: 'waits' },
  ]);
  expect(folders.made).toEqual(['~/new/', '~/new/in/']);
});

test('a folder whose name a file has is asked about', async () => {
  expect(await planUploads([folder('a')], server({ '~/': [file('a', 12)] }), free)).toEqual([
    { kind: 'asks', conflict: { kind: 'file', sizeBytes: 12, freeName: 'a-2' } },
  ]);
});

test('a folder is made also where not every name is told, since it replaces nothing', async () => {
  const list = async () => ({ entries: [], truncated: true });
  expect(await planUploads([folder('b')], { list, make: async () => undefined }, free)).toEqual([{ kind: 'waits' }]);
});

test('a server that does not tell is not asked, and folders are for the person to make', async () => {
  expect(await planUploads([wish('a'), wish('p/q/x'), folder('p/empty')], undefined, free)).toEqual([
    { kind: 'waits' },
    { kind: 'needsFolders', folders: ['~/p', '~/p/q'] },
    { kind: 'needsFolders', folders: ['~/p', '~/p/empty'] },
  ]);
});
