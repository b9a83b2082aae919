/** Keys of the row above a phone's keyboard. */
export type RowKey = 'Esc' | 'Tab' | 'Left' | 'Up' | 'Down' | 'Right' | 'PgUp' | 'PgDn' | '|' | '/';
/** Modifiers that apply to the next key. */
export type StickyKeys = { ctrl: boolean; alt: boolean };

const FINAL_BYTE = { Up: 'A', Down: 'B', Right: 'C', Left: 'D' } as const;

/** The sequence for a key. `application`: the program uses application cursor keys. */
export function keySequence(key: RowKey, sticky: StickyKeys, application: boolean): string {
  const modifier = 1 + (sticky.alt ? 2 : 0) + (sticky.ctrl ? 4 : 0);
  switch (key) {
    case 'Esc':
      return '\x1b';
    case 'Tab':
      return '\t';
    case '|':
    case '/':
      return withSticky(key, sticky);
    case 'PgUp':
    case 'PgDn':
      return `\x1b[${key === 'PgUp' ? 5 : 6}${modifier > 1 ? `;${modifier}` : ''}~`;
    default:
      if (modifier > 1) return `\x1b[1;${modifier}${FINAL_BYTE[key]}`;
      return (application ? '\x1bO' : '\x1b[') + FINAL_BYTE[key];
  }
}

/** Sequences that the emulator lacks: Ctrl and a character that is not a letter. */
export function missingSequence(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): string | undefined {
  if (!event.ctrlKey || event.altKey || event.metaKey) return undefined;
  return { '/': '\x1f', '2': '\0' }[event.key];
}

/** A typed character with the modifiers applied. Longer input is not a key and stays unchanged. */
export function withSticky(typed: string, { ctrl, alt }: StickyKeys): string {
  if (!/^.$/su.test(typed)) return typed;
  const controlled = ctrl ? control(typed) : typed;
  return alt ? `\x1b${controlled}` : controlled;
}

/**
 * Ctrl and a letter is its index in the alphabet, also for `@ [ \ ] ^ _` and blank. Ctrl+`/` is the same as Ctrl+`_`.
 */
function control(character: string): string {
  if (character === ' ') return '\0';
  if (character === '/') return '\x1f';
  const code = character.toUpperCase().charCodeAt(0);
  return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code & 0x1f) : character;
}

/** Keys that browsers and desktops intercept, and the sequences that a terminal sends for them. */
const FUNCTION_KEYS: readonly string[] = [
  '\x1bOP',
  '\x1bOQ',
  '\x1bOR',
  '\x1bOS',
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((code) => `\x1b[${code}~`),
];

export type SentKey = { name: string; sequence: string };

export const CONTROL_KEYS: readonly SentKey[] = [
  { name: 'Ctrl+W', sequence: '\x17' },
  { name: 'Ctrl+T', sequence: '\x14' },
  { name: 'Ctrl+N', sequence: '\x0e' },
  { name: 'Ctrl+Tab', sequence: '\x1b[27;5;9~' },
  { name: 'Ctrl+PgUp', sequence: '\x1b[5;5~' },
  { name: 'Ctrl+PgDn', sequence: '\x1b[6;5~' },
  { name: 'Alt+Tab', sequence: '\x1b\t' },
  { name: 'Alt+Left', sequence: '\x1b[1;3D' },
  { name: 'Alt+Right', sequence: '\x1b[1;3C' },
  { name: 'Alt+F4', sequence: '\x1b[1;3S' },
];

export const F_KEYS: readonly SentKey[] = FUNCTION_KEYS.map((sequence, i) => ({ name: `F${i + 1}`, sequence }));
