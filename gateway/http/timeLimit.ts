/**
 * Aborts with the first of `signals`, or after `ms` as `AbortSignal.timeout` does. That one does not fire inside of
 * `AbortSignal.any` once Node 20 has collected it as garbage.
 */
export function withTimeLimit(ms: number, ...signals: readonly AbortSignal[]): AbortSignal {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new DOMException('The time is over', 'TimeoutError')), ms);
  timer.unref();
  return AbortSignal.any([...signals, late.signal]);
}

/** What `work` gives. Rejects with the reason of `signal` as soon as that aborts, for work that may never end. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) abandon();
    signal.addEventListener('abort', abandon);
    const over = () => signal.removeEventListener('abort', abandon);
    work.finally(over).then(resolve, reject);
  });
}
