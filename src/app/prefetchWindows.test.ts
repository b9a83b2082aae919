// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prefetchWindows } from './prefetchWindows.ts';

const terminal = vi.fn(async () => undefined);

const link = (path: string): HTMLElement => {
  const element = document.createElement('a');
  element.href = path;
  const label = document.createElement('b');
  element.append(label);
  document.body.append(element);
  return label;
};
const happens = (type: string, on: Element): boolean => on.dispatchEvent(new Event(type, { bubbles: true }));

beforeAll(() => {
  vi.useFakeTimers();
  prefetchWindows({ terminal });
});
// The next file in the same worker needs real timers.
afterAll(() => void vi.useRealTimers());
beforeEach(() => terminal.mockClear());
afterEach(() => document.body.replaceChildren());

const SHELL = '/web/cluster/east/console/node/web-1/root';

test('does not prefetch when the link is clicked immediately', () => {
  const shell = link(SHELL);
  happens('pointerover', shell);
  vi.advanceTimersByTime(100);
  happens('click', shell);
  vi.advanceTimersByTime(10_000);
  expect(terminal).not.toHaveBeenCalled();
});

test('links to other pages prefetch nothing', () => {
  for (const path of ['/web/cluster/east/roles', 'https://elsewhere.example/web/cluster/east/console']) {
    happens('pointerover', link(path));
    happens('focusin', link(path));
  }
  happens('pointerover', document.body);
  vi.advanceTimersByTime(10_000);
  expect(terminal).not.toHaveBeenCalled();
});

test('a link that is hovered or focused for a while prefetches the files of its page once', () => {
  happens('pointerover', link(SHELL));
  happens('focusin', link(SHELL));
  vi.advanceTimersByTime(10_000);
  expect(terminal).toHaveBeenCalledTimes(1);
  happens('pointerover', link(SHELL));
  vi.advanceTimersByTime(10_000);
  expect(terminal).toHaveBeenCalledTimes(1);
});
