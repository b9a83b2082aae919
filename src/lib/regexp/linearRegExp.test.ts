import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../tests/support/cpuClock.ts';
import { Random } from '../../../tests/support/random.ts';
import { compileRegExp, type LinearRegExp } from './linearRegExp.ts';

function regExp(pattern: string): LinearRegExp {
  const compiled = compileRegExp(pattern);
  if (!compiled.ok) throw new Error(compiled.message);
  return compiled.regExp;
}

describe('matches', () => {
  test.each([
    ['^prod$', 'prod'],
    ['rod', 'prod'],
    ['^(dev|test)$', 'test'],
    ['^web-[0-9]+$', 'web-12'],
    ['^.*$', ''],
    ['^a.c$', 'a🐢c'],
    ['^[^a-c]$', 'é'],
    ['^[]a]$', ']'],
    ['^[a-]$', '-'],
    ['^[\\w-]+$', 'a_b-1'],
    ['^\\d{3}$', '123'],
    ['^a{2,}$', 'aaaa'],
    ['^a{0,2}$', ''],
    ['^a{,2}$', 'a{,2}'],
    ['^(?i)PROD$', 'prod'],
    ['^(?i:p)rod$', 'Prod'],
    ['(?s)^a.b$', 'a\nb'],
    ['(?m)^b$', 'a\nb\nc'],
    ['^[[:alpha:]]+$', 'abc'],
    ['^[^[:^digit:]]$', '5'],
    ['^\\pL+$', 'żółw'],
    ['^\\p{Greek}$', 'α'],
    ['^\\P{Greek}$', 'a'],
    ['^\\p{^Lu}$', 'a'],
    ['\\bweb\\b', 'a web b'],
    ['a\\Bb', 'ab'],
    ['^\\Qa.b\\E$', 'a.b'],
    ['^\\x41\\x{1F422}$', 'A🐢'],
    ['^\\101\\.$', 'A.'],
    ['^(?P<env>a)(?<b>b)$', 'ab'],
    ['^(a*)*$', 'aaa'],
    ['^(a|ab)(c|bcd)$', 'abcd'],
    ['\\Aa\\z', 'a'],
    ['^[\\D\\s]$', ' '],
    ['', 'anything'],
    ['^a??b$', 'b'],
    ['(?i)[^k]', 'x'],
    ['^\\t$', '\t'],
    ['^a|b$', 'xb'],
  ])('%s in %j', (pattern, text) => expect(regExp(pattern).test(text)).toBe(true));
});

describe('does not match', () => {
  test.each([
    ['^prod$', 'prod2'],
    ['^a.c$', 'a\nc'],
    ['^\\d$', '٣'],
    ['^\\s$', '\u00a0'],
    ['^\\w$', 'é'],
    ['^$', 'a'],
    ['^[^a-c]$', 'b'],
    ['^a{2}$', 'aaa'],
    ['(?i)^[^a]$', 'A'],
    ['^b$', 'a\nb'],
    ['^a{2,3}$', 'aaaa'],
  ])('%s in %j', (pattern, text) => expect(regExp(pattern).test(text)).toBe(false));
});

describe('rejects syntax that RE2 does not have', () => {
  test.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(',
    ')',
    'a)',
    '[',
    '[a',
    '[b-a]',
    '[a-\\d]',
    '*a',
    'a**',
    'a{2}{3}',
    'a{1001}',
    'a{3,2}',
    '\\',
    '\\q',
    '\\xZ',
    '\\x{110000}',
    '\\p{Nope}',
    '[[:nope:]]',
    '(?z)',
    '(?P<1a>b)',
    '(((a{100}){100}){100})',
    '('.repeat(200) + ')'.repeat(200),
  ])('%s', (pattern) => {
    const compiled = compileRegExp(pattern);
    expect(!compiled.ok && compiled.message).toMatch(/^bad regular expression ".+": ./);
  });
});

test('finds the positions of matches after an offset in a long text', () => {
  const long = 'a'.repeat(20_000);
  expect(regExp('\\bb|b$').matches(`${long} b🐢b`, 5)).toEqual([
    [20_001, 20_002],
    [20_004, 20_005],
  ]);
});

