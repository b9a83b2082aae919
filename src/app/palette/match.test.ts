import { expect, test } from 'vitest';
import { markedParts, matchText } from './match.ts';

const ranked = (typed: string, ...texts: string[]): string[] =>
  texts
    .flatMap((text) => {
      const match = matchText(text, typed);
      return match ? [{ text, points: match.points }] : [];
    })
    .sort((a, b) => b.points - a.points)
    .map(({ text }) => text);
const marked = (text: string, typed: string): string =>
  markedParts(text, matchText(text, typed)?.spans ?? [])
    .map((part) => (part.isMarked ? `<${part.text}>` : part.text))
    .join('');

test('all words must match, in any order', () => {
  expect(marked('fra1-pay-api-03', 'pay-api 03')).toBe('fra1-<pay-api>-<03>');
  expect(marked('fra1-pay-api-03', '03 FRA')).toBe('<fra>1-pay-api-<03>');
  expect(matchText('fra1-pay-api-03', 'pay 04')).toBeUndefined();
});

test('ranks equal text first, then prefixes, prefixes of words and inner matches, shorter texts first', () => {
  expect(ranked('api', 'map-capital', 'pay-api-gateway', 'pay-api', 'api-1', 'api')).toEqual([
    'api',
    'api-1',
    'pay-api',
    'pay-api-gateway',
    'map-capital',
  ]);
});

test('ranks a whole word before a longer word, but not before much shorter texts', () => {
  expect(ranked('audit', 'auditor', 'Audit log')).toEqual(['Audit log', 'auditor']);
  expect(ranked('user', 'User groups', 'Users')).toEqual(['Users', 'User groups']);
});

test('matches initials of words, ranked after the word itself', () => {
  expect(marked('pay-api-03', 'pa0')).toBe('<pa>y-api-<0>3');
  expect(ranked('pap', 'pay-api-primary', 'papa')).toEqual(['papa', 'pay-api-primary']);
  expect(matchText('pay-api-03', 'zz')).toBeUndefined();
});

test('matches special characters literally, and an empty text matches everything', () => {
  expect(matchText('a.b', '.*')).toBeUndefined();
  expect(matchText('a(b', '(')?.spans).toEqual([[1, 2]]);
  expect(matchText('anything', '  ')?.spans).toEqual([]);
});
