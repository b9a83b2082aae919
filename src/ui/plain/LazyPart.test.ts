import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerForFiles, LazyPart, type Loss } from './LazyPart.ts';

const AGAIN_MS = 3000;
let online: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  online = undefined;
  vi.stubGlobal('addEventListener', (_: string, run: () => void) => (online = run));
  vi.stubGlobal('removeEventListener', () => (online = undefined));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  answerForFiles({ lossOf: async () => 'unanswered' });
});

/** A part whose file can be loaded only after the call of `unblock`. */
function start(loss: Loss = 'unanswered') {
  let isBlocked = true;
  const load = vi.fn(async () => {
    if (isBlocked) throw new TypeError('Failed to fetch dynamically imported module');
    return 'the part';
  });
  answerForFiles({ lossOf: async () => loss });
  return { part: new LazyPart(load), load, unblock: () => (isBlocked = false) };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('a part that failed to load is lost and loads again after the connection is back', async () => {
  const { part, unblock } = start();
  part.want();
  expect(part.state.get()).toEqual({ kind: 'coming' });
  await settle();
  expect(part.state.get()).toEqual({ kind: 'lost', loss: 'unanswered', isTrying: false });
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(part.state.get()).toMatchObject({ kind: 'lost' });
  unblock();
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(part.state.get()).toEqual({ kind: 'here', module: 'the part' });
  expect(vi.getTimerCount()).toBe(0);
});

test('loads again immediately when the browser is online', async () => {
  const { part, unblock } = start();
  part.want();
  await settle();
  unblock();
  online?.();
  await settle();
  expect(part.state.get().kind).toBe('here');
});

test('a retry loads immediately and keeps the error until it completes', async () => {
  const { part, load, unblock } = start();
  part.want();
  await settle();
  unblock();
  void part.fetch();
  void part.fetch();
  expect(part.state.get()).toEqual({ kind: 'lost', loss: 'unanswered', isTrying: true });
  await settle();
  expect(part.state.get().kind).toBe('here');
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failed prefetch is repeated when the part is needed', async () => {
  const { part, unblock } = start();
  await part.fetch();
  expect(part.state.get()).toEqual({ kind: 'away' });
  unblock();
  part.want();
  await settle();
  expect(part.state.get().kind).toBe('here');
});

test('stops retrying when the part is no longer needed', async () => {
  const { part, load } = start();
  const first = part.want();
  const second = part.want();
  await settle();
  first();
  first();
  expect(part.state.get().kind).toBe('lost');
  second();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(part.state.get()).toEqual({ kind: 'away' });
  expect(load).toHaveBeenCalledTimes(1);
});

test('does not retry a file that the server has replaced', async () => {
  const { part, load } = start('replaced');
  part.want();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(part.state.get()).toEqual({ kind: 'lost', loss: 'replaced', isTrying: false });
  expect(load).toHaveBeenCalledTimes(1);
});
