import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSignals } from './signals.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const exit = vi.spyOn(process, 'exit');
const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));

beforeEach(() => {
  vi.useFakeTimers();
  exit.mockReset().mockImplementation(() => undefined as never);
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of SIGNALS) {
    for (const listener of process.listeners(signal))
      if (!before.get(signal)?.includes(listener)) process.off(signal, listener);
  }
});

const life = (
  close: () => Promise<void>,
  reload: () => Promise<void> = () => Promise.resolve(),
  orphaned: AbortSignal = new AbortController().signal,
) => {
  const report = vi.fn();
  onSignals({ close, reload, report, orphaned });
  return report;
};
const never = () => new Promise<void>(() => undefined);
const settle = () => vi.advanceTimersByTimeAsync(0);

test('the first signal closes the gateway and exits with 0', async () => {
  const close = vi.fn(() => Promise.resolve());
  life(close);
  process.emit('SIGTERM');
  await settle();
  expect(close).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledWith(0);
});

test('a second signal exits at once while the first is still closing', async () => {
  life(never);
  process.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(500);
  expect(exit).not.toHaveBeenCalled();
  process.emit('SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
});

test('one Ctrl-C that arrives twice, from the terminal and from npm, counts once', async () => {
  life(never);
  process.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(5);
  process.emit('SIGINT');
  expect(exit).not.toHaveBeenCalled();
});

test('an orphaned process closes, even if it was orphaned before', async () => {
  const later = new AbortController();
  for (const orphaned of [later.signal, AbortSignal.abort()]) {
    const close = vi.fn(() => Promise.resolve());
    life(close, undefined, orphaned);
    later.abort();
    await settle();
    expect(close).toHaveBeenCalledOnce();
  }
});

test('a process that loses its parent while it closes continues to close', async () => {
  const orphaned = new AbortController();
  const close = vi.fn(never);
  life(close, undefined, orphaned.signal);
  process.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(500);
  orphaned.abort();
  expect(close).toHaveBeenCalledOnce();
  expect(exit).not.toHaveBeenCalled();
});

test('a failed close is reported and exits with 1', async () => {
  const failed = life(() => Promise.reject(new Error('disk')));
  process.emit('SIGTERM');
  await settle();
  expect(failed).toHaveBeenCalledWith(new Error('disk'));
  expect(exit).toHaveBeenCalledWith(1);
});

test('a close that does not end is reported and exits with 1 after a timeout', async () => {
  const slow = life(never);
  process.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(slow).toHaveBeenCalledOnce();
  expect(exit).toHaveBeenCalledWith(1);
});

test('reloads run one after the other, and a failed one does not stop the next', async () => {
  const reload = vi.fn().mockRejectedValueOnce(new Error('first')).mockResolvedValue(undefined);
  const report = life(never, reload);
  process.emit('SIGHUP');
  process.emit('SIGHUP');
  await settle();
  expect(reload).toHaveBeenCalledTimes(2);
  expect(report).toHaveBeenCalledWith(new Error('first'));
});
