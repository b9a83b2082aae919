// The text that the keys of a US keyboard type, for clients that only send scancodes (streams §5.6).
import { keySymbolOf, symbolOfCharacter } from './keySymbols.ts';
import { codeOfScancode } from './scancodes.ts';

const KEYPAD = 3;

/** By code: the text without and with Shift. */
const TYPED = new Map<string, string>([
  ...typed('Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7', [
    '`~',
    '1!',
    '2@',
    '3#',
    '4$',
    '5%',
    '6^',
    '7&',
  ]),
  ...typed('Digit8 Digit9 Digit0 Minus Equal BracketLeft BracketRight', ['8*', '9(', '0)', '-_', '=+', '[{', ']}']),
  ...typed('Backslash Semicolon Quote Comma Period Slash IntlBackslash', ['\\|', ';:', `'"`, ',<', '.>', '/?', '<>']),
  ['Space', '  '],
]);

function typed(codes: string, keys: readonly string[]): [string, string][] {
  return codes.split(' ').map((code, at) => [code, keys[at] ?? '']);
}

const KEYPAD_KEYS: Readonly<Record<string, string>> = {
  Multiply: '*',
  Add: '+',
  Comma: ',',
  Subtract: '-',
  Decimal: '.',
  Divide: '/',
  Equal: '=',
};

/** The X11 symbol, or 0 if the key has none. */
export function usKeySymbol(scancode: number, isShifted: boolean): number {
  const code = codeOfScancode(scancode);
  if (code === undefined) return 0;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return symbolOfCharacter(isShifted ? letter : letter.toLowerCase());
  const keys = TYPED.get(code);
  if (keys) return symbolOfCharacter(keys.charAt(isShifted ? 1 : 0));
  const [, name, side] = /^(Shift|Control|Alt|Meta)(Left|Right)$/.exec(code) ?? [];
  if (name) return keySymbolOf({ key: name, location: side === 'Left' ? 1 : 2 });
  const keypad = /^Numpad(.+)$/.exec(code)?.[1];
  if (keypad) return keySymbolOf({ key: KEYPAD_KEYS[keypad] ?? keypad, location: KEYPAD });
  return keySymbolOf({ key: code, location: 0 });
}

/** The last scancode of the block with letters, digits and punctuation. */
const LAST_SIGN = 0x39;

type UsKey = { scancode: number; isShifted: boolean };

const KEYS = new Map<number, UsKey>(
  [true, false].flatMap((isShifted) =>
    Array.from({ length: LAST_SIGN }, (_, at) => at + 1).map((scancode): [symbol: number, key: UsKey] => [
      usKeySymbol(scancode, isShifted),
      { scancode, isShifted },
    ]),
  ),
);

/** The keys of a US keyboard that type an X11 symbol. Undefined if there is none. */
export const usKeyOf = (symbol: number): UsKey | undefined => KEYS.get(symbol);
