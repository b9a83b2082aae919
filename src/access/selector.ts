import { compilePattern } from './pattern.ts';
import type { Matcher } from './pattern.ts';
import { expandTemplate } from './template.ts';
import type { Traits } from './traits.ts';

export type LabelSet = Readonly<Record<string, string>>;
type Labels = Readonly<Record<string, readonly string[]>>;

/** `empty` selectors match nothing; a `fault` makes the whole check fail. */
export type Selector =
  { kind: 'empty' } | { kind: 'fault'; message: string } | { kind: 'selector'; matches(labels: LabelSet): boolean };

/**
 * Label selector with the user's traits put in (resource-specs §20, §21). What a template leaves empty matches nothing;
 * of a key with several values the first one counts.
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
  if (everything) return { kind: 'selector', matches: () => true };
  return {
    kind: 'selector',
    matches: (present) =>
      conditions.every(({ key, matches }) => {
        const value = key !== '' && Object.hasOwn(present, key) ? present[key] : undefined;
        return value !== undefined && matches(value);
      }),
  };
}

function anyOf(values: readonly string[]): ReturnType<typeof compilePattern> {
  if (values.includes('*')) return { ok: true, matches: () => true };
  const matchers: Matcher[] = [];
  for (const value of values) {
    const pattern = compilePattern(value);
    if (!pattern.ok) return pattern;
    matchers.push(pattern.matches);
  }
  return { ok: true, matches: (value) => matchers.some((matches) => matches(value)) };
}
