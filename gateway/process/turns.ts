import { setImmediate } from 'node:timers/promises';

/** How long one call works before other work runs. */
const SLICE_MS = 8;
/** Items of a list that are written as JSON without a pause. */
const JSON_PIECE = 1000;

/** The returned function resolves one of its calls in each turn of the event loop. */
export function createTurns(): () => Promise<unknown> {
  let lastTurn: Promise<unknown> = Promise.resolve();
  return () => (lastTurn = lastTurn.then(() => setImmediate()));
}

/** All calls together run at most one slice in each turn of the event loop. */
const nextTurn = createTurns();

/** Processes each item without blocking the event loop, for any number of items and calls. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  await nextTurn();
  let until = performance.now() + SLICE_MS;
  for (const item of items) {
    work(item);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + SLICE_MS;
  }
}

/**
 * The JSON of an answer whose members may be long lists. Other work runs between their pieces: a week of a recording
 * takes a tenth of a second. No member is undefined.
 */
export async function jsonInTurns(answer: object): Promise<Buffer> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    const json = Array.isArray(value) ? `[${await listJson(value)}]` : JSON.stringify(value);
    members.push(`${JSON.stringify(name)}:${json}`);
  }
  return Buffer.from(`{${members.join(',')}}`);
}

async function listJson(list: readonly unknown[]): Promise<string> {
  const pieces: string[] = [];
  const starts = Array.from({ length: Math.ceil(list.length / JSON_PIECE) }, (_, n) => n * JSON_PIECE);
  await inTurns(starts, (at) => pieces.push(JSON.stringify(list.slice(at, at + JSON_PIECE)).slice(1, -1)));
  return pieces.join(',');
}
