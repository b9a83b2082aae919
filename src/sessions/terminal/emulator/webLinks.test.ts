import { expect, test } from 'vitest';
import { trimAddress } from './webLinks.ts';

test.each([
  ['https://example.test/a.', 'https://example.test/a'],
  ['https://example.test/a?b=c,', 'https://example.test/a?b=c'],
  ['https://example.test/x)', 'https://example.test/x'],
  ['https://example.test/wiki/Shell_(computing)', 'https://example.test/wiki/Shell_(computing)'],
  ['https://example.test/x).', 'https://example.test/x'],
  ['https://example.test/a]]', 'https://example.test/a'],
])('the address of the link %s is %s', (found, address) => expect(trimAddress(found)).toBe(address));
