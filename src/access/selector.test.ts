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
  ['star selects what has no labels', { '*': '*' }, {}, true],
  ['star among other keys selects everything', { '*': '*', env: 'x' }, {}, true],
  ['a value', { env: 'prod' }, { env: 'prod', team: 'core' }, true],
  ['another value', { env: 'prod' }, { env: 'dev' }, false],
  ['case counts', { env: 'Prod' }, { env: 'prod' }, false],
  ['the whole value counts', { env: 'prod' }, { env: 'production' }, false],
  ['a missing key never matches', { env: '*' }, { team: 'core' }, false],
  ['a star needs the key', { env: '*' }, { env: '' }, true],
  ['an empty value is a value', { env: '' }, { env: '' }, true],
  ['all keys have to match', { env: 'prod', team: 'web' }, { env: 'prod', team: 'core' }, false],
  ['one of several values', { env: ['dev', 'prod'] }, { env: 'prod' }, true],
  ['none of several values', { env: ['dev', 'qa'] }, { env: 'prod' }, false],
  ['no values at all', { env: [] }, { env: 'prod' }, false],
  ['a glob', { env: 'prod-*' }, { env: 'prod-eu' }, true],
  ['a glob is bound at both ends', { env: 'prod-*-x' }, { env: 'prod-eu-xy' }, false],
  ['other signs of patterns mean themselves', { env: 'p.?d' }, { env: 'prod' }, false],
  ['a regular expression', { env: '^(prod|staging)$' }, { env: 'staging' }, true],
  ['a regular expression that does not match', { env: '^prod$' }, { env: 'prod2' }, false],
  ['only ^ is no regular expression', { env: '^prod' }, { env: 'prod' }, false],
  ['a template', { team: '{{external.team}}' }, { team: 'web' }, true],
  ['a template with another value', { team: '{{external.team}}' }, { team: 'data' }, false],
  ['a template with a prefix and a glob', { team: 't-{{external.team}}-*' }, { team: 't-core-1' }, true],
  ['a template without the trait matches nothing', { team: '{{external.none}}' }, { team: '' }, false],
  ['but its neighbours still count', { team: ['{{external.none}}', 'web'] }, { team: 'web' }, true],
  ['a template as key: the first value counts', { '{{external.keys}}': 'a' }, { env: 'a' }, true],
  ['a template as key: the second does not', { '{{external.keys}}': 'a' }, { zone: 'a' }, false],
  ['a key without a trait matches nothing', { '{{external.none}}': '*' }, { '': 'x' }, false],
  ['no inherited property is a label', { constructor: '*' }, {}, false],
];

for (const [what, selector, labels, expected] of cases) {
  test(what, () => expect(matches(selector, labels)).toBe(expected));
}

test('a mistake in a regular expression is a fault', () => {
  expect(compileSelector(strs({ env: '^($' }), traits)).toMatchObject({ kind: 'fault' });
});

test('an expression that would backtrack for years answers at once', () => {
  expect(matches({ env: '^(a+)+$' }, { env: `${'a'.repeat(5000)}!` })).toBe(false);
});

test('more different values than are remembered get the right answer too', () => {
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
