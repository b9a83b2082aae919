type Width = 0 | 1 | 2;

/**
 * First and last character of each block whose characters fill two cells. Emoji are recognized by their Unicode
 * property.
 */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];
/** The soft hyphen, and signs that are written before a number. They have a width. */
const SEEN = '\\u00ad\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}';
/** Characters that share the cell before them: marks, joiners, vowels and final consonants of a Korean syllable. */
const ZERO = new RegExp(`^(?![${SEEN}])[\\p{Mn}\\p{Me}\\p{Cf}\\u1160-\\u11ff\\ud7b0-\\ud7ff]$`, 'u');
/** Half of a flag is one cell wide, so both halves together are two. */
const EMOJI = /^(?![\u{1f1e6}-\u{1f1ff}])\p{Emoji_Presentation}$/u;

function widthOf(code: number): Width {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
  const character = String.fromCodePoint(code);
  if (ZERO.test(character)) return 0;
  if (EMOJI.test(character)) return 2;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

const WIDTHS = [0, 1, 2] as const;
/** Cached widths plus one for the most frequent characters. 0: not cached yet. */
const widthCache = new Uint8Array(0x20000);

/** The width of a character in cells, as in the C library's `wcwidth` on the machines that terminals connect to. */
export function charWidth(code: number): Width {
  const kept = WIDTHS[(widthCache[code] ?? 0) - 1];
  if (kept !== undefined) return kept;
  const width = widthOf(code);
  if (code < widthCache.length) widthCache[code] = width + 1;
  return width;
}

/** Maximum marks on one character: text in Unicode's stream-safe format does not have more in a row (UAX #15). */
export const MARKS_MAX = 30;

/** The number of marks on a character, from the emulator's stored properties. */
export const marksOf = (properties: number): number => properties >> 3;

/**
 * The emulator's properties of a character: its marks from the fourth bit on, its width, and whether it joins the
 * previous one.
 */
const pack = (width: number, joins: boolean, marks: number): number => (marks << 3) | (width << 1) | (joins ? 1 : 0);

/** The emulator's own table is from 2010. With it, emoji would take one cell and shift everything after them. */
export const charWidths = {
  version: 'wcwidth',
  wcwidth: charWidth,
  charProperties(code: number, before: number): number {
    const width = charWidth(code);
    const widthBefore = (before >> 1) & 3;
    const joins = width === 0 && widthBefore > 0;
    return pack(joins ? widthBefore : width, joins, joins ? marksOf(before) + 1 : 0);
  },
};
