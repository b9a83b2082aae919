import type { SearchHitJson } from '../../wire/recordings.ts';

type Excerpt = Pick<SearchHitJson, 'text' | 'ranges'>;

/** The text of a hit from shortly before what matches, if more than `most` characters stand before that. */
export function hitExcerpt({ text, ranges }: Excerpt, most: number): Excerpt {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= most) return { text, ranges };
  const start = first - Math.floor(most / 2);
  // Not between the halves of a character.
  const from = /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start + 1 : start;
  return { text: `…${text.slice(from)}`, ranges: ranges.map(([a, b]) => [a - from + 1, b - from + 1]) };
}
