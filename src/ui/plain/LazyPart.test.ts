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

/** A part whose file arrives after the call of `unblock`. */
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

test('a part that did not come is lost to who wants it, and here once the connection is back', async () => {
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

test('the browser that finds its network again is believed at once', async () => {
  const { part, unblock } = start();
  part.want();
  await settle();
  unblock();
  online?.();
  await settle();
  expect(part.state.get().kind).toBe('here');
});

test('one more press asks at once, and the words stay until there is an answer', async () => {
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

test('what was fetched ahead in vain is fetched anew by who wants it', async () => {
  const { part, unblock } = start();
  await part.fetch();
  expect(part.state.get()).toEqual({ kind: 'away' });
  unblock();
  part.want();
  await settle();
  expect(part.state.get().kind).toBe('here');
});

test('once nobody wants it, nothing is asked for', async () => {
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

test('a file that the server no longer has is not asked for again and again', async () => {
  const { part, load } = start('replaced');
  part.want();
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS);
  expect(part.state.get()).toEqual({ kind: 'lost', loss: 'replaced', isTrying: false });
  expect(load).toHaveBeenCalledTimes(1);
});
