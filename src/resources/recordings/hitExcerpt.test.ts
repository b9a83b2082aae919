import { expect, test } from 'vitest';
import { hitExcerpt } from './hitExcerpt.ts';

test('a text begins shortly before what matches, with its marks where they belong', () => {
  const text = `${'-'.repeat(100)}root and root`;
  const marks: [number, number][] = [
    [100, 104],
    [109, 113],
  ];
  const excerpt = hitExcerpt({ text, ranges: marks }, 16);
  expect(excerpt.text).toBe('…--------root and root');
  expect(excerpt.ranges.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(['root', 'root']);
});

test('a text whose match is near its start stays, also one without a match', () => {
  const near = { text: 'sudo root', ranges: [[5, 9]] as [number, number][] };
  expect(hitExcerpt(near, 16)).toEqual(near);
  const none = { text: 'x'.repeat(100), ranges: [] };
  expect(hitExcerpt(none, 16)).toEqual(none);
});

test('a character is not cut in two', () => {
  const text = `${'😀'.repeat(50)}root`;
  for (const most of [16, 18]) {
    const excerpt = hitExcerpt({ text, ranges: [[100, 104]] }, most);
    expect(excerpt.text).toMatch(/^…(😀)*root$/u);
    expect(excerpt.ranges.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(['root']);
  }
});
