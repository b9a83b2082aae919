import { expect, test } from 'vitest';
import { asFolder, folderOf, foldersWithin, freeName, joinPath, nameOf, shellWord } from './remotePaths.ts';

test('splits a path into folder and name', () => {
  expect([folderOf('~/a/b.txt'), nameOf('~/a/b.txt')]).toEqual(['~/a/', 'b.txt']);
  expect([folderOf('b.txt'), nameOf('b.txt')]).toEqual(['', 'b.txt']);
  expect([folderOf('/tmp/'), nameOf('/tmp/')]).toEqual(['/tmp/', '']);
});

test('joins a folder and a name with one slash', () => {
  expect(joinPath('/tmp', 'x')).toBe('/tmp/x');
  expect(joinPath('/', 'x')).toBe('/x');
  expect(joinPath('~', 'a/x')).toBe('~/a/x');
  expect(asFolder('~/')).toBe('~/');
});

test('lists the parent folders of a name, outermost first', () => {
  expect(foldersWithin('a/b/c.txt')).toEqual(['a', 'a/b']);
  expect(foldersWithin('c.txt')).toEqual([]);
});

test.each([
  ['dump.sql', [], 'dump-2.sql'],
  ['dump.sql', ['dump-2.sql', 'dump-3.sql'], 'dump-4.sql'],
  ['a.tar.gz', [], 'a-2.tar.gz'],
  ['.bashrc', [], '.bashrc-2'],
  ['Makefile', [], 'Makefile-2'],
])('next to %s and %j the next free name is %s', (name, others, free) =>
  expect(freeName(name, (one) => others.includes(one))).toBe(free),
);

test.each([
  ['~/photos/2026', '~/photos/2026'],
  ['~/my photos', "~/'my photos'"],
  ["/it's", "'/it'\\''s'"],
  ['-rf', "'-rf'"],
  ['~/', '~/'],
  ['$(reboot)', "'$(reboot)'"],
])('quotes %s as %s for a shell', (path, word) => expect(shellWord(path)).toBe(word));
