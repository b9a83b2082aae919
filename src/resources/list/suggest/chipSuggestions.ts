import { formatCount, plural } from '../../../lib/numbers.ts';
import type { Facet } from '../facets.ts';
import { matching, type Suggestion, type Vocabulary } from './suggestion.ts';

const KEYS_MAX = 8;
const VALUES_MAX = 12;
/** Values of any label: fewer, and only once the user has typed something. */
const ANY_VALUES_MAX = 6;

const VALUE = /^\s*(?<key>[^\s"=!≠~]+)\s*(?<operator>==?|!=|≠)(?<value>.*)$/;
const OPERATOR = /^\s*(?<key>[^\s"=!≠~]+)\s+(?<operator>[!≠=]?|i|is|is .*)$/;

const complete = (label: string, hint: string, text: string): Suggestion => ({
  kind: 'complete',
  label,
  hint,
  text,
  caret: text.length,
});

const rows = (count: number): string => formatCount(count);

function valuesOf(key: string, isNot: boolean, needle: string, { facets, names }: Vocabulary): readonly Suggestion[] {
  if (key === 'name' && !isNot)
    return matching(names(), (name) => name, needle, VALUES_MAX).map((name) => ({
      kind: 'enter',
      label: `name = ${name}`,
      hint: 'name',
      chip: { kind: 'name', value: name },
    }));
  const values = facets.find((facet) => facet.name === key)?.values ?? [];
  return matching(values, ({ value }) => value, needle, VALUES_MAX).map(({ value, count }) => ({
    kind: 'enter',
    label: `${key} ${isNot ? '≠' : '='} ${value}`,
    hint: rows(count),
    chip: isNot ? { kind: 'isNot', key, value } : { kind: 'is', key, values: [value] },
  }));
}

function operatorsOf(key: string, written: string): readonly Suggestion[] {
  if (key === 'name') return [complete('name =', 'is', 'name = ')];
  const all: readonly Suggestion[] = [
    complete(`${key} =`, 'is', `${key} = `),
    complete(`${key} ≠`, 'is not', `${key} ≠ `),
    { kind: 'enter', label: `${key} is set`, hint: 'has the label', chip: { kind: 'has', key } },
    { kind: 'enter', label: `${key} is not set`, hint: 'lacks the label', chip: { kind: 'hasNot', key } },
  ];
  const begins = written === '!' ? '≠' : written;
  return all.filter(({ label }) => label.slice(key.length + 1).startsWith(begins));
}

const keyOf = ({ name, values }: Facet): Suggestion => complete(name, plural(values.length, 'value'), `${name} = `);

/** Suggestions for the words in the field beside the chips. */
export function chipSuggestions(text: string, vocabulary: Vocabulary): readonly Suggestion[] {
  const { facets } = vocabulary;
  const condition = VALUE.exec(text)?.groups;
  if (condition) {
    const { key = '', operator = '', value = '' } = condition;
    const needle = value.trim().replace(/^"|"$/g, '');
    return valuesOf(key, operator === '!=' || operator === '≠', needle, vocabulary);
  }
  const { key = '', operator = '' } = OPERATOR.exec(text)?.groups ?? {};
  if (key === 'name' || facets.some((facet) => facet.name === key)) return operatorsOf(key, operator);
  const word = text.trim();
  // Two words cannot be a label. They are searched for.
  if (/\s/.test(word)) return [];
  const keys = matching(facets, ({ name }) => name, word, KEYS_MAX).map(keyOf);
  const name = 'name'.startsWith(word.toLowerCase()) ? [complete('name', 'the name', 'name = ')] : [];
  if (!word) return [...keys, ...name];
  const values = facets.flatMap((facet) => facet.values.map(({ value, count }) => ({ key: facet.name, value, count })));
  values.sort((a, b) => b.count - a.count);
  return [
    ...keys,
    ...name,
    ...matching(values, ({ value }) => value, word, ANY_VALUES_MAX).map(({ key: of, value, count }): Suggestion => ({
      kind: 'enter',
      label: `${of} = ${value}`,
      hint: rows(count),
      chip: { kind: 'is', key: of, values: [value] },
    })),
  ];
}
