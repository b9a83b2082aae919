import { expect, test } from 'vitest';
import { attachmentName } from './attachmentName.ts';

test.each([
  ['attachment;filename="app.log"', 'app.log'],
  ['attachment;filename="a+b%2Bc+%C3%A9%22.txt"', 'a b+c é".txt'],
  ['attachment;filename="100%25"', '100%'],
  ['attachment;filename="50%"', '50%'],
  ['attachment;filename="..%2F..%2Fetc%2Fpasswd"', 'passwd'],
  ['attachment;filename="c%3A%5Ctemp%5Cx"', 'x'],
  ['attachment;filename=""', undefined],
  ['attachment', undefined],
  [null, undefined],
])('%s names %s', (header, name) => expect(attachmentName(header)).toBe(name));
