/**
 * Aborts with the first of `signals`, or after `ms` like `AbortSignal.timeout`. `AbortSignal.any` does not always fire:
 * Node forgets garbage-collected sources, and Node 24 then forgets the other sources too.
 */
export function withTimeLimit(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new DOMException('The time is over', 'TimeoutError')), ms);
  timer.unref();
  for (const signal of signals) {
    const abort = () => over.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { signal: over.signal });
  }
  return over.signal;
}

/** The result of `work`. Rejects with the reason of `signal` as soon as it aborts, for work that may never end. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon);
    const over = () => signal.removeEventListener('abort', abandon);
    work.finally(over).then(resolve, reject);
  });
}
