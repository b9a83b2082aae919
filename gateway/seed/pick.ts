import { createHash } from 'node:crypto';

/** A number below `bound` that depends only on its arguments: the nth server is the same in every seed. */
export const numberOf = (seed: string, n: number, bound: number): number =>
  createHash('sha256').update(`${seed}/${n}`).digest().readUInt32BE() % bound;

export function pick<const T>(seed: string, n: number, from: readonly T[]): T {
  const picked = from[numberOf(seed, n, from.length)];
  if (picked === undefined) throw new Error(`there is no ${seed} to pick from`);
  return picked;
}
