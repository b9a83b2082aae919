import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { cells } from './cells.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

test('an end time counts down, with seconds in the last minute', async () => {
  render(cells.until(inSeconds(90), {}));
  screen.getByText('in 1 m');
  await pass(40);
  screen.getByText('in 50 s');
  await pass(46);
  screen.getByText('in 4 s');
  await pass(5);
  screen.getByText('Ended');
});

test('shows an end without a time as text', () => {
  render(cells.until('Never', {}));
  screen.getByText('Never');
});
