import { describe, expect, test } from 'vitest';
import { glob } from '../lib/glob.ts';
import { compileSelector } from './selector.ts';

const traits = { team: ['core', 'web'], none: [], keys: ['env', 'zone'] };
const strs = (labels: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, [value].flat()]));
const matches = (selector: Record<string, string | string[]>, labels: Record<string, string>): boolean => {
  const compiled = compileSelector(strs(selector), traits);
  return compiled.kind === 'selector' && compiled.matches(labels);
};

const cases: [string, Record<string, string | string[]>, Record<string, string>, boolean][] = [
  ['nothing selects nothing', {}, { env: 'prod' }, false],
  ['star selects everything', { '*': '*' }, { env: 'prod' }, true],
  ['star selects a resource without labels', { '*': '*' }, {}, true],
  ['star among other keys selects everything', { '*': '*', env: 'x' }, {}, true],
  ['a value matches an equal value', { env: 'prod' }, { env: 'prod', team: 'core' }, true],
  ['a value does not match another value', { env: 'prod' }, { env: 'dev' }, false],
  ['values are case-sensitive', { env: 'Prod' }, { env: 'prod' }, false],
  ['a value matches the whole label value', { env: 'prod' }, { env: 'production' }, false],
  ['a missing key never matches', { env: '*' }, { team: 'core' }, false],
  ['a star matches an empty value', { env: '*' }, { env: '' }, true],
  ['an empty value matches an empty value', { env: '' }, { env: '' }, true],
  ['all keys have to match', { env: 'prod', team: 'web' }, { env: 'prod', team: 'core' }, false],
  ['several values match any of them', { env: ['dev', 'prod'] }, { env: 'prod' }, true],
  ['several values do not match another value', { env: ['dev', 'qa'] }, { env: 'prod' }, false],
  ['a key without values matches nothing', { env: [] }, { env: 'prod' }, false],
  ['a glob matches a prefix', { env: 'prod-*' }, { env: 'prod-eu' }, true],
  ['a glob matches the whole value', { env: 'prod-*-x' }, { env: 'prod-eu-xy' }, false],
  ['other special characters are literal', { env: 'p.?d' }, { env: 'prod' }, false],
  ['a regular expression matches', { env: '^(prod|staging)$' }, { env: 'staging' }, true],
  ['a regular expression that does not match', { env: '^prod$' }, { env: 'prod2' }, false],
  ['^ without $ is not a regular expression', { env: '^prod' }, { env: 'prod' }, false],
  ['a template matches any value of the trait', { team: '{{external.team}}' }, { team: 'web' }, true],
  ['a template does not match other values', { team: '{{external.team}}' }, { team: 'data' }, false],
  ['a template matches with a prefix and a glob', { team: 't-{{external.team}}-*' }, { team: 't-core-1' }, true],
  ['a template without the trait matches nothing', { team: '{{external.none}}' }, { team: '' }, false],
  [
    'a template without the trait keeps the other values',
    { team: ['{{external.none}}', 'web'] },
    { team: 'web' },
    true,
  ],
  ['a template as key uses the first value', { '{{external.keys}}': 'a' }, { env: 'a' }, true],
  ['a template as key ignores the second value', { '{{external.keys}}': 'a' }, { zone: 'a' }, false],
  ['a key without a trait matches nothing', { '{{external.none}}': '*' }, { '': 'x' }, false],
  ['an inherited property is not a label', { constructor: '*' }, {}, false],
];

for (const [what, selector, labels, expected] of cases) {
  test(what, () => expect(matches(selector, labels)).toBe(expected));
}

test('an error in a regular expression is a fault', () => {
  expect(compileSelector(strs({ env: '^($' }), traits)).toMatchObject({ kind: 'fault' });
});

test('evaluates a regular expression with catastrophic backtracking fast', () => {
  expect(matches({ env: '^(a+)+$' }, { env: `${'a'.repeat(5000)}!` })).toBe(false);
});

test('matches correctly with more values than the cache holds', () => {
  const compiled = compileSelector(strs({ n: '*7' }), traits);
  if (compiled.kind !== 'selector') throw new Error('no selector');
  for (let n = 0; n < 6000; n++) expect(compiled.matches({ n: String(n) })).toBe(n % 10 === 7);
});

describe('globs', () => {
  const globs: [string, string, boolean][] = [
    ['', '', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*b*', 'abc', true],
    ['a*b*c', 'a-b-b-c', true],
    ['a*bc*c', 'abc', false],
    ['**', 'x', true],
    ['[a]*', '[a]b', true],
  ];
  for (const [pattern, value, expected] of globs) {
    test(`${pattern} on ${value || 'an empty text'} is ${expected}`, () => expect(glob(pattern)(value)).toBe(expected));
  }
});
