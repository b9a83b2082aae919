// Colours in the output of programs (ECMA-48 SGR), for text outside of a terminal.

/**
 * `fg`, `bg`: a colour of the terminal's palette, 0–15. Other colours become the nearest of these, because only the
 * palette is readable in both themes.
 */
export type AnsiStyle = {
  fg?: number | undefined;
  bg?: number | undefined;
  bold?: true | undefined;
  dim?: true | undefined;
  italic?: true | undefined;
  underline?: true | undefined;
  inverse?: true | undefined;
};
/** Text of one style. `style` is undefined for plain text. */
export type AnsiRun = { text: string; style: AnsiStyle | undefined };

// oxlint-disable-next-line no-control-regex -- control characters are the point
const ESCAPES = /\x1b(?:\[([0-?]*)[ -/]*([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])/g;
// oxlint-disable-next-line no-control-regex -- control characters are the point
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/g;
/** A limit, because a hostile line can change its colour with every character. */
const RUNS_MAX = 100;

const withoutControls = (text: string): string => text.replace(CONTROLS, '');

/** The text of a line without colours and movements. */
export const withoutAnsi = (line: string): string => withoutControls(line.replace(ESCAPES, ''));

/** Splits the line into runs of one style. Each line starts plain, because earlier lines may be missing. */
export function ansiRuns(line: string): AnsiRun[] {
  const runs: AnsiRun[] = [];
  let style: AnsiStyle = {};
  let at = 0;
  const add = (text: string) => {
    if (text !== '')
      runs.push({ text, style: Object.values(style).some((value) => value !== undefined) ? style : undefined });
  };
  for (const { 0: sequence, 1: numbers, 2: final, index } of line.matchAll(ESCAPES)) {
    if (runs.length >= RUNS_MAX) break;
    add(withoutControls(line.slice(at, index)));
    at = index + sequence.length;
    if (final === 'm' && numbers !== undefined) style = applied(style, numbers);
  }
  add(withoutAnsi(line.slice(at)));
  return runs;
}

const ATTRIBUTES: Readonly<Record<number, keyof AnsiStyle & ('bold' | 'dim' | 'italic' | 'underline' | 'inverse')>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
};
const ENDS: Readonly<Record<number, Partial<Record<keyof AnsiStyle, undefined>>>> = {
  22: { bold: undefined, dim: undefined },
  23: { italic: undefined },
  24: { underline: undefined },
  27: { inverse: undefined },
  39: { fg: undefined },
  49: { bg: undefined },
};

function applied(before: AnsiStyle, numbers: string): AnsiStyle {
  const codes = numbers.split(/[;:]/).map(Number);
  let style: AnsiStyle = { ...before };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    const attribute = ATTRIBUTES[code];
    if (code === 0) style = {};
    else if (attribute) style[attribute] = true;
    else if (ENDS[code]) style = { ...style, ...ENDS[code] };
    else if (code === 38 || code === 48) {
      const isIndexed = codes[at + 1] === 5;
      const colour = isIndexed ? indexed(codes[at + 2]) : nearest(codes.slice(at + 2, at + 5));
      if (colour !== undefined) style[code === 38 ? 'fg' : 'bg'] = colour;
      at += isIndexed ? 2 : 4;
    } else if (code >= 30 && code <= 37) style.fg = code - 30;
    else if (code >= 40 && code <= 47) style.bg = code - 40;
    else if (code >= 90 && code <= 97) style.fg = code - 82;
    else if (code >= 100 && code <= 107) style.bg = code - 92;
  }
  return style;
}

const isByte = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 255;

/** Greys by their lightness, other colours by their strong components. */
function nearest(parts: readonly number[]): number | undefined {
  if (parts.length < 3 || !parts.every(isByte)) return undefined;
  const [most, least] = [Math.max(...parts), Math.min(...parts)];
  if (most - least < 40) return most < 40 ? 0 : most < 130 ? 8 : most < 220 ? 7 : 15;
  const middle = (most + least) / 2;
  const bits = parts.reduce((sum, part, index) => sum + (part > middle ? 2 ** index : 0), 0);
  return bits + (most > 220 && least > 60 ? 8 : 0);
}

/** The 256 colours: 16 of the palette, a cube of 6 × 6 × 6, and 24 greys. */
function indexed(index: number | undefined): number | undefined {
  if (!isByte(index)) return undefined;
  if (index < 16) return index;
  if (index >= 232) return nearest(Array<number>(3).fill(8 + 10 * (index - 232)));
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step);
  const cube = index - 16;
  return nearest([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]);
}
