// How a character is typed on a computer that takes places of keys alone, and reads them in its own layout.
import { symbolOfCharacter } from '../../../src/wire/desktop/keySymbols.ts';
import { scancodeOf } from '../../../src/wire/desktop/scancodes.ts';
import { usKeyOf } from '../../../src/wire/desktop/usKeyboard.ts';
import { US_LAYOUT } from './openRdp.ts';

/** The places of a keyboard, row by row. */
const PLACES = [
  ...['Backquote', ...Array.from('1234567890', (digit) => `Digit${digit}`), 'Minus', 'Equal'],
  ...[...Array.from('QWERTYUIOP', (letter) => `Key${letter}`), 'BracketLeft', 'BracketRight'],
  ...[...Array.from('ASDFGHJKL', (letter) => `Key${letter}`), 'Semicolon', 'Quote', 'Backslash'],
  ...['IntlBackslash', ...Array.from('ZXCVBNM', (letter) => `Key${letter}`), 'Comma', 'Period', 'Slash', 'Space'],
].map((code) => scancodeOf(code) ?? 0);

const NOTHING = '…';
const [SHIFT, ALT_GRAPH] = [scancodeOf('ShiftLeft') ?? 0, scancodeOf('AltRight') ?? 0];

/** Signs that wait for the next one (`^` before `ê`) count as nothing. */
type Layout = {
  /** What the places type. */
  alone: string;
  shift: string;
  /** Pairs: what a place types alone, and with AltGr. */
  altGraph: string;
};

/** By their Windows ids, without that of the US (usKeyboard.ts). */
const LAYOUTS: Readonly<Record<number, Layout>> = {
  0x407: {
    alone: '…1234567890ß…qwertzuiopü+asdfghjklöä#<yxcvbnm,.- ',
    shift: '°!"§$%&/()=?…QWERTZUIOPÜ*ASDFGHJKLÖÄ\'>YXCVBNM;:_ ',
    altGraph: '2²3³7{8[9]0}ß\\q@e€+~<|mµ',
  },
  0x40c: {
    alone: '²&é"\'(-è_çà)=azertyuiop…$qsdfghjklmù*<wxcvbn,;:! ',
    shift: '…1234567890°+AZERTYUIOP…£QSDFGHJKLM%µ>WXCVBN?./§ ',
    altGraph: '"#\'{([-|_\\ç^à@)]=}e€$¤',
  },
};

type Keys = readonly number[];

function keysIn({ alone, shift, altGraph }: Layout): ReadonlyMap<number, Keys> {
  const keys = new Map<number, Keys>();
  const add = (character: string | undefined, ...pressed: Keys) => {
    if (character !== undefined && character !== NOTHING) keys.set(symbolOfCharacter(character), pressed);
  };
  const placeOf = (character: string) => PLACES[Array.from(alone).indexOf(character)] ?? 0;
  for (const [, plain = '', character] of altGraph.matchAll(/(.)(.)/gu)) add(character, ALT_GRAPH, placeOf(plain));
  Array.from(shift, (character, at) => add(character, SHIFT, PLACES[at] ?? 0));
  Array.from(alone, (character, at) => add(character, PLACES[at] ?? 0));
  return keys;
}

const KEYS = new Map(Object.entries(LAYOUTS).map(([id, layout]) => [Number(id), keysIn(layout)]));

/** Scancodes in the order in which they are pressed; undefined where the layout has no such key, or is not known here. */
export function typingKeys(symbol: number, layout: number): Keys | undefined {
  if (layout !== US_LAYOUT) return KEYS.get(layout)?.get(symbol);
  const key = usKeyOf(symbol);
  return key && [...(key.isShifted ? [SHIFT] : []), key.scancode];
}
