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
