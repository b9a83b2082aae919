import type { SearchHitJson } from '../../wire/recordings.ts';

type Excerpt = Pick<SearchHitJson, 'text' | 'ranges'>;

/** The text of a hit, cut before the match if more than `most` characters precede it. */
export function hitExcerpt({ text, ranges }: Excerpt, most: number): Excerpt {
  const first = ranges[0]?.[0] ?? 0;
  if (first <= most) return { text, ranges };
  const start = first - Math.floor(most / 2);
  // Not between the halves of a surrogate pair.
  const from = /[\uDC00-\uDFFF]/.test(text.charAt(start)) ? start + 1 : start;
  return { text: `…${text.slice(from)}`, ranges: ranges.map(([a, b]) => [a - from + 1, b - from + 1]) };
}
