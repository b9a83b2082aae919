/** The pattern of a search, and the text whose lines it searches. */
export type MatchJob = { text: string; pattern: string; flags: string; max: number };

/** Offset in the text and length of each match, alternating. A match lies within one line. */
export function matchLines({ text, pattern, flags, max }: MatchJob): Uint32Array<ArrayBuffer> {
  const form = new RegExp(pattern, `g${flags}`);
  const found: number[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    for (const { 0: match, index } of line.matchAll(form)) {
      if (match.length === 0) continue;
      found.push(start + index, match.length);
      if (found.length >= 2 * max) return Uint32Array.from(found);
    }
    start += line.length + 1;
  }
  return Uint32Array.from(found);
}
