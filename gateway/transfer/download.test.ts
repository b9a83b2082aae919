import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { download } from './download.ts';
import type { FileLog } from './FileLog.ts';
import type { RemoteFiles } from './remoteFiles.ts';

const MEBIBYTE = 1024 * 1024;

const log = { opened: () => undefined, notOpened: () => undefined, moved: () => undefined } as unknown as FileLog;

/** A server whose stat reports `sizeBytes` for a file with this content. */
const server = (sizeBytes: number, content: Iterable<Buffer> | AsyncIterable<Buffer>) =>
  ({
    stat: () => Promise.resolve({ kind: 'file', sizeBytes }),
    realPath: (path: string) => Promise.resolve(path),
    read: () => Promise.resolve(Readable.from(content)),
  }) as unknown as RemoteFiles;

const open = (files: RemoteFiles, signal = new AbortController().signal) => download(files, '/file', log, signal);

function* pieces(count: number): Generator<Buffer> {
  const piece = Buffer.alloc(MEBIBYTE);
  for (let i = 0; i < count; i++) yield piece;
}

test.each([
  ['reports 0, as in /proc', 0],
  ['reports a whole page, as in /sys', 4096],
])('a short file whose stat %s is sent with its true length', async (_what, reported) => {
  const { stream, sizeBytes } = await open(server(reported, [Buffer.from('655'), Buffer.from('36\n')]));
  expect([sizeBytes, (await buffer(stream)).toString()]).toEqual([6, '65536\n']);
});

test('an empty file has the length 0', async () => {
  const { stream, sizeBytes } = await open(server(0, []));
  expect([sizeBytes, (await buffer(stream)).length]).toEqual([0, 0]);
});

test('a long file without a size is sent to its end, without a length', async () => {
  const { stream, sizeBytes } = await open(server(0, pieces(3)));
  expect([sizeBytes, (await buffer(stream)).length]).toEqual([undefined, 3 * MEBIBYTE]);
});

test('a file without a size fails above one GiB', async () => {
  const { stream } = await open(server(0, pieces(1025)));
  await expect(finished(stream.resume())).rejects.toThrow('the file has no size and more than 1 GiB of content');
});

test('a long file that is truncated during the read fails', async () => {
  const { stream, sizeBytes } = await open(server(2 * MEBIBYTE, pieces(1)));
  expect(sizeBytes).toBe(2 * MEBIBYTE);
  await expect(buffer(stream)).rejects.toThrow('the file was truncated during the read');
});

test('a file without data does not block a caller that disconnects', async () => {
  const silent = async function* (): AsyncGenerator<Buffer> {
    await new Promise(() => undefined);
    yield Buffer.alloc(0);
  };
  const caller = new AbortController();
  const opened = open(server(0, silent()), caller.signal);
  setTimeout(() => caller.abort(), 10);
  await expect(opened).rejects.toThrow('aborted');
});
