import { expect, test } from 'vitest';
import { normaliseLineEnds } from './DocumentSession.ts';

test.each([
  ['a\nb\n', 'a\nb\n'],
  ['a\r\nb\r\n', 'a\r\nb\r\n'],
  ['a\r\nb\nc\n', 'a\nb\nc\n'],
  ['a\r\nb\r\nc\n', 'a\r\nb\r\nc\r\n'],
  ['a\r\nb\n', 'a\nb\n'],
  ['a\rb', 'a\r\nb'],
  ['\ufeffa', 'a'],
  ['', ''],
])('normalizes the line ends of %j to %j', (text, normal) => expect(normaliseLineEnds(text)).toBe(normal));
