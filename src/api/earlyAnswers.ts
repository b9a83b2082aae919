// Answers that a script of its own asks for before those that read them have arrived. Each is taken once.
import { callForBody, send } from './client.ts';

type Early = { path: string; answer: Promise<Response>; abort: AbortController };

/** An answer that nobody takes does not keep its connection. */
const KEPT_MS = 30_000;

declare global {
  interface Window {
    /** The script that asks shares no modules with those that take the answers. */
    posternEarlyAnswers?: Early[];
  }
}

const answers = (): Early[] => (window.posternEarlyAnswers ??= []);

/** Sends the request; the next `takeAnswer` of the same address gets its answer. A failure is for who waits already. */
export function askEarly(path: string): void {
  const abort = new AbortController();
  const early: Early = { path, answer: send(path, {}, abort.signal), abort };
  answers().push(early);
  // It may be true no longer when somebody asks: a session that runs has no output to read until it ends.
  early.answer.then(
    ({ ok }) => ok || drop(early),
    () => drop(early),
  );
  setTimeout(() => {
    if (drop(early)) abort.abort();
  }, KEPT_MS);
}

/** False where it was taken before. */
function drop(early: Early): boolean {
  const at = answers().indexOf(early);
  if (at >= 0) answers().splice(at, 1);
  return at >= 0;
}

/** The early answer of this address, else that of a new call. Rejects like `call`. */
export function takeAnswer(path: string, signal: AbortSignal): Promise<Response> {
  const early = answers().find((one) => one.path === path);
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
