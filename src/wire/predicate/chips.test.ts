import { describe, expect, test } from 'vitest';
import { parsedPredicate } from '../../../tests/support/parsed.ts';
import { chipsOf, predicateOf, type Chip } from './chips.ts';

const chips = (text: string): Chip[] | undefined => chipsOf(parsedPredicate(text));

test('converts chips to predicate text and back', () => {
  const text = 'labels["env"] == "prod" && labels["dc"] != "lab" && search("api")';
  const list: Chip[] = [
    { kind: 'is', key: 'env', values: ['prod'] },
    { kind: 'isNot', key: 'dc', value: 'lab' },
    { kind: 'text', text: 'api' },
  ];
  expect(chips(text)).toEqual(list);
  expect(predicateOf(list)).toBe(text);
});

describe('each chip is parsed from its own text', () => {
  test.each<[string, Chip]>([
    ['labels["env"] == "prod"', { kind: 'is', key: 'env', values: ['prod'] }],
    ['labels["env"] == "a" || labels["env"] == "b"', { kind: 'is', key: 'env', values: ['a', 'b'] }],
    ['labels["a\\"b"] != "x\\\\y"', { kind: 'isNot', key: 'a"b', value: 'x\\y' }],
    ['exists(labels["team"])', { kind: 'has', key: 'team' }],
    ['!exists(labels["team"])', { kind: 'hasNot', key: 'team' }],
    ['name == "web-1"', { kind: 'name', value: 'web-1' }],
    ['search("two words")', { kind: 'text', text: 'two words' }],
  ])('%s', (text, chip) => {
    expect(chips(text)).toEqual([chip]);
    expect(chips(predicateOf([chip]))).toEqual([chip]);
    expect(chips(predicateOf([chip, chip]))).toEqual([chip, chip]);
  });
});

test.each([
  ['labels.env == "a" && (labels.dc == "b" && search("c"))', 3],
  ['!(labels.env == "a")', 1],
  ['!(labels.env != "a")', 1],
  ['search("a", "b")', 2],
  ['equals(labels.env, "a")', 1],
])('shows %s as chips', (text, count) => expect(chips(text)).toHaveLength(count));

test.each([
  'labels.env == "a" || labels.dc == "b"',
  'labels.env == "a" || search("b")',
  'labels.env == "a" || labels.env != "b"',
  'name != "a"',
  'resource.spec.hostname == "a"',
  '"a" == labels.env',
  'labels.env == labels.dc',
  'labels.env == 1',
  'search(name)',
  '!search("a")',
  '!(labels.env == "a" && labels.dc == "b")',
  '!!exists(labels.a)',
])('cannot show %s as chips', (text) => expect(chips(text)).toBeUndefined());

test('an empty list of chips is an empty predicate', () => {
  expect(predicateOf([])).toBe('');
});

test('a label chip without values matches resources that have the label', () => {
  expect(predicateOf([{ kind: 'is', key: 'env', values: [] }])).toBe('exists(labels["env"])');
});
