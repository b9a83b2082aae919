import { beforeEach, describe, expect, test } from 'vitest';
import vectors from '../../../../tests/fixtures/stream-vectors.json' with { type: 'json' };
import { FakeDirectory } from '../../../../tests/support/fakeDirectory.ts';
import { fromHex, toHex, utf8 } from '../../../lib/encoding.ts';
import { decodeDesktop, encodeDesktop } from '../../../wire/desktop/messages.ts';
import { answerRequest, isFolderRequest, type Answer, type FolderRequest } from './folderAnswers.ts';

let root: FakeDirectory;

/** The files and folders that the requests of the vectors use. */
beforeEach(() => {
  root = new FakeDirectory('share');
  const docs = root.directory('docs');
  docs.file('plan.txt', 'plan', 1901600000123);
  docs.directory('neu');
});

const answer = (request: FolderRequest): Promise<Answer> => answerRequest(root.handle, request);
const ask = { request: 7, directory: 2 };
const info = (path: string) => answer({ kind: 'infoRequest', ...ask, path });

describe('requests of the vectors', () => {
  const bytesOf = (name: string): string => {
    const found = vectors.tdp.find((vector) => vector.name === name);
    if (!found) throw new Error(`no vector ${name}`);
    return found.hex;
  };
  const exchange = async (name: string): Promise<string> => {
    const request = decodeDesktop(fromHex(bytesOf(name)) ?? new Uint8Array());
    if (!isFolderRequest(request)) throw new Error(`${name} is no request`);
    return toHex(encodeDesktop((await answer(request)).message));
  };

  test.each([
    ['info request: root', 'info response: root directory'],
    ['create request: directory', 'create response: ok'],
    ['delete request', 'delete response: ok'],
    ['move request', 'move response: failed (only answer the upstream UI gives)'],
  ])('%s is answered with %s', async (request, response) => expect(await exchange(request)).toBe(bytesOf(response)));

  test('reports a file that cannot be created', async () => {
    root.directory('docs').failure = new DOMException('read only', 'NoModificationAllowedError');
    expect(await exchange('create request: file')).toBe(bytesOf('create response: failed'));
  });

  test('reads the written bytes back, up to the end of the file', async () => {
    root.directory('docs').file('a.bin', '');
    expect(await exchange('write request')).toBe(bytesOf('write response'));
    const read = (offset: bigint) => answer({ kind: 'readRequest', ...ask, path: 'docs/a.bin', offset, length: 65536 });
    expect((await read(258n)).message).toMatchObject({ answer: 0, data: Uint8Array.of(0, 0xff, 0x10) });
    expect((await read(261n)).message).toMatchObject({ answer: 0, data: new Uint8Array() });
  });

  test('truncates a file', async () => {
    root.directory('docs').file('b.bin', 'x'.repeat(2000));
    expect(await exchange('truncate request')).toBe(bytesOf('truncate response'));
    expect((await info('docs/b.bin')).message).toMatchObject({ entry: { size: 1024n } });
  });
});

test('returns time and size of a file, and whether a directory is empty', async () => {
  expect((await info('docs/plan.txt')).message).toEqual({
    kind: 'infoResponse',
    request: 7,
    answer: 0,
    entry: { modifiedMs: 1901600000123n, size: 4n, fileType: 0, isEmpty: true, path: 'docs/plan.txt' },
  });
  expect((await info('docs')).message).toMatchObject({ entry: { size: 4096n, fileType: 1, isEmpty: false } });
});

test('a missing file is not reported as a problem', async () => {
  const { message, problem } = await info('docs/nope');
  expect(toHex(encodeDesktop({ ...message, request: 42 } as typeof message))).toBe(
    vectors.tdp.find(({ name }) => name === 'info response: does not exist')?.hex,
  );
  expect(problem).toBeUndefined();
});

test('lists the full paths of the children', async () => {
  const list = async (path: string) => (await answer({ kind: 'listRequest', ...ask, path })).message;
  expect(await list('docs')).toMatchObject({ entries: [{ path: 'docs/plan.txt' }, { path: 'docs/neu' }] });
  expect(await list('')).toMatchObject({ answer: 0, entries: [{ path: 'docs' }] });
  expect(await list('docs/plan.txt')).toMatchObject({ answer: 1, entries: [] });
});

test('a write keeps the other bytes of the file, and a failed write changes nothing', async () => {
  const file = root.directory('docs').file('c.txt', 'abcdef');
  const write = (text: string) =>
    answer({ kind: 'writeRequest', ...ask, path: 'docs/c.txt', offset: 2n, data: utf8(text) });
  await write('XY');
  expect(file.text()).toBe('abXYef');
  file.failure = new DOMException('full', 'QuotaExceededError');
  expect((await write('ZZ')).message).toMatchObject({ kind: 'writeResponse', answer: 1, bytesWritten: 0 });
  expect(file.text()).toBe('abXYef');
});

test.each(['../x', 'docs/../x', '/docs', 'docs//neu', './docs', 'docs/', 'docs\\neu', 'a\0b'])(
  'rejects the invalid path %j',
  async (path) => {
    expect((await info(path)).message).toMatchObject({ answer: 2 });
    const write = { kind: 'writeRequest', ...ask, path, offset: 0n, data: Uint8Array.of(1) } as const;
    const made = { kind: 'createRequest', ...ask, path, fileType: 1 } as const;
    for (const request of [write, made, { kind: 'deleteRequest', ...ask, path }] as const)
      expect((await answer(request)).message).toMatchObject({ answer: 1 });
  },
);

test('cannot delete the shared folder itself', async () => {
  expect((await answer({ kind: 'deleteRequest', ...ask, path: '' })).message).toMatchObject({ answer: 1 });
  expect((await info('docs')).message).toMatchObject({ answer: 0 });
});

test('names the file and the reason of a failure', async () => {
  const { problem } = await answer({ kind: 'moveRequest', ...ask, path: 'a.csv', newPath: 'b.csv' });
  expect(problem).toBe(
    '“a.csv” in the shared folder was not moved: moving files inside a shared folder is not supported. Copy it and delete the original.',
  );
});
