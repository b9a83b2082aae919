import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import { FitWatch } from './FitWatch.ts';

const fit = vi.fn();
let watch: FitWatch;

beforeEach(() => {
  vi.useFakeTimers();
  fit.mockReset();
  watch = new FitWatch(systemClock, fit);
});
afterEach(() => vi.useRealTimers());

test('fits immediately when the box appears', () => {
  watch.note({ width: 800, height: 600 });
  expect(fit).toHaveBeenCalledOnce();
});

test('waits until 200 ms after the last change of the size', () => {
  watch.note({ width: 800, height: 600 });
  for (let width = 801; width <= 820; width++) {
    watch.note({ width, height: 600 });
    vi.advanceTimersByTime(100);
  }
  expect(fit).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(100);
  expect(fit).toHaveBeenCalledTimes(2);
});

test('does not fit while hidden, and fits a pending change when shown again', () => {
  watch.note({ width: 800, height: 600 });
  watch.note({ width: 900, height: 600 });
  watch.note({ width: 0, height: 0 });
  vi.advanceTimersByTime(1000);
  expect(fit).toHaveBeenCalledOnce();
  watch.note({ width: 900, height: 600 });
  expect(fit).toHaveBeenCalledTimes(2);
});

test('does not fit after dispose', () => {
  watch.note({ width: 800, height: 600 });
  watch.note({ width: 900, height: 600 });
  watch.dispose();
  vi.advanceTimersByTime(1000);
  expect(fit).toHaveBeenCalledOnce();
});
