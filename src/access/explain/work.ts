/**
 * Work in small steps, for work that takes longer than the page may block. The caller iterates `steps` once and can
 * pause after each step. `result` returns what is known so far.
 */
export type Work<R> = {
  /** The number of steps. */
  readonly total: number;
  steps(): Iterable<unknown>;
  result(): R;
};

/** Runs all steps at once, for short work. */
export function finished<R>(work: Work<R>): R {
  for (const _ of work.steps());
  return work.result();
}
