import { glob } from '../lib/glob.ts';
import { compileRegExp } from '../lib/regexp/linearRegExp.ts';

export type Matcher = (value: string) => boolean;
export type Pattern = { ok: true; matches: Matcher } | { ok: false; message: string };

/**
 * A value of a selector: a regular expression between `^` and `$`, otherwise literal text in which `*` matches
 * anything. Matches the whole value, case-sensitively (resource-specs §21).
 */
export function compilePattern(pattern: string): Pattern {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return { ok: true, matches: glob(pattern) };
  const compiled = compileRegExp(pattern);
  if (!compiled.ok) return compiled;
  const { regExp } = compiled;
  return { ok: true, matches: (value) => regExp.test(value) };
}
