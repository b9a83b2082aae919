import { expect, test } from 'vitest';
import { hitExcerpt } from './hitExcerpt.ts';

test('an excerpt starts shortly before the match and keeps its highlights', () => {
  const text = `${'-'.repeat(100)}root and root`;
  const marks: [number, number][] = [
    [100, 104],
    [109, 113],
  ];
  const excerpt = hitExcerpt({ text, ranges: marks }, 16);
  expect(excerpt.text).toBe('…--------root and root');
  expect(excerpt.ranges.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(['root', 'root']);
});

test('a text with a match near its start or without a match stays complete', () => {
  const near = { text: 'sudo root', ranges: [[5, 9]] as [number, number][] };
  expect(hitExcerpt(near, 16)).toEqual(near);
  const none = { text: 'x'.repeat(100), ranges: [] };
  expect(hitExcerpt(none, 16)).toEqual(none);
});

test('an excerpt does not split a surrogate pair', () => {
  const text = `${'😀'.repeat(50)}root`;
  for (const most of [16, 18]) {
    const excerpt = hitExcerpt({ text, ranges: [[100, 104]] }, most);
    expect(excerpt.text).toMatch(/^…(😀)*root$/u);
    expect(excerpt.ranges.map(([from, to]) => excerpt.text.slice(from, to))).toEqual(['root']);
  }
});
