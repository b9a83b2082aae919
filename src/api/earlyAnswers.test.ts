// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { askEarly, takeAnswer } from './earlyAnswers.ts';

const ask = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', ask);
  delete window.posternEarlyAnswers;
  ask.mockReset().mockImplementation(() => Promise.resolve(new Response()));
});
// The next file in the same worker needs real timers.
afterAll(() => void vi.useRealTimers());
const never = () => new AbortController().signal;
const signalOf = (call: number): AbortSignal | null | undefined => ask.mock.calls[call]?.[1]?.signal;
const notFound = () => Promise.resolve(Response.json({ error: { message: 'not found' } }, { status: 404 }));

test('uses an early response once, and requests other addresses', async () => {
  askEarly('/a');
  const first = await takeAnswer('/a', never());
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await ask.mock.results[0]?.value).toBe(first);
  await takeAnswer('/b', never());
  await takeAnswer('/a', never());
  expect(ask.mock.calls.map(([path]) => path)).toEqual(['/a', '/b', '/a']);
});

test('a failed early response rejects its first caller, and a later caller sends a new request', async () => {
  ask.mockImplementationOnce(notFound).mockImplementationOnce(notFound);
  askEarly('/a');
  await expect(takeAnswer('/a', never())).rejects.toMatchObject({ status: 404, message: 'not found' });
  askEarly('/a');
  await vi.advanceTimersByTimeAsync(1);
  await expect(takeAnswer('/a', never())).resolves.toBeInstanceOf(Response);
  expect(ask).toHaveBeenCalledTimes(3);
});

test('a lost connection rejects the first caller, and a later caller sends a new request', async () => {
  ask.mockRejectedValueOnce(new TypeError('network')).mockRejectedValueOnce(new TypeError('network'));
  askEarly('/a');
  await expect(takeAnswer('/a', never())).rejects.toMatchObject({ status: 0 });
  askEarly('/a');
  await vi.advanceTimersByTimeAsync(1);
  await expect(takeAnswer('/a', never())).resolves.toBeInstanceOf(Response);
});

test('aborting the caller aborts the early request', async () => {
  askEarly('/a');
  const abort = new AbortController();
  await takeAnswer('/a', abort.signal);
  expect(signalOf(0)?.aborted).toBe(false);
  abort.abort();
  expect(signalOf(0)?.aborted).toBe(true);
});

test('aborts an unused early request after 30 seconds', async () => {
  askEarly('/a');
  vi.advanceTimersByTime(30_000);
  expect(signalOf(0)?.aborted).toBe(true);
  await takeAnswer('/a', never());
  expect(ask).toHaveBeenCalledTimes(2);
});
