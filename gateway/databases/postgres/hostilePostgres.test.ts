// Invalid or endless data from a PostgreSQL server.
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { selfSigned } from '../../../tests/support/certificate.ts';
import {
  countRows,
  failedOpen,
  flood,
  openHostile,
  serveDatabase,
  UNREADABLE,
} from '../../../tests/support/hostileDatabase.ts';
import { PacedStream } from '../PacedStream.ts';
import { checkMessages } from './checkMessages.ts';

const i16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.of((value >> 8) & 255, value & 255)));
const i32 = (...values: number[]) => Buffer.concat(values.map((value) => i16(value >> 16, value & 0xffff)));

const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), i32(body.length + 4), body]);
};
const field = Buffer.concat([Buffer.from('a\0'), i32(0), i16(0), i32(25), i16(-1), i32(-1), i16(0)]);
const columns = message('T', i16(1), field);
const row = (text: string) => message('D', i16(1), i32(text.length), Buffer.from(text));
const pair = (a: string, b: string) =>
  message('D', i16(2), ...[a, b].flatMap((text) => [i32(text.length), Buffer.from(text)]));
const ready = message('Z', Buffer.from('I'));
const done = Buffer.concat([message('C', Buffer.from('SELECT 1\0')), ready]);
const signedIn = Buffer.concat([message('R', i32(0)), message('K', i32(1, 2)), ready]);
const facts = Buffer.concat([message('T', i16(2), field, field), done]);

/** Signs in. Then each message of the client gets the next answer. */
const answer = (socket: Socket, ...answers: ((socket: Socket) => void)[]) => {
  const all = [(to: Socket) => void to.write(signedIn), (to: Socket) => void to.write(facts), ...answers];
  socket.on('data', () => all.shift()?.(socket));
};
const backwards = [i16(4), i32(100_000), Buffer.alloc(100_000), i32(-100_008), i32(0), i32(0)];

test.each([
  ['an unknown kind of sign-in', message('R', i32(7))],
  ['a negative number of columns', message('T', i16(-129))],
  ['a negative number of values', message('D', i16(-1))],
  ['a message without a length', Buffer.of(0x52, 0, 0, 0, 0)],
  ['a message that ends within a number', message('R', Buffer.of(0))],
  ['an error without an end', message('E', Buffer.from('SERROR\0'))],
  ['a notice without fields', message('N')],
  ['a value of negative length', message('D', ...backwards)],
])('%s fails the sign-in', async (_, bytes) => {
  const server = await serveDatabase('postgres', (socket) => socket.once('data', () => socket.write(bytes)));
  expect(await failedOpen(server)).toContain(UNREADABLE);
});

test('an invalid message over TLS fails the sign-in', async () => {
  const server = await serveDatabase(
    'postgres',
    (socket) =>
      socket.once('data', () => {
        socket.pause();
        socket.write('S');
        const secure = new TLSSocket(socket, { isServer: true, ...selfSigned() });
        secure.on('error', () => undefined);
        secure.once('data', () => secure.write(message('R', i32(7))));
      }),
    'insecure',
  );
  expect(await failedOpen(server)).toContain(UNREADABLE);
});

test('an invalid message in a session ends it with the reason', async () => {
  const server = await serveDatabase('postgres', (socket) =>
    answer(socket, () => socket.write(message('T', i16(-129)))),
  );
  const { connection, lost } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow(UNREADABLE);
  expect(lost.mock.calls).toEqual([[expect.stringContaining(UNREADABLE)]]);
});

test('an invalid answer to a cancel request fails it', async () => {
  const server = await serveDatabase('postgres', (socket, number) => {
    if (number === 1) return answer(socket);
    socket.once('data', () => socket.write(message('R', i32(7))));
  });
  const { connection } = await openHostile(server);
  await expect(connection.cancel()).rejects.toThrow(UNREADABLE);
});

test('joins messages that arrive one byte at a time', async () => {
  const server = await serveDatabase('postgres', (socket) =>
    answer(socket, () => {
      const all = Buffer.concat([columns, row('ä'.repeat(3)), row(''), message('s'), done]);
      const send = (at: number) => {
        if (at < all.length) socket.write(all.subarray(at, at + 1), () => setImmediate(send, at + 1));
      };
      socket.setNoDelay();
      send(0);
    }),
  );
  const { connection } = await openHostile(server);
  expect(await countRows(connection.run('SELECT 1'))).toBe(2);
});

test('endless type names fail the sign-in', async () => {
  const many = Buffer.concat(Array.from({ length: 500 }, () => row('x'.repeat(100))));
  const server = await serveDatabase('postgres', (socket) => {
    socket.once('data', () => {
      socket.write(signedIn);
      socket.once('data', () => {
        socket.write(columns);
        flood(socket, () => many);
      });
    });
  });
  expect(await failedOpen(server)).toContain('more than 32 MB without a row');
});

