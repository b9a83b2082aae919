// Invalid or endless data from a MySQL server.
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import {
  countRows,
  failedOpen,
  flood,
  openHostile,
  serveDatabase,
  UNREADABLE,
} from '../../../tests/support/hostileDatabase.ts';

afterEach(() => void vi.useRealTimers());

const packet = (number: number, body: Buffer) =>
  Buffer.concat([Buffer.of(body.length & 255, (body.length >> 8) & 255, body.length >> 16, number & 255), body]);
const hello = packet(
  0,
  Buffer.concat([
    Buffer.from('\n8.0.0\0\u0001\0\0\x0012345678\0', 'latin1'),
    Buffer.of(0xff, 0xf7, 33, 2, 0, 8, 0, 21), // without TLS
    Buffer.alloc(10),
    Buffer.from('123456789012\0mysql_native_password\0'),
  ]),
);
const ok = Buffer.of(0, 0, 0, 2, 0, 0, 0);
const refusal = Buffer.concat([Buffer.of(0xff, 0x10, 0x04), Buffer.from('#HY000no')]);
const eof = Buffer.of(0xfe, 0, 0, 2, 0);
const column = Buffer.concat([
  Buffer.from('\u0003def\0\0\0\u0001a\0', 'latin1'),
  Buffer.of(0x0c, 33, 0, 0, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0),
]);
/** A packet for each body, numbered from `first`. */
const packets = (first: number, ...bodies: Buffer[]) =>
  Buffer.concat(bodies.map((body, index) => packet(first + index, body)));

/** Signs in. `command` handles packets that begin with `start`. */
const answer = (socket: Socket, start: string, command: () => void) => {
  socket.write(hello);
  socket.once('data', () => {
    socket.write(packet(2, ok));
    socket.on('data', (bytes: Buffer) => {
      if (bytes.toString('latin1', 5).startsWith(start)) command();
      else socket.write(packet(1, ok));
    });
  });
};
const manyOf = (body: Buffer, first: number) => {
  let number = first;
  return () => {
    number += 1000;
    return packets(number - 1000, ...Array.from({ length: 1000 }, () => body));
  };
};

test.each([
  ['a greeting that ends early', packet(0, Buffer.of(10))],
  ['a greeting without a body', packet(0, Buffer.of())],
  ['a packet out of order', packet(7, Buffer.of(10))],
])('%s fails the sign-in', async (_, bytes) => {
  const server = await serveDatabase('mysql', (socket) => socket.write(bytes));
  expect(await failedOpen(server)).toContain(UNREADABLE);
});

test('an end-of-rows packet of one byte ends the session with the reason', async () => {
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'SELECT 1', () => socket.write(packet(1, Buffer.of(0xfe)))),
  );
  const { connection, lost } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow(UNREADABLE);
  expect(lost.mock.calls).toEqual([[expect.stringContaining(UNREADABLE)]]);
});

test.each([
  ['an error of one byte', Buffer.of(0xff)],
  ['an end-of-rows packet of one byte', Buffer.of(0xfe)],
  ['an unrequested packet', ok],
])('%s ends an idle session', async (_, body) => {
  const server = await serveDatabase('mysql', (socket) => answer(socket, 'never', () => undefined));
  const { connection, lost } = await openHostile(server);
  await countRows(connection.run('SELECT 1'));
  server.connections[0]?.write(packet(2, body));
  await expect.poll(() => lost.mock.calls.length).toBe(1);
});

test('an end-of-rows packet of one byte in a statement of the gateway ends the session', async () => {
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'ROLLBACK', () => socket.write(packet(1, Buffer.of(0xfe)))),
  );
  const { connection, lost } = await openHostile(server, true);
  const running = connection.run('SELECT 1');
  await countRows(running);
  await running.close();
  await expect.poll(() => lost.mock.calls).toEqual([[expect.stringContaining(UNREADABLE)]]);
});

test('a statement fails if the server refuses its transaction', async () => {
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'START', () => socket.write(packet(1, refusal))),
  );
  const { connection } = await openHostile(server, true);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('no');
});

test('endless columns end the session', async () => {
  const header = packet(1, Buffer.of(0xfe, 0, 0, 0, 0x10, 0, 0, 0, 0));
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'SELECT 1', () => {
      socket.write(header);
      flood(socket, manyOf(column, 2));
    }),
  );
  const { connection, lost } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('more than 32 MB without a row');
  expect(lost).toHaveBeenCalledOnce();
});

test.each([
  ['a column with a name of 3 MB', [Buffer.of(1), Buffer.concat([column, Buffer.alloc(3_000_000)])]],
  ['an end with a text of 3 MB', [Buffer.concat([ok, Buffer.alloc(3_000_000, 'x')])]],
])('%s ends the session before the library decodes it', async (_, bodies) => {
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'SELECT 1', () => socket.write(packets(1, ...bodies))),
  );
  const { connection, lost } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow(UNREADABLE);
  expect(lost).toHaveBeenCalledOnce();
});

test('reads a row of 3 MB', async () => {
  const long = Buffer.concat([Buffer.of(0xfd, 0xc0, 0xc6, 0x2d), Buffer.alloc(3_000_000, 'x')]);
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'SELECT 1', () => socket.write(packets(1, Buffer.of(1), column, eof, long, eof))),
  );
  const { connection } = await openHostile(server);
  expect(await countRows(connection.run('SELECT 1'))).toBe(1);
});

test('more columns than a server can have end the session', async () => {
  const many = Array.from({ length: 5000 }, () => column);
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'SELECT 1', () => socket.write(packets(1, Buffer.of(0xfc, 0x88, 0x13), ...many, eof, eof))),
  );
  const { connection } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('a result of 5000 columns');
});

test('endless rows for a statement of the gateway end the session', async () => {
  const server = await serveDatabase('mysql', (socket) =>
    answer(socket, 'ROLLBACK', () => {
      socket.write(packets(1, Buffer.of(1), column, eof));
      flood(socket, manyOf(Buffer.from('\u0002ab'), 4));
    }),
  );
  const { connection, lost } = await openHostile(server, true);
  const running = connection.run('SELECT 1');
  await countRows(running);
  await running.close();
  await expect.poll(() => lost.mock.calls).toEqual([[expect.stringContaining('more than 32 MB without a row')]]);
});

test('a cancel request times out after ten seconds if the server does not answer', async () => {
  const server = await serveDatabase('mysql', (socket, number) => {
    if (number === 1) answer(socket, 'never', () => undefined);
  });
  const { connection } = await openHostile(server);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const cancelled = connection.cancel().then(
    () => 'done',
    (error: unknown) => String(error),
  );
  await vi.waitFor(() => expect(server.connections).toHaveLength(2));
  server.connections[1]?.resume();
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await cancelled).toContain('did not answer within 10 s');
  vi.useRealTimers();
  await expect.poll(() => server.connections[1]?.closed).toBe(true);
});
