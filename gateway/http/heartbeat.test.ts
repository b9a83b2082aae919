import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withHeartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** Waits for timers and stream events. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 10));

test('a silent body sends one byte per interval after its data, and none after its end', async () => {
  const body = new PassThrough();
  const read: string[] = [];
  const beating = withHeartbeat(body).on('data', (piece: Buffer) => read.push(String(piece)));
  body.write('one\n');
  await turn();
  vi.advanceTimersByTime(45_000);
  await turn();
  expect(read).toEqual(['one\n', '\0', '\0']);
  body.end('two\n');
  await turn();
  vi.advanceTimersByTime(60_000);
  expect(read.join('')).toBe('one\n\0\0two\n');
  expect([beating.destroyed, vi.getTimerCount()]).toEqual([true, 0]);
});

test('an unread body holds at most one heartbeat', async () => {
  const beating = withHeartbeat(new PassThrough());
  vi.advanceTimersByTime(600_000);
  await turn();
  expect(beating.readableLength).toBe(1);
  beating.destroy();
});

test('a body ends with its reader, and the reader gets its errors', async () => {
  const [left, broken] = [new PassThrough(), new PassThrough()];
  withHeartbeat(left).destroy();
  const failed = vi.fn();
  withHeartbeat(broken).on('error', failed);
  broken.destroy(new Error('broken'));
  await turn();
  expect([left.destroyed, vi.getTimerCount()]).toEqual([true, 0]);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('broken'));
});
