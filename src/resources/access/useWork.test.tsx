import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Work } from '../../access/explain/work.ts';
import { useWork } from './useWork.ts';

/** Adds up numbers. Each step takes `stepMs`. */
function adding(total: number, stepMs: number, walked: { steps: number }): Work<number> {
  let sum = 0;
  return {
    total,
    *steps() {
      for (let n = 1; n <= total; n++) {
        for (const until = performance.now() + stepMs; performance.now() < until;);
        walked.steps++;
        sum += n;
        yield;
      }
    },
    result: () => sum,
  };
}

test('completes the work in slices, yields to other tasks and exposes intermediate values', async () => {
  const walked = { steps: 0 };
  const work = adding(100, 5, walked);
  const seen: (number | undefined)[] = [];
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const { result } = renderHook(() => {
    const counted = useWork(work);
    seen.push(counted.value);
    return counted;
  });
  expect(result.current.state).toBe('working');
  await waitFor(() => expect(result.current.state).toBe('done'), { timeout: 10_000 });
  clearInterval(timer);
  expect(result.current).toMatchObject({ value: 5050, done: 100, total: 100 });
  expect(turns).toBeGreaterThan(5);
  expect(seen.some((value) => value !== undefined && value > 0 && value < 5050)).toBe(true);
});

test('stopping keeps the intermediate value and the progress', async () => {
  const work = adding(10_000, 2, { steps: 0 });
  const { result } = renderHook(() => useWork(work));
  await waitFor(() => expect(result.current.done).toBeGreaterThan(0), { timeout: 10_000 });
  act(() => {
    if (result.current.state === 'working') result.current.stop();
  });
  await waitFor(() => expect(result.current.state).toBe('stopped'));
  const { value, done } = result.current;
  expect(value).toBe((done * (done + 1)) / 2);
});

test('new work cancels the previous work, and unmounting cancels the current work', async () => {
  const [first, second] = [{ steps: 0 }, { steps: 0 }];
  const works = [adding(10_000, 2, first), adding(10_000, 2, second), adding(20, 2, { steps: 0 })];
  const { result, rerender, unmount } = renderHook(({ at }) => useWork(works[at]), { initialProps: { at: 0 } });
  await waitFor(() => expect(result.current.done).toBeGreaterThan(0), { timeout: 10_000 });
  rerender({ at: 1 });
  const { steps } = first;
  await waitFor(() => expect(second.steps).toBeGreaterThan(20), { timeout: 10_000 });
  expect(first.steps).toBe(steps);
  unmount();
  const left = second.steps;
  const third = renderHook(() => useWork(works[2]));
  await waitFor(() => expect(third.result.current.state).toBe('done'), { timeout: 10_000 });
  expect(second.steps).toBe(left);
});
