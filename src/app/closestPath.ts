/** Letters to add, remove or change to turn one text into the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const FARTHEST = 3;

/** The address among `candidates` that `path` most likely meant; undefined when none is near. */
export function closestPath(path: string, candidates: readonly string[]): string | undefined {
  const near = candidates
    .map((candidate) => ({ candidate, off: distance(path.slice(0, 200), candidate) }))
    .filter(({ off }) => off <= FARTHEST)
    .sort((a, b) => a.off - b.off);
  return near[0]?.candidate;
}
