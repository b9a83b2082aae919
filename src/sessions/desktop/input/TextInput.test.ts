// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../lib/clock.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { Keyboard } from './Keyboard.ts';
import { TextInput, typedText } from './TextInput.ts';

let sent: DesktopMessage[];
let warnings: string[];
let field: HTMLTextAreaElement;
let input: TextInput;

function open(hasSymbols: boolean, isWhole = false): void {
  const send = (message: DesktopMessage) => void sent.push(message);
  const nothing = () => undefined;
  const keyboard = new Keyboard({
    send,
    hasSymbols,
    platform: 'other',
    clock: systemClock,
    onLeave: nothing,
    onKey: nothing,
  });
  input = new TextInput({ send, hasSymbols, keyboard, warn: (text) => void warnings.push(text) });
  input.listen(field, { isWhole });
}
/** Simulates a phone's keyboard, which changes the whole text at once. */
function change(to: (text: string) => string): void {
  field.value = to(field.value);
  field.dispatchEvent(new Event('input'));
}
const pressed = (): string[] =>
  sent.flatMap((message) => {
    if (message.kind === 'key' && message.isDown) return [message.scancode.toString(16)];
    if (message.kind !== 'keySymbol' || !message.isDown) return [];
    return [
      message.symbol > 0x100_0000 ? String.fromCodePoint(message.symbol - 0x100_0000) : message.symbol.toString(16),
    ];
  });

beforeEach(() => {
  sent = [];
  warnings = [];
  field = document.createElement('textarea');
});

test.each([
  ['ab', 'abc', 'c'],
  ['abc', 'ab', '\b'],
  ['teh ', 'the ', '\b\b\bhe '],
  ['a', 'a😀', '😀'],
  ['😀', '', '\b'],
])('the change from %j to %j is typed as %j', (before, after, typed) => expect(typedText(before, after)).toBe(typed));

test('sends text, corrections and emoji as symbols', () => {
  open(true);
  change((text) => `${text}te`);
  change((text) => text.replace(/te$/, 'the😀\n'));
  expect(pressed()).toEqual(['74', '65', 'ff08', '68', '65', '😀', 'ff0d']);
});

test('keeps the field non-empty so that an on-screen keyboard can always delete', () => {
  open(true);
  for (let times = 0; times < 40; times++) change((text) => text.slice(0, -1));
  expect(pressed()).toHaveLength(40);
});

test('without symbols, sends keys of a US keyboard and reports missing characters once', () => {
  open(false);
  input.type('aA!ß😀');
  expect(pressed()).toEqual(['1e', '2a', '1e', '2a', '2']);
  expect(warnings).toHaveLength(1);
});

test('shows the text of an input method while it is composed, and sends it when it is complete', () => {
  open(true, true);
  const compose = (text: string) => {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { isComposing: true }));
  };
  compose('n');
  compose('に');
  expect([pressed(), field.value, field.hasAttribute('data-composing')]).toEqual([[], 'に', true]);
  field.value = '二';
  field.dispatchEvent(new CompositionEvent('compositionend'));
  field.dispatchEvent(new InputEvent('input'));
  expect([pressed(), field.value, field.hasAttribute('data-composing')]).toEqual([['二'], '', false]);
  compose('k');
  compose('');
  field.dispatchEvent(new CompositionEvent('compositionend'));
  change(() => 'a');
  expect(pressed()).toEqual(['二', '61']);
});

test('leaves a dead key to the field if the server supports symbols', () => {
  const dead = new KeyboardEvent('keydown', { code: 'Quote', key: 'Dead', cancelable: true });
  open(true);
  field.dispatchEvent(dead);
  expect(dead.defaultPrevented).toBe(false);
  change((text) => `${text}é`);
  expect(pressed()).toEqual(['e9']);
});

test('handles a dead key as a key if the server does not support symbols', () => {
  const dead = new KeyboardEvent('keydown', { code: 'Quote', key: 'Dead', cancelable: true });
  open(false);
  field.dispatchEvent(dead);
  expect(dead.defaultPrevented).toBe(true);
});

test('sends the keys that an on-screen keyboard reports', () => {
  open(false);
  field.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowLeft', key: 'ArrowLeft' }));
  field.dispatchEvent(new KeyboardEvent('keydown', { code: '', key: 'Unidentified' }));
  expect(pressed()).toEqual(['e04b']);
});
