import { beforeEach, expect, test } from 'vitest';
import { scancodeOf } from '../../../src/wire/desktop/scancodes.ts';
import { RfbInput } from './RfbInput.ts';

let sent: string[];
let input: RfbInput;

beforeEach(() => {
  sent = [];
  input = new RfbInput(
    (message) => sent.push(Buffer.from(message).toString('hex')),
    () => ({ width: 640, height: 480 }),
  );
});
const press = (code: string, symbol: number) =>
  input.send({ kind: 'keySymbol', symbol, scancode: scancodeOf(code) ?? 0, isDown: true });

// The key numbers of QEMU, which QEMU and a TigerVNC display with `RawKeyboard` use.
test.each([
  ['KeyA', 0x61, 0x1e],
  ['ArrowUp', 0xff52, 0xc8],
  ['NumLock', 0xff7f, 0x45],
  ['Pause', 0xff13, 0xc6],
  ['F13', 0xffca, 0x5d],
  ['F23', 0xffd4, 0x6d],
  ['F24', 0xffd5, 0x6f],
  ['Undo', 0xff65, 0x87],
  ['Copy', 0, 0xf8],
])('%s has its own key number on a server that accepts scancodes', (code, symbol, keyNumber) => {
  input.takesScancodes = true;
  press(code, symbol);
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  expect(sent).toEqual([`ff000001${hex(symbol)}${hex(keyNumber)}`]);
});

test('sends the keysyms of Windows and volume keys for a client that sends only scancodes', () => {
  for (const code of ['MetaLeft', 'MetaRight', 'AudioVolumeDown', 'AudioVolumeUp'])
    input.send({ kind: 'key', scancode: scancodeOf(code) ?? 0, isDown: true });
  expect(sent).toEqual(['ffeb', 'ffec', '1008ff11', '1008ff13'].map((symbol) => `04010000${symbol.padStart(8, '0')}`));
});

test('one wheel message scrolls at most twenty notches and leaves no remainder', () => {
  input.send({ kind: 'wheel', axis: 0, delta: -32768 });
  expect(sent).toEqual(['051000000000050000000000'.repeat(20)]);
  input.send({ kind: 'wheel', axis: 0, delta: 99 });
  expect(sent).toHaveLength(1);
});
