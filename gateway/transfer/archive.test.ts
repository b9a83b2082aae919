import { list, type ReadEntry } from 'tar';
import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openArchive } from './archive.ts';
import { fileNameOf, safeName } from './archiveNames.ts';
import type { FileLog } from './FileLog.ts';
import { FileError, type RemoteFiles } from './remoteFiles.ts';

const log = { opened: () => undefined, notOpened: () => undefined, moved: () => undefined } as unknown as FileLog;

/** A server that lists these names in its one directory. `sizes`: of the real content. */
function server(names: readonly string[], more: Partial<RemoteFiles> = {}): RemoteFiles {
  const isTop = (path: string) => path === '/srv';
  return {
    stat: (path: string) =>
      Promise.resolve(isTop(path) ? { kind: 'directory', sizeBytes: 0 } : { kind: 'file', sizeBytes: 3 }),
    isLink: () => Promise.resolve(false),
    realPath: (path: string) => Promise.resolve(path),
    async *entries() {
      yield names.map((name) => ({ name }));
    },
    read: () => Promise.resolve(Readable.from([Buffer.from('abc')])),
    ...more,
  } as unknown as RemoteFiles;
}

async function entriesOf(files: RemoteFiles): Promise<string[]> {
  const found: string[] = [];
  const parser = list({ onReadEntry: (entry: ReadEntry) => void found.push(entry.path) });
  const { stream } = await openArchive(files, '/srv/', log);
  for await (const piece of stream as AsyncIterable<Buffer>) parser.write(piece);
  parser.end();
  return found;
}

test('changes names that lead to another directory or hide their type', async () => {
  const names = ['..', '.', '../../etc/passwd', '..\\..\\boot.ini', 'C:evil', 'txt.\u202egpj', 'a\nb', 'plain'];
  const found = await entriesOf(server(names));
  expect(found).toEqual([
    'srv/',
    ...['..\\..\\boot.ini', 'C:evil', 'txt.\u202egpj', 'a\nb', 'plain'].map((name) => `srv/${safeName(name)}`),
    'srv.not-included.txt',
  ]);
  expect(found.join('')).not.toMatch(/[\\\n\u202e]|C:/);
});

test('two different names stay different after the change', () => {
  expect(safeName('a\\b')).not.toBe(safeName('a\nb'));
  expect(safeName('plain name.txt')).toBe('plain name.txt');
});

test('a changed name is not longer than file systems allow', () => {
  const [first, second] = ['\n', '\t'].map((control) => safeName(`${'ü'.repeat(120)}${'😀'.repeat(3)}${control}`));
  for (const name of [first, second]) {
    expect(Buffer.byteLength(name ?? '')).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^ü{120}😀~[0-9a-f]{8}$/);
  }
  expect(first).not.toBe(second);
  expect(safeName('x'.repeat(255))).toBe('x'.repeat(255));
  expect(Buffer.byteLength(`${fileNameOf(`/srv/${'x'.repeat(255)}`)}.not-included.txt`)).toBeLessThanOrEqual(255);
});

test('a file that cannot be read is left out and listed', async () => {
  const read = () => Promise.reject(new FileError('denied'));
  expect(await entriesOf(server(['secret'], { read }))).toEqual(['srv/', 'srv.not-included.txt']);
});

test('a file whose path is too long is neither read nor in the audit log', async () => {
  const read = () => Promise.reject(new Error('it was read'));
  const realPath = () => Promise.resolve(`/${'x/'.repeat(2047)}srv`);
  const stat = () => Promise.resolve({ kind: 'directory', sizeBytes: 0 } as const);
  expect(await entriesOf(server(['deep'], { read, realPath, stat }))).toEqual(['srv/', 'srv.not-included.txt']);
});

test('a file whose name is not UTF-8 is listed with this reason', async () => {
  const lists: Buffer[] = [];
  const parser = list({
    onReadEntry: (entry: ReadEntry) =>
      void (entry.path.endsWith('.txt') && entry.on('data', (piece: Buffer) => lists.push(piece))),
  });
  const stat = async (path: string) => (path === '/srv' ? ({ kind: 'directory', sizeBytes: 0 } as const) : undefined);
  const { stream } = await openArchive(server(['caf\ufffd', 'gone'], { stat }), '/srv/', log);
  for await (const piece of stream as AsyncIterable<Buffer>) parser.write(piece);
  parser.end();
  expect(Buffer.concat(lists).toString().split('\n').slice(1, 3)).toEqual([
    '"/srv/caf\ufffd": its name is not valid UTF-8',
    '"/srv/gone": it is a broken link, or was removed',
  ]);
});

test('a file that is truncated during the read does not damage the files after it', async () => {
  const read = () => Promise.resolve(Readable.from(broken()));
  expect(await entriesOf(server(['shrunk', 'next'], { read }))).toEqual([
    'srv/',
    'srv/shrunk',
    'srv/next',
    'srv.not-included.txt',
  ]);
});

const sized = (sizeBytes: number): Partial<RemoteFiles> => ({
  stat: async (path) => ({ kind: path === '/srv' ? 'directory' : 'file', sizeBytes: path === '/srv' ? 0 : sizeBytes }),
});

test('a file that is far shorter than reported fails the archive, instead of endless zeros', async () => {
  const { stream } = await openArchive(server(['short'], sized(1e15)), '/srv/', log);
  let bytes = 0;
  const read = async () => {
    for await (const piece of stream as AsyncIterable<Buffer>) if ((bytes += piece.length) > 2 * 1024 ** 3) return;
  };
  await expect(read()).rejects.toThrow('"/srv/short" is far shorter than the server reported');
});

test('a file of an impossible size is left out and listed', async () => {
  expect(await entriesOf(server(['odd'], sized(2 ** 64)))).toEqual(['srv/', 'srv.not-included.txt']);
});

/**
 * An archive whose stream waits with the header of its one file. The file is read as soon as it is open, like files of
 * this machine.
 */
async function archiveAtHeader() {
  const source = new PassThrough().end('abc');
  const { stream } = await openArchive(server(['one'], { read: () => Promise.resolve(source) }), '/srv/', log);
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  await pieces.next(); // the chunk of the folder
  await expect.poll(() => stream.readableLength).toBeGreaterThan(0);
  return { stream, pieces, source };
}

test('a file that fails while its header waits for the client does not damage the archive', async () => {
  const { pieces, source } = await archiveAtHeader();
  source.destroy(new FileError('other', 'it cannot be read'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  let bytes = 0;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) bytes += next.value.length;
  expect(bytes).toBeGreaterThan(1024);
});

test('a client that disconnects at a header leaves no file open', async () => {
  const { stream, source } = await archiveAtHeader();
  stream.destroy();
  await expect.poll(() => source.destroyed).toBe(true);
});

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from('a');
  throw new FileError('other', 'the file was truncated during the read');
}

test('a lost connection fails the archive, instead of leaving out the other files', async () => {
  const gone = () => Promise.reject(new FileError('other', 'no response from server'));
  await expect(entriesOf(server(['one', 'two'], { read: gone, realPath: () => gone() }))).rejects.toThrow(
    'no response',
  );
});
