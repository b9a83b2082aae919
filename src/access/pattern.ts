import { compileRegExp } from '../lib/regexp/linearRegExp.ts';

export type Matcher = (value: string) => boolean;
export type Pattern = { ok: true; matches: Matcher } | { ok: false; message: string };

/**
 * A value of a selector: between `^` and `$` a regular expression, otherwise literal text in which `*` stands for
 * anything. Always the whole value, case counts (resource-specs §21).
 */
export function compilePattern(pattern: string): Pattern {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return { ok: true, matches: glob(pattern) };
  const compiled = compileRegExp(pattern);
  if (!compiled.ok) return compiled;
  const { regExp } = compiled;
  return { ok: true, matches: (value) => regExp.test(value) };
}

/** Only `*` is special. */
export function glob(pattern: string): Matcher {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return (value) => value === first;
  return (value) => {
    if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last)) return false;
    const end = value.length - last.length;
    let at = first.length;
    for (const part of rest) {
      const found = value.indexOf(part, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
