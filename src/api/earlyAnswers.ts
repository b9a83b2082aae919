// Responses that a small script requests before the code that reads them has loaded. Each can be taken once.
import { callForBody, send } from './client.ts';

type Early = { path: string; answer: Promise<Response>; abort: AbortController };

/** A response that no code takes must not keep its connection. */
const KEPT_MS = 30_000;

declare global {
  interface Window {
    /** The requesting script shares no modules with the code that takes the responses. */
    posternEarlyAnswers?: Early[];
  }
}

const answers = (): Early[] => (window.posternEarlyAnswers ??= []);

/**
 * Sends the request. The next `takeAnswer` of the same address gets the response, or its failure if it already waits.
 */
export function askEarly(path: string): void {
  const abort = new AbortController();
  const early: Early = { path, answer: send(path, {}, abort.signal), abort };
  answers().push(early);
  // A failure may no longer be true at the time of `takeAnswer`: an active session has no output to read until it ends.
  early.answer.then(
    ({ ok }) => ok || drop(early),
    () => drop(early),
  );
  setTimeout(() => {
    if (drop(early)) abort.abort();
  }, KEPT_MS);
}

/** False if it was taken before. */
function drop(early: Early): boolean {
  const at = answers().indexOf(early);
  if (at >= 0) answers().splice(at, 1);
  return at >= 0;
}

/** The early response for this address, otherwise that of a new call. Rejects like `call`. */
export function takeAnswer(path: string, signal: AbortSignal): Promise<Response> {
  const early = answers().find((answer) => answer.path === path);
  if (!early) return callForBody(path, { signal });
  drop(early);
  const { answer, abort } = early;
  const sent = (until: AbortSignal) => {
    if (until.aborted) abort.abort(until.reason);
    else until.addEventListener('abort', () => abort.abort(until.reason), { once: true });
    return answer;
  };
  return callForBody(path, { signal, sent });
}
