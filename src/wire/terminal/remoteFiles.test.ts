import { expect, test } from 'vitest';
import { toRemoteFolder, attachmentName } from './remoteFiles.ts';

const changedOf = (changed: unknown) =>
  toRemoteFolder({ entries: [{ name: 'a', kind: 'file', size: 1, changed }] }).entries[0]?.changedAtMs;

test('reads the time of a change if it is a valid date', () => {
  expect(changedOf(1_795_400_815_000)).toBe(1_795_400_815_000);
  expect(changedOf(8.64e15)).toBe(8.64e15);
  for (const none of [undefined, 0, -1, 8.65e15, 9.2e21, '1795400815000', null])
    expect(changedOf(none)).toBeUndefined();
});

test.each([
  ['attachment;filename="app.log"', 'app.log'],
  ['attachment;filename="a+b%2Bc+%C3%A9%22.txt"', 'a b+c é".txt'],
  ['attachment;filename="100%25"', '100%'],
  ['attachment;filename="50%"', '50%'],
  ['attachment;filename="..%2F..%2Fetc%2Fpasswd"', 'passwd'],
  // On a Unix server, a backslash is part of the name.
  ['attachment;filename="back%5Cslash.txt"', 'back\\slash.txt'],
  ['attachment;filename="c%3A%5Ctemp%5Cx"', 'c:\\temp\\x'],
  ['attachment;filename=""', undefined],
  ['attachment', undefined],
  [null, undefined],
])('the file name of %s is %s', (header, name) => expect(attachmentName(header)).toBe(name));
