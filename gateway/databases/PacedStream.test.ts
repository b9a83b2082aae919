import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PacedStream } from './PacedStream.ts';

const CHUNKS = 100;

/** The connection to a server that has already sent everything. */
function flooded(): Duplex {
  const connection = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  for (let i = 0; i < CHUNKS; i++) connection.push(Buffer.alloc(64 * 1024, i));
  return connection;
}

test('reads a server that floods in turns of the event loop', async () => {
  const stream = new PacedStream(flooded());
  let [read, readBefore, most] = [0, 0, 0];
  stream.on('data', () => (read += 1));
  while (read < CHUNKS) {
    await setImmediate();
    most = Math.max(most, read - readBefore);
    readBefore = read;
  }
  expect(most).toBeLessThanOrEqual(2);
});

test('a held stream delivers nothing until it is released', async () => {
  const stream = new PacedStream(flooded());
  let read = 0;
  stream.on('data', () => {
    read += 1;
    if (read === 10) stream.hold();
  });
  for (let turn = 0; turn < CHUNKS; turn++) await setImmediate();
  expect(read).toBe(10);
  stream.release();
  await expect.poll(() => read).toBe(CHUNKS);
});

test('messages that wait for the server are sent in one write', async () => {
  const sent: string[] = [];
  const connection = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      sent.push(chunk.toString());
      globalThis.setImmediate(done);
    },
  });
  const stream = new PacedStream(connection);
  for (const text of ['a', 'b', 'c', 'd']) stream.write(text);
  await expect.poll(() => sent.join('')).toBe('abcd');
  expect(sent).toEqual(['a', 'bcd']);
});
