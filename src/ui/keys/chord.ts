import { isMac } from '../plain/keyCaps.ts';

const NAMES: Record<string, string> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  ' ': 'Space',
};

const MODIFIERS = new Set([
  'Control',
  'Shift',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'Dead',
  'Process',
  'Unidentified',
]);

/** Characters after it in Unicode belong to other scripts. */
const LAST_LATIN = '\u024f';

/**
 * The pressed keys, in the notation of the action table: `Ctrl+K`, `Shift+F`, `?`, `PgDn`. Letters are upper case.
 * Shift is named only if the character does not already imply it. With Ctrl, a key of a layout without Latin letters,
 * such as Cyrillic, counts as the Latin key at its position. Undefined for a modifier alone.
 */
export function chordOf(event: KeyboardEvent): string | undefined {
  if (MODIFIERS.has(event.key)) return undefined;
  const isLetter = /^\p{L}$/u.test(event.key);
  const named = NAMES[event.key];
  const holdsCtrl = isMac ? event.metaKey : event.ctrlKey;
  const latin = holdsCtrl && event.key > LAST_LATIN ? /^Key(.)/.exec(event.code)?.[1] : undefined;
  const key = named ?? latin ?? (isLetter ? event.key.toUpperCase() : event.key);
  const isCharacter = named === undefined && event.key.length === 1 && !isLetter;
  return [holdsCtrl && 'Ctrl', event.altKey && !isCharacter && 'Alt', event.shiftKey && !isCharacter && 'Shift', key]
    .filter(Boolean)
    .join('+');
}

/**
 * Keys that also type a character. They are off while a field has the focus, and when the user has switched them off.
 */
export const isSingle = (chord: string): boolean => !/^(Ctrl|Alt)\+|^(Shift\+)?(Esc|F\d{1,2})$/.test(chord);

/** Chords for editing text. A focused field handles them itself. */
export const isEditing = (chord: string): boolean =>
  /^Ctrl\+(Shift\+)?(A|C|V|X|Y|Z|Left|Right|Home|End|Backspace|Del)$/.test(chord);
