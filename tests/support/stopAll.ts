type Stoppable = { stop?: () => Promise<unknown>; close?: () => Promise<unknown> };

/**
 * Stops the parts that `beforeAll` has started, one after the other, even if one did not start (undefined) or fails to
 * stop. Then it rejects at the end. Vitest runs `afterAll` also after a `beforeAll` that failed.
 */
export async function stopAll(...started: readonly (Stoppable | undefined)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const each of started)
    try {
      await (each?.stop ?? each?.close)?.call(each);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw new AggregateError(errors, 'not everything could be stopped');
}
