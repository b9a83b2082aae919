import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../lib/clock.ts';
import { Toasts } from './toasts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const texts = (toasts: Toasts) => toasts.queue.get().map((toast) => toast.text);

test('shows several toasts, each for its own duration', () => {
  const toasts = new Toasts(systemClock);
  toasts.show({ text: 'Role saved', undo: () => undefined });
  toasts.show({ text: 'User created' });
  vi.advanceTimersByTime(7999);
  expect(texts(toasts)).toEqual(['Role saved', 'User created']);
  vi.advanceTimersByTime(1);
  expect(texts(toasts)).toEqual(['User created']);
  vi.advanceTimersByTime(5000);
  expect(texts(toasts)).toEqual([]);
});

test('stays while it is held', () => {
  const toasts = new Toasts(systemClock);
  toasts.show({ text: 'Role saved' });
  toasts.hold();
  vi.advanceTimersByTime(60_000);
  expect(texts(toasts)).toEqual(['Role saved']);
  toasts.release();
  vi.advanceTimersByTime(5000);
  expect(texts(toasts)).toEqual([]);
});

test('progress stays until it is replaced by a result', () => {
  const toasts = new Toasts(systemClock);
  const toast = toasts.show({ text: 'Locking 12 servers', progress: { done: 0, total: 12 } });
  vi.advanceTimersByTime(60_000);
  toast.update({ text: '12 servers locked' });
  expect(texts(toasts)).toEqual(['12 servers locked']);
  vi.advanceTimersByTime(5000);
  expect(texts(toasts)).toEqual([]);
});
