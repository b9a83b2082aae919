/** Longer words are not worth the work, and are not typing mistakes. */
const MAX_CHARS = 200;

/** The known word closest to a mistyped one, or undefined if none is within `most` edits. */
export function nearestWord(
  word: string,
  candidates: readonly string[],
  most = Math.max(1, Math.floor(word.length / 3)),
): string | undefined {
  if (word.length > MAX_CHARS) return undefined;
  let best: { candidate: string; edits: number } | undefined;
  for (const candidate of candidates) {
    if (candidate.length > MAX_CHARS || Math.abs(candidate.length - word.length) > most) continue;
    const edits = editsBetween(word.toLowerCase(), candidate.toLowerCase());
    if (edits <= most && edits < candidate.length && edits < (best?.edits ?? Infinity)) best = { candidate, edits };
  }
  return best?.candidate;
}

/** The number of characters to insert, delete, replace, or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const before = (up: number, left: number): number => (up === 0 ? row : rows[i - up])?.[j - left] ?? Infinity;
      const replaced = before(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(replaced, before(1, 0) + 1, before(0, 1) + 1, isSwap ? before(2, 2) + 1 : Infinity));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Infinity;
}
