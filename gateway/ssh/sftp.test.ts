// Files of servers whose connection breaks.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { Client, Server, utils, type Connection, type SFTPWrapper } from 'ssh2';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { RemoteFiles } from '../transfer/remoteFiles.ts';
import { makeEd25519Key } from './ed25519Key.ts';
import { openSftp } from './sftp.ts';

const { EOF, FAILURE, OK } = utils.sftp.STATUS_CODE;
const HANDLE = Buffer.from('handle');
const LOST = { name: 'FileError', message: 'the connection to the server was lost' };

let connection: Connection;
let offered: SFTPWrapper;
let client: Client;
let files: RemoteFiles;
beforeEach(async () => {
  const server = new Server({ hostKeys: [makeEd25519Key().privateKey] }, (accepted) => {
    connection = accepted;
    accepted.on('authentication', (context) => context.accept()).on('error', () => undefined);
    accepted.on('session', (accept) => {
      accept().on('sftp', (open) => {
        offered = open();
        offered.on('OPEN', (id) => offered.handle(id, HANDLE));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  client = new Client();
  client.on('error', () => undefined);
  client.connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, username: 'root' });
  await once(client, 'ready');
  files = await openSftp(client);
});

test('requests after the end of the connection fail', async () => {
  const stream = await files.write('file');
  const closed = once(client, 'close');
  connection.end();
  await closed;
  await expect(files.realPath('.')).rejects.toMatchObject(LOST);
  await expect(files.remove('file')).rejects.toMatchObject(LOST);
  await expect(files.entries('.')[Symbol.asyncIterator]().next()).rejects.toMatchObject(LOST);
  await expect(pipeline(Readable.from([Buffer.from('x')]), stream)).rejects.toMatchObject(LOST);
});

test.each<[string, () => void]>([
  ['the connection', () => connection.end()],
  ['the channel', () => offered.end()],
])('an upload fails if %s closes while it waits for answers', async (_what, close) => {
  const stream = await files.write('file');
  offered.once('WRITE', close);
  await expect(pipeline(Readable.from([Buffer.alloc(100_000)]), stream)).rejects.toMatchObject(LOST);
});

test('a download fails if the connection closes while it waits for answers', async () => {
  const stream = await files.read('file', 1_000_000);
  offered.once('READ', () => connection.end());
  await expect(text(stream)).rejects.toMatchObject(LOST);
});

test('closes the connection when its channel closes', async () => {
  const closed = once(client, 'close');
  offered.end();
  await closed;
});

test('an upload that the server refuses without a reason fails with a possible cause', async () => {
  for (const event of ['WRITE', 'CLOSE'] as const) offered.on(event, (id: number) => offered.status(id, FAILURE));
  const sent = pipeline(Readable.from([Buffer.alloc(100)]), await files.write('file'));
  await expect(sent).rejects.toThrow('the server could not write it, perhaps because its disk is full');
});

test('an upload succeeds when all requests are answered', async () => {
  let bytes = 0;
  offered.on('WRITE', (id, _handle, _offset, piece) => {
    bytes += piece.length;
    offered.status(id, OK);
  });
  for (const event of ['FSETSTAT', 'CLOSE'] as const) offered.on(event, (id: number) => offered.status(id, OK));
  await pipeline(Readable.from([Buffer.alloc(100_000)]), await files.write('file'));
  expect(bytes).toBe(100_000);
});

test('refuses invalid names, paths and messages of a server', async () => {
  const long = 'x'.repeat(100_000);
  const batches = [
    ['short', long, '', '../up', '/etc/passwd', 'a/b', 'a\0b', 'a\nb'].map((filename) => ({
      filename,
      longname: '',
      attrs: {} as never,
    })),
  ];
  offered.on('REALPATH', (id) => offered.name(id, [{ filename: `/${long}`, longname: '', attrs: {} as never }]));
  offered.on('STAT', (id) => offered.status(id, FAILURE, long));
  offered.on('OPENDIR', (id) => offered.handle(id, HANDLE));
  offered.on('READDIR', (id) => {
    const batch = batches.shift();
    if (batch) offered.name(id, batch);
    else offered.status(id, EOF);
  });
  offered.on('CLOSE', (id) => offered.status(id, OK));
  await expect(files.realPath('.')).rejects.toThrow('the server sent a path of more than 4096 characters');
  await expect(files.stat('a')).rejects.toThrow(/^x{1,1000}$/);
  const names: string[] = [];
  for await (const batch of files.entries('.')) names.push(...batch.map(({ name }) => name));
  expect(names).toEqual(['short', 'a\nb']);
});

const wrongKind = { name: 'FileError', message: 'the server sent an answer of the wrong kind' };

test.each<[string, 'STAT' | 'LSTAT' | 'REALPATH' | 'OPEN' | 'OPENDIR' | 'READDIR', () => Promise<unknown>]>([
  ['attributes', 'STAT', () => files.stat('a')],
  ['attributes of a link', 'LSTAT', () => files.isLink('a')],
  ['a path', 'REALPATH', () => files.realPath('.')],
  ['a file', 'OPEN', () => files.read('a', 5)],
  ['a folder', 'OPENDIR', () => files.entries('.')[Symbol.asyncIterator]().next()],
  ['names', 'READDIR', () => files.entries('.')[Symbol.asyncIterator]().next()],
])('fails on an answer of another kind than %s', async (_what, request, ask) => {
  if (request === 'READDIR') offered.on('OPENDIR', (id) => offered.handle(id, HANDLE));
  offered.on('CLOSE', (id) => offered.status(id, OK));
  offered.removeAllListeners(request).on(request, (id: number) => {
    if (request === 'OPEN' || request === 'OPENDIR') offered.status(id, OK);
    else offered.handle(id, HANDLE);
  });
  await expect(ask()).rejects.toMatchObject(wrongKind);
});

test('omits attributes that a server leaves out', async () => {
  const mode = 0o100644;
  offered.on('STAT', (id) => offered.attrs(id, { mode } as never));
  offered.once('LSTAT', (id) => offered.attrs(id, {} as never));
  expect(await files.stat('a')).toEqual({ kind: 'file', sizeBytes: 0, mode: 0o644 });
  expect(await files.isLink('a')).toBe(false);
});

test('closes the connection to a server that does not start SFTP in time', async () => {
  connection.removeAllListeners('session').on('session', (accept) => void accept().on('sftp', () => undefined));
  const closed = once(client, 'close');
  await expect(openSftp(client, 300)).rejects.toMatchObject({ message: 'the server did not answer' });
  await closed;
});

test('closes the connection to a server that does not answer in time, and fails all its requests', async () => {
  const closed = once(client, 'close');
  const quick = await openSftp(client, 1500);
  offered.on(
    'REALPATH',
    (id) => void setTimeout(() => offered.name(id, [{ filename: '/', longname: '', attrs: {} as never }]), 600),
  );
  for (const event of ['STAT', 'REMOVE'] as const) offered.on(event, () => undefined);
  for (let i = 0; i < 3; i += 1) await quick.realPath('.'); // each is slow, all together exceed the timeout
  const silent = { name: 'FileError', message: 'the server did not answer' };
  await Promise.all(
    [quick.stat('hangs'), quick.remove('other')].map((one) => expect(one).rejects.toMatchObject(silent)),
  );
  await closed;
  await expect(quick.realPath('.')).rejects.toMatchObject(LOST);
});
