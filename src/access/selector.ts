import { compilePattern, type Matcher, type Pattern } from './pattern.ts';
import { expandTemplate } from './template.ts';
import type { Traits } from './traits.ts';

export type LabelSet = Readonly<Record<string, string>>;
type Labels = Readonly<Record<string, readonly string[]>>;

/** `empty` selectors match nothing. A `fault` makes the whole check fail. `everything`: matches any labels. */
export type Selector =
  | { kind: 'empty' }
  | { kind: 'fault'; message: string }
  | { kind: 'selector'; everything: boolean; matches(labels: LabelSet): boolean };

/**
 * A label selector with the user's traits filled in (resource-specs §20, §21). Empty templates match nothing. For a key
 * with several values, the first one counts.
 */
export function compileSelector(labels: Labels, traits: Traits): Selector {
  const entries = Object.entries(labels);
  if (entries.length === 0) return { kind: 'empty' };
  const conditions: { key: string; matches: Matcher }[] = [];
  let everything = false;
  for (const [keySource, valueSources] of entries) {
    const key = expandTemplate(keySource, traits)?.[0] ?? '';
    const values = valueSources.flatMap((value) => expandTemplate(value, traits) ?? []);
    if (key === '*' && values.length === 1 && values[0] === '*') everything = true;
    const matcher = anyOf(values);
    if (!matcher.ok) return { kind: 'fault', message: matcher.message };
    conditions.push({ key, matches: matcher.matches });
  }
  if (everything) return { kind: 'selector', everything, matches: () => true };
  return {
    kind: 'selector',
    everything,
    matches: (present) =>
      conditions.every(({ key, matches }) => {
        const value = key !== '' && Object.hasOwn(present, key) ? present[key] : undefined;
        return value !== undefined && matches(value);
      }),
  };
}

/** Values repeat between resources, so pattern results are cached. */
const MAX_REMEMBERED = 2000;

function anyOf(values: readonly string[]): Pattern {
  if (values.includes('*')) return { ok: true, matches: () => true };
  const matchers: Matcher[] = [];
  for (const value of values) {
    const pattern = compilePattern(value);
    if (!pattern.ok) return pattern;
    matchers.push(pattern.matches);
  }
  const answersByValue = new Map<string, boolean>();
  return {
    ok: true,
    matches(value) {
      const answer = answersByValue.get(value);
      if (answer !== undefined) return answer;
      if (answersByValue.size >= MAX_REMEMBERED) answersByValue.clear();
      const matches = matchers.some((matcher) => matcher(value));
      answersByValue.set(value, matches);
      return matches;
    },
  };
}
