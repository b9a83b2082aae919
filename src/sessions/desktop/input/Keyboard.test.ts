// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { Keyboard, type Platform } from './Keyboard.ts';

let sent: string[];
let left: number;
let element: HTMLElement;

const hex = (value: number): string => value.toString(16);
const note = (message: DesktopMessage) => {
  if (message.kind === 'key') sent.push(`${message.isDown ? '+' : '-'}${hex(message.scancode)}`);
  if (message.kind === 'keySymbol')
    sent.push(`${message.isDown ? '+' : '-'}${hex(message.symbol)}/${hex(message.scancode)}`);
};

function keyboard(hasSymbols = false, platform: Platform = 'other'): Keyboard {
  const made = new Keyboard({
    send: note,
    hasSymbols,
    platform,
    clock: systemClock,
    onLeave: () => left++,
    onKey: () => undefined,
  });
  made.listen(element);
  return made;
}

/** Returns whether the browser's default action was prevented. */
function press(type: 'keydown' | 'keyup', code: string, key = code, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent(type, { code, key, cancelable: true, bubbles: true, ...more });
  element.dispatchEvent(event);
  return event.defaultPrevented;
}
const down = (code: string, key?: string, more?: KeyboardEventInit) => press('keydown', code, key, more);
const up = (code: string, key?: string, more?: KeyboardEventInit) => press('keyup', code, key, more);

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  left = 0;
  element = document.createElement('div');
});
afterEach(() => vi.useRealTimers());

test('sends scancodes with repeats, and prevents the default action of every key', () => {
  keyboard();
  expect([down('KeyA', 'a'), down('KeyA', 'a', { repeat: true }), up('KeyA', 'a'), down('F5'), down('Fn')]).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(sent).toEqual(['+1e', '+1e', '-1e', '+3f']);
});

test.each([
  [
    'sends symbols if the server supports them, and releases the symbol that was pressed',
    { code: 'KeyQ', pressed: '@', released: 'q', then: 'é' },
    ['+40/10', '-40/10', '+e9/12'],
  ],
  [
    'sends only the scancode of a dead key, so that the desktop composes the character',
    { code: 'Equal', pressed: 'Dead', released: 'Dead', then: 'e' },
    ['+0/d', '-0/d', '+65/12'],
  ],
])('%s', (_, { code, pressed, released, then }, symbols) => {
  keyboard(true);
  down(code, pressed);
  up(code, released);
  down('KeyE', then);
  expect(sent).toEqual(symbols);
});

test('sends the scancode of a key without a symbol', () => {
  keyboard(true);
  down('Lang3', 'Unidentified');
  expect(sent).toEqual(['+77']);
});

test('sends Alt with the next key, and nothing for Alt+Tab to another window', () => {
  keyboard();
  down('AltLeft', 'Alt');
  expect(sent).toEqual([]);
  down('KeyF', 'f');
  expect(sent).toEqual(['+38', '+21']);
  up('KeyF', 'f');
  up('AltLeft', 'Alt');
  vi.advanceTimersByTime(10);
  expect(sent.splice(0)).toEqual(['+38', '+21', '-21', '-38']);
  down('AltLeft', 'Alt');
  element.dispatchEvent(new Event('blur'));
  down('KeyX', 'x');
  expect(sent).toEqual(['+2d']);
});

test('releases a single Meta key after ten milliseconds', () => {
  keyboard();
  down('MetaLeft', 'Meta');
  up('MetaLeft', 'Meta');
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(['+e05b', '-e05b']);
});

test('releases all pressed keys on blur', () => {
  keyboard();
  down('ShiftLeft', 'Shift');
  down('KeyA', 'A');
  element.dispatchEvent(new Event('blur'));
  up('KeyA', 'A');
  expect(sent).toEqual(['+2a', '+1e', '-2a', '-1e']);
});

