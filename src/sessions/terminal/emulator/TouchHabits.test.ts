// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TouchHabits } from './TouchHabits.ts';

let host: HTMLElement;
let habits: TouchHabits;
let scrolled: number;
let atMs: number;
const longPress = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  host = document.createElement('div');
  [scrolled, atMs] = [0, 1000];
  longPress.mockClear();
  habits = new TouchHabits(host, {
    rowPx: () => 20,
    scroll: (lines) => (scrolled += lines),
    longPress,
    glides: () => true,
  });
  habits.listen();
});
afterEach(() => {
  habits.dispose();
  vi.useRealTimers();
});

const touch = (type: string, ...fingers: readonly { x: number; y: number }[]): Event => {
  const event = new Event(type, { cancelable: true });
  const touches = fingers.map(({ x, y }) => ({ clientX: x, clientY: y }));
  Object.defineProperties(event, { touches: { value: touches }, timeStamp: { value: (atMs += 16) } });
  host.dispatchEvent(event);
  return event;
};

test('a swipe scrolls by whole rows and is not a click', () => {
  touch('touchstart', { x: 50, y: 300 });
  for (let y = 290; y >= 195; y -= 5) touch('touchmove', { x: 50, y });
  expect(scrolled).toBe(5);
  expect(touch('touchend').defaultPrevented).toBe(true);
  expect(longPress).not.toHaveBeenCalled();
});

test('a fast swipe continues to scroll and stops', () => {
  touch('touchstart', { x: 50, y: 100 });
  for (const y of [120, 150, 180, 210]) touch('touchmove', { x: 50, y });
  expect(scrolled).toBe(-5);
  touch('touchend');
  vi.advanceTimersByTime(10_000);
  const rested = scrolled;
  expect(rested).toBeLessThan(-10);
  vi.advanceTimersByTime(10_000);
  expect(scrolled).toBe(rested);
});

test('a key stops the scrolling after a swipe', () => {
  touch('touchstart', { x: 50, y: 100 });
  for (const y of [120, 150, 180, 210]) touch('touchmove', { x: 50, y });
  touch('touchend');
  host.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  vi.advanceTimersByTime(10_000);
  expect(scrolled).toBe(-5);
});

test('reports a long press once, and leaves a tap as a click', () => {
  touch('touchstart', { x: 50, y: 300 });
  touch('touchmove', { x: 53, y: 298 });
  vi.advanceTimersByTime(700);
  expect(longPress).toHaveBeenCalledExactlyOnceWith({ x: 50, y: 300 });
  touch('touchmove', { x: 50, y: 200 });
  expect(scrolled).toBe(0);
  expect(touch('touchend').defaultPrevented).toBe(true);

  touch('touchstart', { x: 50, y: 300 });
  expect(touch('touchend').defaultPrevented).toBe(false);
  vi.advanceTimersByTime(700);
  expect(longPress).toHaveBeenCalledOnce();
});

test('reports a long press once if the browser also sends a context menu event', () => {
  touch('touchstart', { x: 50, y: 300 });
  const menu = new Event('contextmenu', { cancelable: true });
  host.dispatchEvent(menu);
  expect(menu.defaultPrevented).toBe(true);
  expect(longPress).toHaveBeenCalledExactlyOnceWith({ x: 50, y: 300 });
  vi.advanceTimersByTime(1000);
  touch('touchcancel');
  expect(longPress).toHaveBeenCalledOnce();
});

test('leaves gestures with two fingers to the browser', () => {
  touch('touchstart', { x: 50, y: 300 }, { x: 90, y: 300 });
  touch('touchmove', { x: 50, y: 200 }, { x: 90, y: 400 });
  vi.advanceTimersByTime(700);
  expect([scrolled, longPress.mock.calls.length]).toEqual([0, 0]);
});
