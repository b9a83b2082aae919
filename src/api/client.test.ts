// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ping } from './auth.ts';
import { call, refused, report, reachability } from './client.ts';
import { session } from './session.ts';

const fetched = vi.fn<typeof fetch>();
const answer = (body: string, status = 200) => fetched.mockResolvedValue(new Response(body, { status }));
const sentHeaders = () => new Headers(fetched.mock.lastCall?.[1]?.headers);

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  localStorage.clear();
  document.head.innerHTML = '<meta name="grv_csrf_token" content="5eed">';
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

test('sends the headers of the contract', async () => {
  session.store({ type: 'Bearer', token: 't0k', expires_in: 600, sessionExpires: '', sessionInactiveTimeout: 0 });
  answer('[]');
  await call('/v1/webapi/sites');
  const headers = sentHeaders();
  expect(headers.get('accept')).toBe('application/json');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-csrf-token')).toBe('5eed');
  expect(headers.get('authorization')).toBe('Bearer t0k');
  expect(fetched.mock.lastCall?.[1]).toMatchObject({
    mode: 'same-origin',
    credentials: 'same-origin',
    cache: 'no-store',
    method: 'GET',
  });
});

test('leaves the content type of a form to the browser', async () => {
  answer('{}');
  await call('/v1/webapi/x', { method: 'POST', body: new FormData() });
  expect(sentHeaders().has('content-type')).toBe(false);
});

test('rejects a successful response that is not JSON', async () => {
  answer('');
  await expect(call('/v1/webapi/x')).rejects.toThrow('200 - /v1/webapi/x');
});

test('a call without an answer fails with status 0 and has its start time', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call('/v1/webapi/x')).rejects.toMatchObject({
    status: 0,
    call: { method: 'GET', path: '/v1/webapi/x' },
  });
  expect(reachability.get().kind).toBe('lost');
  answer('{}');
  await call('/v1/webapi/x');
  expect(reachability.get().kind).toBe('reached');
});

test('an aborted call is not an error and does not mark the connection as lost', async () => {
  fetched.mockRejectedValue(new DOMException('aborted', 'AbortError'));
  await expect(call('/v1/webapi/x')).rejects.toThrow(DOMException);
  expect(reachability.get().kind).toBe('reached');
});

test('a call without an answer times out, but not after the response has started', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const signals: (AbortSignal | null | undefined)[] = [];
  fetched.mockImplementation(async (_, init) => {
    signals.push(init?.signal);
    if (signals.length === 1) return new Response('{}');
    await new Promise((resolve) => init?.signal?.addEventListener('abort', resolve));
    init?.signal?.throwIfAborted();
    return new Response();
  });
  await call('/v1/webapi/x');
  const ended = expect(call('/v1/webapi/x', { method: 'PUT' })).rejects.toMatchObject({ status: 0, mayBeDone: true });
  const sooner = expect(ping()).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(5000);
  await sooner;
  expect(reachability.get().kind).toBe('lost');
  expect(signals[1]?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(175_000);
  await ended;
  expect(signals[0]?.aborted).toBe(false);
});

test('announces a 403 and keeps the message of the server', async () => {
  const listener = vi.fn();
  const stop = refused.subscribe(listener);
  answer('{"error":{"message":"need auth"}}', 403);
  await expect(call('/v1/webapi/x')).rejects.toMatchObject({ name: 'ApiError', message: 'need auth', status: 403 });
  expect(listener).toHaveBeenCalledOnce();
  stop();
});

test('a usage event survives its page, never rejects and ignores the empty response', async () => {
  answer('');
  await expect(report('/v1/webapi/capture', {})).resolves.toBeUndefined();
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ keepalive: true });
  fetched.mockRejectedValue(new TypeError());
  await expect(report('/v1/webapi/capture', {})).resolves.toBeUndefined();
});
