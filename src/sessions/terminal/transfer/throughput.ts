// How fast something moves, so that the numbers can be read while they change.

/** `bytesPerS` is undefined until enough has been seen. */
export type Throughput = {
  bytesPerS: number | undefined;
  /** The last measurement. */
  atMs: number;
  atBytes: number;
};

/** Shorter pieces of time measure the size of the network's packets. */
const SAMPLE_MIN_MS = 500;
/** What happened so long ago counts a third. */
const MEMORY_MS = 4000;

export const startThroughput = (nowMs: number): Throughput => ({ bytesPerS: undefined, atMs: nowMs, atBytes: 0 });

export function updateThroughput(pace: Throughput, doneBytes: number, nowMs: number): Throughput {
  const passedMs = nowMs - pace.atMs;
  if (passedMs < SAMPLE_MIN_MS) return pace;
  const now = (1000 * Math.max(0, doneBytes - pace.atBytes)) / passedMs;
  const weight = 1 - Math.exp(-passedMs / MEMORY_MS);
  const before = pace.bytesPerS ?? now;
  return { bytesPerS: before + weight * (now - before), atMs: nowMs, atBytes: doneBytes };
}

/** undefined where nobody can tell. */
export function leftMs(
  { bytesPerS }: Throughput,
  doneBytes: number,
  sizeBytes: number | undefined,
): number | undefined {
  if (!bytesPerS || sizeBytes === undefined) return undefined;
  return (1000 * Math.max(0, sizeBytes - doneBytes)) / bytesPerS;
}