test('matches many values fast', () => {
  const values = Array.from({ length: 200_000 }, (_, i) => `user-${i}-with.long.name@example.com`);
  const mail = regExp('^([^@]+)@(.*)$');
  const spentMs = cpuClock();
  expect(values.filter((value) => mail.test(value))).toHaveLength(values.length);
  expect(values.slice(0, 50_000).every((value) => mail.replaceAll(value, '$2') === 'example.com')).toBe(true);
  expect(spentMs()).toBeLessThan(2500);
});

test.each([
  ['^(a+)+$', `${'a'.repeat(2000)}!`],
  ['^(a|a)*$', `${'a'.repeat(2000)}!`],
  ['^(.*)*x$', 'a'.repeat(2000)],
  ['(x+x+)+y', 'x'.repeat(2000)],
  ['^a{0,500}a{0,500}$', `${'a'.repeat(1000)}!`],
])(
  '%s matches in linear time',
  (pattern, text) => {
    const spentMs = cpuClock();
    expect(regExp(pattern).test(text)).toBe(false);
    expect(spentMs()).toBeLessThan(20_000);
  },
  // A backtracking engine would run for years. The limit leaves room for a busy machine.
  30_000,
);

describe('replaces', () => {
  test.each([
    ['^(.*)@(.*)$', 'a@b', '$1', 'a'],
    ['^(.*)@(.*)$', 'a@b', '${2}-${1}x$$', 'b-ax$'],
    ['(?P<user>\\w+)-dev', 'bob-dev', '${user}', 'bob'],
    ['(a)', 'ba', '$1x', 'b'],
    ['a', 'banana', 'o', 'bonono'],
    ['a*', 'baaac', 'x', 'xbxcx'],
    ['', '🐢', '-', '-🐢-'],
    ['(a)|(b)', 'ab', '[$2]', '[][b]'],
    ['a+?', 'aa', 'x', 'xx'],
    ['(?U)a+', 'aa', 'x', 'xx'],
    ['b', 'abc', '$9$', 'a$c'],
  ])('%s in %j with %s', (pattern, text, template, result) => {
    expect(regExp(pattern).replaceAll(text, template)).toBe(result);
  });
  test('returns undefined without a match', () => {
    expect(regExp('^x$').replaceAll('a', 'b')).toBeUndefined();
  });
  test('returns undefined when text, template or result is too long', () => {
    const long = 'a'.repeat(5000);
    expect(regExp('^a').replaceAll(long, '')).toBeUndefined();
    expect(regExp('a').replaceAll('a', long)).toBeUndefined();
    expect(regExp('.').replaceAll('a'.repeat(100), '$0'.repeat(100))).toBeUndefined();
    expect(regExp('.').replaceAll('a'.repeat(40), '$0'.repeat(100))).toHaveLength(4000);
  });
});

test('agrees with the browser’s engine on their common syntax', { timeout: 60_000 }, () => {
  const differing: string[] = [];
  const random = new Random(8);
  const atoms = [
    'a',
    'b',
    '.',
    '[ab]',
    '[^a]',
    '\\w',
    '(a)',
    '(b|a)',
    '(?:ab)',
    '^',
    '$',
    '\\b',
    '(a*)',
    '(?:a|b)',
  ] as const;
  const suffixes = ['', '', '', '*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,2}?'] as const;
  for (let round = 0; round < 20_000; round++) {
    const one = () => {
      const atom = random.pick(atoms);
      return ['^', '$', '\\b'].includes(atom) ? atom : atom + random.pick(suffixes);
    };
    const pattern = Array.from({ length: 1 + random.below(4) }, one).join(random.chance(0.2) ? '|' : '');
    const text = Array.from({ length: random.below(8) }, () => random.pick(['a', 'b', 'c'])).join('');
    const theirs = new RegExp(pattern, 'u').exec(text);
    const ours = regExp(pattern);
    // The browser does not count an empty repetition: the earlier capture of its group stays.
    const groups = /\(a\*\)[*+?{]/.test(pattern) ? [0] : [0, 1, 2, 3, 4];
    // Compares only the first match: matches after an empty match differ by design.
    const replaced = ours.replaceAll(text, `<${groups.map((group) => `$${group}`).join()}>`)?.split('>')[0];
    const captured = groups.map((group) => theirs?.[group] ?? '').join();
    const expected = theirs ? `${text.slice(0, theirs.index)}<${captured}` : undefined;
    if (ours.test(text) !== (theirs !== null) || replaced !== expected) differing.push(`${pattern} in ${text}`);
  }
  expect(differing).toEqual([]);
});
