import { expect, test } from 'vitest';
import { utf8 } from '../../../lib/encoding.ts';
import { Fingerprint } from './Fingerprint.ts';

const of = (...texts: string[]): string => {
  const print = new Fingerprint();
  for (const text of texts) print.add(utf8(text));
  return print.text;
};

test('frames do not matter', () => expect(of('up 3 da', '', 'ys\n')).toBe(of('up 3 days\n')));

test('a letter, an order and a zero do', () => {
  const texts = ['', '\0', '\0\0', 'ab', 'ba', 'abc', 'abd', `${'x'.repeat(10_000)}1`, `${'x'.repeat(10_000)}2`];
  expect(new Set(texts.map((text) => of(text))).size).toBe(texts.length);
});

test('of many that differ little none are alike', () => {
  const prints = new Set<string>();
  for (let i = 0; i < 100_000; i++) prints.add(of(`node ${i}\n`));
  expect(prints.size).toBe(100_000);
});
