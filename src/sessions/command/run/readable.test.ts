import { expect, test } from 'vitest';
import { readable } from './readable.ts';

test.each([
  ['plain text, with tabs\tand\nlines', 'plain text, with tabs\tand\nlines'],
  ['\x1b[1;31mred\x1b[0m \x1b[?25lhidden', 'red hidden'],
  ['\x1b]0;title\x07after \x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\', 'after link'],
  ['\x1b(Bascii', 'ascii'],
  ['one\r\ntwo\r\r\nthree\r', 'one\ntwo\nthree\n'],
  ['10%\r20%\r', '10%\n20%\n'],
  ['bell\x07 null\x00 delete\x7f', 'bell\u2407 null\u2400 delete\u2421'],
  ['cut \x1b[3', 'cut \u241b[3'],
  ['é € 😀', 'é € 😀'],
])('%j reads %j', (text, read) => expect(readable(text)).toBe(read));
