import { describe, expect, test } from 'vitest';
import { parsePredicate } from '../../../wire/predicate/query.ts';
import { chipSuggestions } from './chipSuggestions.ts';
import { querySuggestions } from './querySuggestions.ts';
import type { Suggestion, Vocabulary } from './suggestion.ts';

const vocabulary: Vocabulary = {
  facets: [
    {
      name: 'env',
      count: 9,
      values: [
        { value: 'prod', count: 6 },
        { value: 'dev', count: 3 },
      ],
    },
    { name: 'teleport.dev/origin', count: 5, values: [{ value: 'dynamic "x"', count: 5 }] },
    { name: 'environment', count: 2, values: [{ value: 'production', count: 2 }] },
  ],
  names: () => ['api-1', 'web-1', 'web-2'],
  paths: ['kind', 'spec.addr', 'spec.aws.region'],
};
const shown = (some: readonly Suggestion[]) => some.map(({ label, hint }) => `${label} | ${hint}`);
const chips = (text: string) => chipSuggestions(text, vocabulary);
/** `|` is the caret. */
const query = (text: string) => querySuggestions(text.replace('|', ''), text.indexOf('|'), vocabulary);
const after = (text: string, label: string): string => {
  const found = query(text).find((one) => one.label === label);
  if (found?.kind !== 'complete') throw new Error(`${label} is not offered: ${shown(query(text)).join()}`);
  return `${found.text.slice(0, found.caret)}|${found.text.slice(found.caret)}`;
};

describe('for chips', () => {
  test('an empty field offers the labels with the number of their values', () => {
    expect(shown(chips(''))).toEqual([
      'env | 2 values',
      'teleport.dev/origin | 1 value',
      'environment | 1 value',
      'name | the name',
    ]);
  });

  test('a word finds labels by key and by value, prefix matches first', () => {
    expect(shown(chips('env'))).toEqual(['env | 2 values', 'environment | 1 value']);
    expect(shown(chips('PRO'))).toEqual(['env = prod | 6', 'environment = production | 2']);
    expect(chips('pro')[0]).toMatchObject({ kind: 'enter', chip: { kind: 'is', key: 'env', values: ['prod'] } });
    expect(chips('two words')).toEqual([]);
  });

  test('offers operators after a label and known values after an operator', () => {
    expect(shown(chips('env '))).toEqual([
      'env = | is',
      'env ≠ | is not',
      'env is set | has the label',
      'env is not set | lacks the label',
    ]);
    expect(shown(chips('env !'))).toEqual(['env ≠ | is not']);
    expect(chips('env is n')).toMatchObject([{ chip: { kind: 'hasNot', key: 'env' } }]);
    expect(shown(chips('env = '))).toEqual(['env = prod | 6', 'env = dev | 3']);
    expect(chips('env != de')).toMatchObject([{ chip: { kind: 'isNot', key: 'env', value: 'dev' } }]);
    expect(shown(chips('name = eb'))).toEqual(['name = web-1 | name', 'name = web-2 | name']);
    expect(chips('unknown = x')).toEqual([]);
  });
});

describe('in a query', () => {
  test('offers the starts of a condition', () => {
    expect(shown(query('|')).slice(0, 2)).toEqual(['name | the name', 'labels["env"] | 2 values']);
    expect(shown(query('labels.env == "x" && (ex|'))).toContain('exists(labels[" | has a label at all');
    expect(after('se|', 'search("')).toBe('search("|');
    expect(after('lab|', 'labels["env"]')).toBe('labels["env"]|');
    expect(after('!orig|', 'labels["teleport.dev/origin"]')).toBe('!labels["teleport.dev/origin"]|');
    expect(shown(query('res|')).length).toBe(3);
  });

  test('offers keys in brackets and after a dot, and values after a comparison', () => {
    expect(after('labels["tele|', '"teleport.dev/origin"]')).toBe('labels["teleport.dev/origin"]|');
    expect(after('labels["en|"] == "x"', '"env"]')).toBe('labels["env"]| == "x"');
    expect(shown(query('labels.|'))).toEqual(['env | 2 values', 'environment | 1 value']);
    expect(after('labels["env"] == |', '"prod"')).toBe('labels["env"] == "prod"|');
    expect(after('labels.env == "d|', '"dev"')).toBe('labels.env == "dev"|');
    expect(after('labels["teleport.dev/origin"] != |', '"dynamic \\"x\\""')).toBe(
      'labels["teleport.dev/origin"] != "dynamic \\"x\\""|',
    );
    expect(shown(query('name == "web|'))).toEqual(['"web-1" | name', '"web-2" | name']);
  });

  test('offers comparisons after an operand, and operators after a complete condition', () => {
    expect(after('labels.env |', '== ')).toBe('labels.env == |');
    expect(after('labels["env"]|', '!= ')).toBe('labels["env"] != |');
    expect(shown(query('labels.env == "prod" |'))).toEqual(['&&  | and', '||  | or']);
    expect(after('search("a")|', '&& ')).toBe('search("a") && |');
  });

  test('offers paths of the document', () => {
    expect(after('resource.spec.a|', 'spec.addr'.slice(5))).toBe('resource.spec.addr|');
    expect(shown(query('resource.|'))).toHaveLength(3);
  });

  test('offers nothing inside search text and no value that is already entered', () => {
    expect(query('search("en|')).toEqual([]);
    expect(shown(query('labels["env"] == "prod"|'))).toEqual(['&&  | and', '||  | or']);
  });

  test('complete conditions are valid queries', () => {
    for (const text of ['labels["env"] == "prod"', 'exists(labels["env"])', 'resource.spec.addr == "x"'])
      expect(parsePredicate(text).ok).toBe(true);
  });
});
