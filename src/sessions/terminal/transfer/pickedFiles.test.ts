// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { droppedFiles } from './pickedFiles.ts';

const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (resolve: (file: File) => void) => resolve(new File(['x'], name)),
});

/** A folder whose reader returns one entry at a time, where a browser returns a hundred. */
function folderEntry(name: string, inner: readonly object[] = []) {
  const left = [...inner];
  const readEntries = (resolve: (some: object[]) => void) => resolve(left.splice(0, 1));
  return { name, isFile: false, isDirectory: true, createReader: () => ({ readEntries }) };
}

const dropped = (...entries: object[]) =>
  droppedFiles({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer);

test('lists all files of a dropped folder, and its empty folders', async () => {
  const picked = await dropped(
    fileEntry('a.txt'),
    folderEntry('photos', [fileEntry('b.jpg'), folderEntry('2026', [folderEntry('empty')])]),
  );
  expect(picked.map(({ name, file }) => [name, file?.name])).toEqual([
    ['a.txt', 'a.txt'],
    ['photos/b.jpg', 'b.jpg'],
    ['photos/2026/empty', undefined],
  ]);
});
