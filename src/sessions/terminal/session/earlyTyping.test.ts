// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepEarlyTyping, takeEarlyTyping } from './earlyTyping.ts';

const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));

const takeAll = (): string[] => {
  const received: string[] = [];
  takeEarlyTyping((text) => received.push(text));
  return received;
};

beforeEach(() => keepEarlyTyping());
afterEach(() => {
  document.body.replaceChildren();
  document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  window.posternEarlyTyping = undefined;
});

test('keeps text, Enter and Backspace in order, and passes on later keys immediately', () => {
  for (const key of ['l', 'x', 'Backspace', 's', ' ', 'é', 'Enter']) expect(press(key)).toBe(false);
  const received = takeAll();
  press('w');
  expect(received).toEqual(['lx\x7fs é\r', 'w']);
});

test.each<[string, string, KeyboardEventInit]>([
  ['a shortcut', 'r', { ctrlKey: true }],
  ['a shortcut of macOS', 'r', { metaKey: true }],
  ['a key that types nothing', 'Shift', {}],
  ['Tab, which moves the focus', 'Tab', {}],
  ['a key of a composition', 'a', { isComposing: true }],
])('leaves %s to the browser', (_what, key, init) => {
  expect(press(key, init)).toBe(true);
  expect(takeAll()).toEqual([]);
});

test('ignores keys in a field', () => {
  const field = document.createElement('input');
  document.body.append(field);
  expect(press('a', {}, field)).toBe(true);
  expect(takeAll()).toEqual([]);
});

test('early typing ends when an element gets the focus, and can be taken once', () => {
  press('a');
  expect(takeAll()).toEqual(['a']);
  document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(press('b')).toBe(true);
  expect(takeAll()).toEqual([]);
});
