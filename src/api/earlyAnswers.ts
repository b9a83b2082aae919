// Answers that are asked for before the script that reads them has arrived. Each is taken once.
import { callForBody } from './client.ts';

type Early = { answer: Promise<Response>; abort: AbortController };

/** An answer that nobody takes does not keep its connection. */
const KEPT_MS = 30_000;

const early = new Map<string, Early>();

/** Begins the call; the next `takeAnswer` of the same address gets its answer. A failure is for who waits already. */
export function askEarly(path: string): void {
  const abort = new AbortController();
  const answer = callForBody(path, { signal: abort.signal });
  const entry = { answer, abort };
  early.set(path, entry);
  const drop = () => early.get(path) === entry && early.delete(path);
  // It may be true no longer when somebody asks: a session that runs has no output to read until it ends.
  answer.catch(drop);
  setTimeout(() => {
    if (drop()) abort.abort();
  }, KEPT_MS);
}

/** The early answer of this address, else that of a new call. Rejects like `call`. */
export function takeAnswer(path: string, signal: AbortSignal): Promise<Response> {
  const entry = early.get(path);
  if (!entry) return callForBody(path, { signal });
  early.delete(path);
  if (signal.aborted) entry.abort.abort(signal.reason);
  else signal.addEventListener('abort', () => entry.abort.abort(signal.reason), { once: true });
  return entry.answer;
}