test('endless messages that are not rows end the session', async () => {
  const many = Buffer.concat(Array.from({ length: 500 }, () => message('1')));
  const server = await serveDatabase('postgres', (socket) => answer(socket, () => flood(socket, () => many)));
  const { connection, lost } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('more than 32 MB without a row');
  expect(lost).toHaveBeenCalledOnce();
});

test('a server that requests answers and reads none loses the session', async () => {
  const many = Buffer.concat(Array.from({ length: 500 }, () => [row(''), message('s')]).flat());
  const server = await serveDatabase('postgres', (socket) =>
    answer(socket, () => {
      socket.pause();
      flood(socket, () => many);
    }),
  );
  const { connection } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('does not read what it is sent');
});

test('requests another portion only after one with rows', async () => {
  let received = '';
  const surplus = Array.from({ length: 1000 }, () => message('s'));
  const server = await serveDatabase('postgres', (socket) =>
    answer(socket, () => {
      socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
      socket.write(Buffer.concat([columns, row('a'), ...surplus, done]));
    }),
  );
  const { connection } = await openHostile(server);
  expect(await countRows(connection.run('SELECT 1'))).toBe(1);
  await expect.poll(() => received).toContain(message('S').toString('latin1'));
  const execute = message('E', Buffer.from('\0'), i32(500)).toString('latin1');
  expect(received.split(execute)).toHaveLength(3); // the first and one after the row
});

test('parses thousands of short messages in turns of the event loop', async () => {
  const raw = new Duplex({ read: () => undefined, write: (_chunk, _encoding, written) => written() });
  const stream = new PacedStream(raw);
  let [inTurn, most, parsed] = [0, 0, 0];
  const wire = {
    attachListeners: (source: Pick<Duplex, 'on'>) =>
      source.on('data', ({ length }: Buffer) => {
        parsed += length;
        most = Math.max(most, (inTurn += length));
      }),
  };
  checkMessages(wire, stream);
  wire.attachListeners(stream);
  const all = Buffer.concat(Array.from({ length: 12_000 }, () => message('s')));
  raw.push(all);
  while (parsed < all.length) {
    await nextTurn();
    inTurn = 0;
  }
  expect(most).toBeLessThan(20_000);
});

test('reads forty megabytes of rows and of notices', async () => {
  const text = 'x'.repeat(100_000);
  const parts = Array.from({ length: 400 }, () => [
    message('N', Buffer.from(`SNOTICE\0M${text}\0\0`)),
    row(text),
  ]).flat();
  const server = await serveDatabase('postgres', (socket) =>
    answer(socket, () => socket.write(Buffer.concat([columns, ...parts, done]))),
  );
  const { connection } = await openHostile(server);
  expect(await countRows(connection.run('SELECT 1'))).toBe(400);
});

test('cuts names of 1 MB', async () => {
  const long = 'x'.repeat(1_000_000);
  const named = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), field.subarray(2)]);
  const server = await serveDatabase('postgres', (socket) => {
    const given = [
      signedIn,
      Buffer.concat([message('T', i16(2), field, field), ...[pair('0', long), pair('25', long)], done]),
      Buffer.concat([message('N', Buffer.from(`S${long}\0Mhello\0\0`)), message('T', i16(1), named(long)), row('a')]),
    ];
    socket.on('data', () =>
      socket.write(given.shift() ?? Buffer.concat([message('C', Buffer.from(`${long}\0`)), ready])),
    );
  });
  const { connection, notice } = await openHostile(server);
  expect(connection.version).toBe('x'.repeat(300));
  const { results } = connection.run('SELECT 1');
  const name = 'x'.repeat(300);
  expect(await results.peek()).toEqual({ kind: 'columns', columns: [{ name, type: name, kind: 'text' }] });
  expect(notice.mock.calls).toEqual([[name, 'hello']]);
});

test('more columns than a server can have end the session', async () => {
  const many = message('T', i16(5000), ...Array.from({ length: 5000 }, () => field));
  const server = await serveDatabase('postgres', (socket) => answer(socket, () => socket.write(many)));
  const { connection } = await openHostile(server);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('a result of 5000 columns');
});

test('surplus ends of a statement cause no further messages', async () => {
  const ends = Buffer.concat(Array.from({ length: 1000 }, () => message('C', Buffer.from('SELECT 1\0'))));
  let received = 0;
  const server = await serveDatabase('postgres', (socket) => {
    socket.on('data', (bytes: Buffer) => (received += bytes.length));
    answer(socket, () => socket.write(Buffer.concat([ends, ready])));
  });
  const { connection } = await openHostile(server);
  await countRows(connection.run('SELECT 1'));
  connection.close();
  await expect.poll(() => server.connections[0]?.closed).toBe(true);
  expect(received).toBeLessThan(2000);
});

test('a statement fails if the server refuses its transaction', async () => {
  const refusal = message('E', Buffer.from('SERROR\0C25000\0Mno\0\0'));
  const server = await serveDatabase('postgres', (socket) =>
    answer(socket, () => socket.write(Buffer.concat([refusal, ready]))),
  );
  const { connection } = await openHostile(server, true);
  await expect(countRows(connection.run('SELECT 1'))).rejects.toThrow('no');
});
