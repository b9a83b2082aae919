/** A set of characters: ranges of code points, other sets, Unicode properties. */
export type CharClass = {
  negated: boolean;
  items: readonly ({ from: number; to: number } | { inner: CharClass } | { property: RegExp })[];
};

const ranges = (...pairs: string[]): CharClass => ({
  negated: false,
  items: pairs.map((pair) => ({ from: pair.codePointAt(0) ?? 0, to: pair.codePointAt(pair.length - 1) ?? 0 })),
});

export const not = (set: CharClass): CharClass => ({ ...set, negated: !set.negated });
export const single = (code: number): CharClass => ({ negated: false, items: [{ from: code, to: code }] });

export const DIGITS = ranges('09');
export const WORD = ranges('09', 'AZ', '__', 'az');
export const SPACE = ranges('\t\n', '\f\r', '  ');
export const LINE_FEED = single(10);
export const NOTHING: CharClass = { negated: false, items: [] };

/** The names inside `[[:…:]]`, ASCII only. */
export const POSIX: Readonly<Record<string, CharClass>> = {
  alnum: ranges('09', 'AZ', 'az'),
  alpha: ranges('AZ', 'az'),
  ascii: ranges('\0\x7f'),
  blank: ranges('\t\t', '  '),
  cntrl: ranges('\0\x1f', '\x7f\x7f'),
  digit: DIGITS,
  graph: ranges('!~'),
  lower: ranges('az'),
  print: ranges(' ~'),
  punct: ranges('!/', ':@', '[`', '{~'),
  space: ranges('\t\r', '  '),
  upper: ranges('AZ'),
  word: WORD,
  xdigit: ranges('09', 'AF', 'af'),
};

function has(set: CharClass, code: number): boolean {
  const found = set.items.some((item) => {
    if ('from' in item) return item.from <= code && code <= item.to;
    return 'inner' in item ? has(item.inner, code) : item.property.test(String.fromCodePoint(code));
  });
  return found !== set.negated;
}

/** `fold`: the character in either case counts. */
export function classHas(set: CharClass, code: number, fold: boolean): boolean {
  if (!fold) return has(set, code);
  if (set.negated) return !classHas(not(set), code, true);
  const character = String.fromCodePoint(code);
  return [character, character.toLowerCase(), character.toUpperCase()].some((one) => has(set, one.codePointAt(0) ?? 0));
}
