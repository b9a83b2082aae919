import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from 'ssh2';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readInTurns } from './readInTurns.ts';

const CONNECTIONS = 30;
const CHUNK_BYTES = 64 * 1024;
const PIECE_MS = 2;

function busy(): void {
  const untilMs = performance.now() + PIECE_MS;
  while (performance.now() < untilMs);
}

test('limits the time of reads per turn of the event loop and serves all connections in turn', async () => {
  let inTurn = 0;
  const read = Array<number>(CONNECTIONS).fill(0);
  for (const i of read.keys()) {
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    const protocol = {
      _onPayload: () => undefined,
      parse: (_bytes: Buffer, _from: number, length: number) => {
        busy();
        inTurn += 1;
        read[i] = (read[i] ?? 0) + length;
      },
    };
    readInTurns({ _protocol: protocol, _sock: socket } as unknown as Connection);
    socket.on('data', (bytes: Buffer) => protocol.parse(bytes, 0, bytes.length));
    socket.push(Buffer.alloc(CHUNK_BYTES));
  }
  let most = 0;
  let least: number | undefined;
  while (read.some((bytes) => bytes < CHUNK_BYTES)) {
    await nextTurn();
    most = Math.max(most, inTurn);
    if (read.includes(CHUNK_BYTES)) least ??= Math.min(...read);
    inTurn = 0;
  }
  expect(most).toBeLessThanOrEqual(25);
  expect(least).toBeGreaterThan(0);
});

test('slows down a server that starts one key exchange after another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let exchanges = 0;
  const protocol = {
    _onPayload: (_payload: Buffer) => void (exchanges += 1),
    parse: (_bytes: Buffer, _from: number, _length: number) => protocol._onPayload(Buffer.of(20)),
  };
  const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  readInTurns({ _protocol: protocol, _sock: socket } as unknown as Connection);
  socket.on('data', (bytes: Buffer) => protocol.parse(bytes, 0, bytes.length));
  socket.push(Buffer.alloc(CHUNK_BYTES));
  for (const expected of [1, 2, 3]) {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    expect(exchanges).toBe(expected);
    vi.advanceTimersByTime(200);
  }
});
