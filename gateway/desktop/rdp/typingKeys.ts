// Types a character on a computer that accepts only key positions and applies its own layout.
import { symbolOfCharacter } from '../../../src/wire/desktop/keySymbols.ts';
import { scancodeOf } from '../../../src/wire/desktop/scancodes.ts';
import { usKeyOf } from '../../../src/wire/desktop/usKeyboard.ts';
import { US_LAYOUT } from './openRdp.ts';

/** The positions of a keyboard, row by row. */
const PLACES = [
  ...['Backquote', ...Array.from('1234567890', (digit) => `Digit${digit}`), 'Minus', 'Equal'],
  ...[...Array.from('QWERTYUIOP', (letter) => `Key${letter}`), 'BracketLeft', 'BracketRight'],
  ...[...Array.from('ASDFGHJKL', (letter) => `Key${letter}`), 'Semicolon', 'Quote', 'Backslash'],
  ...['IntlBackslash', ...Array.from('ZXCVBNM', (letter) => `Key${letter}`), 'Comma', 'Period', 'Slash', 'Space'],
].map((code) => scancodeOf(code) ?? 0);

const NOTHING = '…';
const [SHIFT, ALT_GRAPH] = [scancodeOf('ShiftLeft') ?? 0, scancodeOf('AltRight') ?? 0];

const [GRAVE, ACUTE, CIRCUMFLEX, TILDE, DIAERESIS] = ['\u0300', '\u0301', '\u0302', '\u0303', '\u0308'] as const;
/** The results of dead keys with the next key. With Space they give the sign itself. */
const COMPOSED: readonly (readonly [mark: string, characters: string])[] = [
  [GRAVE, 'àèìòùÀÈÌÒÙ`'],
  [ACUTE, 'áéíóúýÁÉÍÓÚÝ´'],
  [CIRCUMFLEX, 'âêîôûÂÊÎÔÛ^'],
  [TILDE, 'ãñõÃÑÕ~'],
  [DIAERESIS, 'äëïöüÿÄËÏÖÜ¨'],
];

/** A dead key (`^` before `ê`) types its combining mark. */
type Layout = {
  /** The characters of the positions. */
  alone: string;
  shift: string;
  /** Pairs: the character of a position alone, and with AltGr. */
  altGraph: string;
};

/** By their Windows ids, without the US layout (usKeyboard.ts). */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  0x407: {
    alone: `${CIRCUMFLEX}1234567890ß${ACUTE}qwertzuiopü+asdfghjklöä#<yxcvbnm,.- `,
    shift: `°!"§$%&/()=?${GRAVE}QWERTZUIOPÜ*ASDFGHJKLÖÄ'>YXCVBNM;:_ `,
    altGraph: '2²3³7{8[9]0}ß\\q@e€+~<|mµ',
  },
  0x40c: {
    alone: `²&é"'(-è_çà)=azertyuiop${CIRCUMFLEX}$qsdfghjklmù*<wxcvbn,;:! `,
    shift: `…1234567890°+AZERTYUIOP${DIAERESIS}£QSDFGHJKLM%µ>WXCVBN?./§ `,
    altGraph: `é${TILDE}"#'{([-|è${GRAVE}_\\ç^à@)]=}e€$¤`,
  },
};

/** For each stroke, scancodes in the order of pressing. */
type Strokes = readonly (readonly number[])[];

function keysIn({ alone, shift, altGraph }: Layout): ReadonlyMap<number, Strokes> {
  const keys = new Map<number, Strokes>();
  const add = (character: string | undefined, ...pressed: number[]) => {
    if (character !== undefined && character !== NOTHING) keys.set(symbolOfCharacter(character), [pressed]);
  };
  const scancodeFor = (character: string) => PLACES[Array.from(alone).indexOf(character)] ?? 0;
  for (const [, plain = '', character] of altGraph.matchAll(/(.)(.)/gu)) add(character, ALT_GRAPH, scancodeFor(plain));
  Array.from(shift, (character, at) => add(character, SHIFT, PLACES[at] ?? 0));
  Array.from(alone, (character, at) => add(character, PLACES[at] ?? 0));
  for (const [mark, characters] of COMPOSED)
    for (const character of characters) {
      const [base = '', ...marks] = character.normalize('NFD');
      const [dead, next] = [mark, marks.length > 0 ? base : ' '].map((typed) => keys.get(symbolOfCharacter(typed)));
      const symbol = symbolOfCharacter(character);
      if (dead && next && !keys.has(symbol)) keys.set(symbol, [...dead, ...next]);
    }
  return keys;
}

const KEYS = new Map(Object.entries(LAYOUTS).map(([id, layout]) => [Number(id), keysIn(layout)]));

/** undefined if the layout has no such key, or is unknown. */
export function typingKeys(symbol: number, layout: number): Strokes | undefined {
  if (layout !== US_LAYOUT) return KEYS.get(layout)?.get(symbol);
  const key = usKeyOf(symbol);
  return key && [[...(key.isShifted ? [SHIFT] : []), key.scancode]];
}
