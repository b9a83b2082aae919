import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../identity/caller.ts';
import type { Hop } from '../ssh/route.ts';
import { FileConnections } from './FileConnections.ts';
import type { RemoteFiles } from './remoteFiles.ts';

const IDLE_MS = 1000;

/** Opened connections, and the sign-in of each. */
let opened: { host: string; close: ReturnType<typeof vi.fn>; lost: () => void }[];
let calls: AbortController[];
let connections: FileConnections;

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  calls = [];
  connections = new FileConnections({
    idleMs: IDLE_MS,
    openCalls: {
      open: () => {
        const call = new AbortController();
        calls.push(call);
        return { signal: call.signal, close: () => undefined };
      },
    },
    connect: async (route, _signal, lost) => {
      const close = vi.fn();
      opened.push({ host: route[0]?.host ?? '', close, lost });
      if (route[0]?.host === 'down') throw new Error('the connection was refused');
      return { close } as unknown as RemoteFiles;
    },
  });
});
afterEach(() => vi.useRealTimers());

const take = (host: string, loginId = 'ann-1') =>
  connections.take({
    caller: { session: { loginId } } as unknown as Caller,
    route: [{ host } as unknown as Hop],
    recheck: () => undefined,
  });

test('transfers of one sign-in share a connection, in sequence and in parallel', async () => {
  const [first, second] = await Promise.all([take('web'), take('web')]);
  first.close();
  second.close();
  (await take('web')).close();
  expect(opened).toHaveLength(1);
  await take('db');
  await take('web', 'bob-1');
  expect(opened.map(({ host }) => host)).toEqual(['web', 'db', 'web']);
});

test('an unused connection is closed after a while, and one in use is not', async () => {
  const files = await take('web');
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(opened[0]?.close).not.toHaveBeenCalled();
  files.close();
  files.close(); // a second close has no effect
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(opened[0]?.close).toHaveBeenCalledOnce();
});

test('a connection ends with its sign-in, or after the transfer that still uses it', async () => {
  (await take('web')).close();
  const busy = await take('db');
  for (const call of calls) call.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(opened.map(({ close }) => close.mock.calls.length)).toEqual([1, 0]);
  busy.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(opened[1]?.close).toHaveBeenCalledOnce();
  await take('web');
  expect(opened).toHaveLength(3);
});

test('a lost or failed connection is opened again', async () => {
  (await take('web')).close();
  opened[0]?.lost();
  await take('web');
  await expect(take('down')).rejects.toThrow('the connection was refused');
  await expect(take('down')).rejects.toThrow('the connection was refused');
  expect(opened.map(({ host }) => host)).toEqual(['web', 'web', 'down', 'down']);
});

test('above the limit, the oldest unused connections are closed', async () => {
  for (let i = 0; i < 10; i += 1) (await take(`host-${i}`)).close();
  await vi.advanceTimersByTimeAsync(0);
  const closed = opened.filter(({ close }) => close.mock.calls.length > 0);
  expect(closed.map(({ host }) => host)).toEqual(['host-0', 'host-1']);
});
