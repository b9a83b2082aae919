/**
 * Something that takes longer than a page may be held up. `steps` is walked once, a pause fits after each of them; `result`
 * says at any time what is known so far.
 */
export type Work<R> = {
  /** How many steps there will be. */
  readonly total: number;
  steps(): Iterable<unknown>;
  result(): R;
};

/** All of it at one go: for little of it. */
export function finished<R>(work: Work<R>): R {
  for (const _ of work.steps());
  return work.result();
}
