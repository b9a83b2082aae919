import { expect, test } from 'vitest';
import { asFolder, folderOf, foldersWithin, freeName, joinPath, nameOf, shellWord } from './remotePaths.ts';

test('a path has a folder and a name', () => {
  expect([folderOf('~/a/b.txt'), nameOf('~/a/b.txt')]).toEqual(['~/a/', 'b.txt']);
  expect([folderOf('b.txt'), nameOf('b.txt')]).toEqual(['', 'b.txt']);
  expect([folderOf('/tmp/'), nameOf('/tmp/')]).toEqual(['/tmp/', '']);
});

test('a folder is joined with one slash, whether it was written with one or not', () => {
  expect(joinPath('/tmp', 'x')).toBe('/tmp/x');
  expect(joinPath('/', 'x')).toBe('/x');
  expect(joinPath('~', 'a/x')).toBe('~/a/x');
  expect(asFolder('~/')).toBe('~/');
});

test('folders of a name come before the folders in them', () => {
  expect(foldersWithin('a/b/c.txt')).toEqual(['a', 'a/b']);
  expect(foldersWithin('c.txt')).toEqual([]);
});

test.each([
  ['dump.sql', [], 'dump-2.sql'],
  ['dump.sql', ['dump-2.sql', 'dump-3.sql'], 'dump-4.sql'],
  ['a.tar.gz', [], 'a-2.tar.gz'],
  ['.bashrc', [], '.bashrc-2'],
  ['Makefile', [], 'Makefile-2'],
])('beside %s and %j there is room for %s', (name, others, free) =>
  expect(freeName(name, (one) => others.includes(one))).toBe(free),
);

test.each([
  ['~/photos/2026', '~/photos/2026'],
  ['~/my photos', "~/'my photos'"],
  ["/it's", "'/it'\\''s'"],
  ['-rf', "'-rf'"],
  ['~/', '~/'],
  ['$(reboot)', "'$(reboot)'"],
])('%s is the word %s of a shell', (path, word) => expect(shellWord(path)).toBe(word));