test('Ctrl+Shift+ArrowUp leaves the desktop and releases all keys', () => {
  keyboard();
  down('ControlLeft', 'Control');
  down('ArrowUp', 'ArrowUp', { ctrlKey: true, shiftKey: true });
  expect([left, sent]).toEqual([1, ['+1d', '-1d']]);
});

test('sends other arrows with Ctrl and Shift to the desktop', () => {
  keyboard();
  for (const code of ['ArrowLeft', 'ArrowRight', 'ArrowDown']) down(code, code, { ctrlKey: true, shiftKey: true });
  expect([left, sent]).toEqual([0, ['+e04b', '+e04d', '+e050']]);
});

test('sends press and release for each change of Caps Lock on a Mac', () => {
  keyboard(false, 'mac');
  down('CapsLock');
  up('CapsLock');
  expect(sent).toEqual(['+3a', '-3a', '+3a', '-3a']);
});

test('on a Mac, releases all keys with Command, and sends Option as the third-level modifier', () => {
  keyboard(true, 'mac');
  down('MetaLeft', 'Meta');
  down('KeyC', 'c');
  up('MetaLeft', 'Meta');
  vi.advanceTimersByTime(10);
  expect(sent.splice(0)).toEqual(['+ffeb/e05b', '+63/2e', '-ffeb/e05b', '-63/2e']);
  down('AltLeft', 'Alt');
  down('KeyL', '@');
  expect(sent).toEqual(['+fe03/38', '+40/26']);
});

test('on a Mac, sends a symbol typed with Option without a scancode, and a letter together with Option', () => {
  keyboard(true, 'mac');
  down('AltLeft', 'Alt', { altKey: true });
  down('KeyL', '@', { altKey: true });
  up('KeyL', '@', { altKey: true });
  down('Digit5', '[', { altKey: true });
  up('AltLeft', 'Alt');
  up('Digit5', '5');
  vi.advanceTimersByTime(10);
  expect(sent.splice(0)).toEqual(['+40/0', '-40/0', '+5b/0', '-5b/0']);
  down('AltLeft', 'Alt', { altKey: true });
  down('KeyF', 'ƒ', { altKey: true });
  down('Digit7', '|', { altKey: true });
  expect(sent).toEqual(['+fe03/38', '+1000192/21', '-fe03/38', '+7c/0']);
});

test('does not send Control while AltGr is held on Windows', () => {
  keyboard(true, 'windows');
  for (const repeat of [false, true, true]) {
    down('ControlLeft', 'Control', { repeat });
    down('AltRight', 'AltGraph', { repeat });
  }
  down('KeyE', '€');
  expect(sent).toEqual(['+fe03/e038', '+fe03/e038', '+fe03/e038', '+10020ac/12']);
});

test('drops the Control that Windows adds to AltGr, and sends a separate Control', () => {
  keyboard(true, 'windows');
  down('ControlLeft', 'Control');
  down('AltRight', 'AltGraph');
  down('KeyE', '€');
  expect(sent.splice(0)).toEqual(['+fe03/e038', '+10020ac/12']);
  up('KeyE', '€');
  up('ControlLeft', 'Control');
  up('AltRight', 'AltGraph');
  vi.advanceTimersByTime(10);
  expect(sent.splice(0)).toEqual(['-10020ac/12', '-fe03/e038']);
  down('ControlLeft', 'Control');
  down('KeyC', 'c');
  expect(sent).toEqual(['+ffe3/1d', '+63/2e']);
});

test('sends press and release for Print Screen, of which Windows reports only the release', () => {
  keyboard();
  up('PrintScreen');
  expect(sent).toEqual(['+e037', '-e037']);
});

test('presses a chord in order and releases it in reverse order', () => {
  keyboard(true).chord([
    { code: 'ControlLeft', key: 'Control', location: 1 },
    { code: 'AltLeft', key: 'Alt', location: 1 },
    { code: 'Delete', key: 'Delete' },
  ]);
  expect(sent).toEqual(['+ffe3/1d', '+ffe9/38', '+ffff/e053', '-ffff/e053', '-ffe9/38', '-ffe3/1d']);
});
