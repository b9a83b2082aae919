import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../tests/support/cpuClock.ts';
import { glob, shellGlob, wildcards } from './glob.ts';

describe('a shell pattern', () => {
  test.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['**', 'abc', true],
    ['a*b*c', 'axbxbxc', true],
    ['a*b*c', 'axbxbx', false],
    ['*ab', 'aab', true],
    ['?.log', 'a.log', true],
    ['?.log', '.log', false],
    ['?', '😀', true],
    ['[😀-😂]', '😁', true],
    ['[ab].log', 'b.log', true],
    ['[!ab].log', 'b.log', false],
    ['[!ab].log', 'c.log', true],
    ['[a-c].log', 'b.log', true],
    ['[c-a].log', 'b.log', false],
    ['[a-]', '-', true],
    ['[-a]', '-', true],
    ['[^a]', 'a', true],
    ['[^a]', 'b', false],
    ['[ab', '[ab', true],
    ['[]', '[]', true],
    ['[!]', '[!]', true],
    ['a+b.*', 'a+b.txt', true],
    ['a.b', 'axb', false],
    ['a\\b', 'a\\b', true],
    ['a\nb*', 'a\nb\nc', true],
  ])('%j and %j: %j', (pattern, text, matches) => expect(shellGlob(pattern)(text)).toBe(matches));
});

test.each([
  ['*.example.test', 'web.example.test', true],
  ['*.example.test', 'example.test', false],
  ['10.0.0.?', '10.0.0.7', true],
  ['10.0.0.?', '10.0.0.17', false],
  ['[::1]:2222', '[::1]:2222', true],
])('an OpenSSH pattern %j and %j: %j', (pattern, text, matches) => expect(wildcards(pattern)(text)).toBe(matches));

/** A backtracking matcher takes ten times as long for each additional star of these patterns. */
test.each([
  ['stars', '*a'.repeat(60) + '*b', 'a'.repeat(255)],
  ['stars and single characters', '*?'.repeat(60) + 'b', 'a'.repeat(255)],
  ['stars and classes', '*[a-z]'.repeat(60) + '*[!a]', 'a'.repeat(255)],
])('matches many %s fast', (_, pattern, text) => {
  const spentMs = cpuClock();
  for (const matches of [shellGlob(pattern), wildcards(pattern), glob(pattern)]) expect(matches(text)).toBe(false);
  expect(spentMs()).toBeLessThan(100);
});
