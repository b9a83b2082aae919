import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { encodeEnvelope } from '../../src/wire/envelope.ts';
import { encodeHold } from '../../src/wire/terminal/frames.ts';
import { FRAME_TYPE } from '../../src/wire/terminal/frameTypes.ts';
import { encodeResize, type TermSize } from '../../src/wire/terminal/resize.ts';
import { Participant, type ParticipantInfo } from './Participant.ts';

const INFO: ParticipantInfo = {
  user: 'ann',
  roles: [],
  loginId: '1',
  remoteAddr: '127.0.0.1:1',
  limits: { idleMs: 0 },
};

class SilentSocket extends EventEmitter {
  bufferedAmount = 0;
  pause = () => undefined;
  resume = () => undefined;
  send = () => undefined;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('each repeated hold of a client may delay the output for a shorter time', () => {
  const socket = new SilentSocket();
  const participant = new Participant(socket as unknown as WebSocket, INFO, 3600_000);
  let stalls = 0;
  let wasHeld = true;
  const nothing = () => undefined;
  participant.attend({
    ...{ input: nothing, resize: nothing, fileRequest: nothing, fileDecision: nothing, pressure: nothing },
    leave: nothing,
    stalled() {
      stalls++;
      wasHeld &&= participant.unhold();
    },
  });
  const hold = (holds: boolean) =>
    socket.emit('message', Buffer.from(encodeEnvelope(FRAME_TYPE.hold, encodeHold(holds), 'client')), true);
  const heldMs = () => {
    const before = [Date.now(), stalls] as const;
    hold(true);
    while (stalls === before[1] && participant.behind) vi.advanceTimersByTime(10);
    return Date.now() - before[0];
  };
  expect(heldMs()).toBe(5000);
  vi.advanceTimersByTime(1000);
  expect(heldMs()).toBe(100);
  hold(true);
  socket.bufferedAmount = 600 * 1024; // output that was sent before the hold does not drop the client
  vi.advanceTimersByTime(100);
  expect(wasHeld).toBe(true);
  socket.bufferedAmount = 0;
  hold(false);
  for (let i = 0; i < 10; i++) hold(i % 2 === 0);
  expect(heldMs()).toBeLessThan(100);
  socket.bufferedAmount = 600 * 1024;
  participant.send(new Uint8Array());
  hold(true);
  socket.bufferedAmount = 0;
  vi.advanceTimersByTime(10_000);
  expect([wasHeld, participant.behind]).toEqual([true, false]);
  vi.advanceTimersByTime(60_000);
  expect(heldMs()).toBe(5000);
});

test('a client that reads almost nothing counts as stalled, a slow one does not', () => {
  const stallsAt = (bytesPerSecond: number) => {
    const socket = new SilentSocket();
    const participant = new Participant(socket as unknown as WebSocket, INFO, 3600_000);
    let stalls = 0;
    const nothing = () => undefined;
    participant.attend({
      ...{ input: nothing, resize: nothing, fileRequest: nothing, fileDecision: nothing, pressure: nothing },
      ...{ leave: nothing, stalled: () => stalls++ },
    });
    socket.bufferedAmount = 600 * 1024;
    participant.send(new Uint8Array());
    for (let second = 0; second < 11; second++) {
      vi.advanceTimersByTime(1000);
      socket.bufferedAmount -= bytesPerSecond;
    }
    return stalls;
  };
  expect([1, 1000, 20_000].map(stallsAt)).toEqual([2, 2, 0]);
});

test('above the rate limit, only the last frame of each type counts', () => {
  const socket = new SilentSocket();
  const participant = new Participant(socket as unknown as WebSocket, INFO, 3600_000);
  const sizes: TermSize[] = [];
  const nothing = () => undefined;
  participant.attend({
    ...{ input: nothing, fileRequest: nothing, fileDecision: nothing, pressure: nothing, leave: nothing },
    ...{ resize: (size) => void sizes.push(size), stalled: nothing },
  });
  const send = (type: string, payload: string) =>
    socket.emit('message', Buffer.from(encodeEnvelope(type, payload, 'client')), true);
  const resize = (cols: number) => send(FRAME_TYPE.resize, encodeResize({ cols, rows: 24 }));
  for (let count = 0; count < 1000; count++) resize(80);
  send(FRAME_TYPE.hold, encodeHold(true));
  resize(81);
  resize(82);
  expect([sizes.length, participant.behind]).toEqual([1000, false]);
  vi.advanceTimersByTime(200);
  expect([sizes.slice(1000), participant.behind]).toEqual([[{ cols: 82, rows: 24 }], true]);
});
