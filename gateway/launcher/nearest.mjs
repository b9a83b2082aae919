/**
 * The known word that a mistyped one most likely means. undefined if none is similar.
 * @param {string} word
 * @param {readonly string[]} known
 * @returns {string | undefined}
 */
export function nearest(word, known) {
  const ranked = known.map((candidate) => ({ candidate, edits: distance(word, candidate) }));
  ranked.sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  const bound = Math.max(2, Math.floor(word.length / 3)); // two: swapped neighbours count as two edits
  return best && best.edits <= bound && best.edits < best.candidate.length ? best.candidate : undefined;
}

/**
 * Edits (insert, delete, replace one character) that turn `a` into `b`.
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = Number(row[j - 1]) + Number(a[i - 1] !== b[j - 1]);
      next[j] = Math.min(replaced, Number(row[j]) + 1, Number(next[j - 1]) + 1);
    }
    row = next;
  }
  return Number(row[b.length]);
}
