import { expect, test } from 'vitest';
import { cleanTitle } from './cleanTitle.ts';

test.each([
  ['root@web-1: ~/src', '~/src'],
  ['vim notes.txt', 'vim notes.txt'],
  ['mail@example', 'mail@example'],
  ['a\u202eb\u0007c', 'abc'],
  ['x'.repeat(200), 'x'.repeat(80)],
])('%j is shown as %j', (title, shown) => expect(cleanTitle(title)).toBe(shown));
