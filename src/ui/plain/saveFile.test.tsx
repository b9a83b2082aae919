import { expect, test, vi } from 'vitest';
import { saveFile } from './saveFile.ts';

test.each([
  ['hosts', 'hosts'],
  ['back\\slash.txt', 'back_slash.txt'],
])('%s is saved as %s, with a type that adds no extension', (name, saved) => {
  const types: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) types.push(content.type);
    return 'blob:x';
  });
  const names: string[] = [];
  vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    if (this instanceof HTMLAnchorElement) names.push(this.download);
  });
  saveFile(name, new Blob(['127.0.0.1 localhost']));
  expect([types, names]).toEqual([['application/octet-stream'], [saved]]);
});
