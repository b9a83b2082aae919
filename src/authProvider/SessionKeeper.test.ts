// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { SessionStore } from '../api/session.ts';
import { systemClock } from '../lib/clock.ts';
import { leaving } from '../lib/leaving.ts';
import type { SessionResponse } from '../wire/http.ts';
import { SessionKeeper } from './SessionKeeper.ts';

const START = Date.UTC(2026, 10, 21, 14);
const ENDS = '2026-11-21T18:40:00Z';
const session = new SessionStore(() => ({ page: document, storage: localStorage }));
const answer = (more: Partial<SessionResponse> = {}): SessionResponse => ({
  type: 'Bearer',
  token: 't1',
  expires_in: 600,
  sessionExpires: ENDS,
  sessionInactiveTimeout: 0,
  ...more,
});

const calls = {
  renew: vi.fn<() => Promise<void>>(),
  status: vi.fn<() => Promise<void>>(),
  logout: vi.fn<(bearer?: string) => Promise<void>>(),
};
const leave = vi.fn();
/** All writes of the keeper, in order. */
let written: [key: string, value: string][] = [];
let isFull = false;
const recorded = (storage: Storage): Storage =>
  Object.assign(Object.create(null) as Storage, {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: (key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      written.push([key, value]);
      storage.setItem(key, value);
    },
  });
const writtenTo = (name: string) => written.filter(([key]) => key === name).map(([, value]) => value);

let keeper: SessionKeeper;
let stop: () => void;

const begin = (more: Partial<SessionResponse> = {}) => {
  session.store(answer(more));
  keeper = new SessionKeeper({ session, storage: recorded(localStorage), clock: systemClock, calls, leave });
  stop = keeper.start(window);
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Changes the storage as another tab does. */
const elsewhere = (key: string, newValue: string | null) => {
  if (newValue === null) localStorage.removeItem(key);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
};

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  localStorage.clear();
  written = [];
  isFull = false;
  leave.mockReset();
  calls.renew.mockReset().mockImplementation(async () => session.store(answer({ token: 't2' })));
  calls.status.mockReset().mockResolvedValue();
  calls.logout.mockReset().mockResolvedValue();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('requests the status at once and every 15 s', async () => {
  begin();
  expect(calls.status).toHaveBeenCalledTimes(1);
  await pass(30_000);
  expect(calls.status).toHaveBeenCalledTimes(3);
  expect(calls.renew).not.toHaveBeenCalled();
});

test('requests the status when the window gets the focus, until the session ends', async () => {
  begin();
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(calls.status).toHaveBeenCalledTimes(1); // the first request is still pending
  calls.status.mockRejectedValue(new ApiError('need auth', 403));
  window.dispatchEvent(new Event('focus'));
  await pass(0);
  expect(leave).toHaveBeenCalledExactlyOnceWith('refused');
  window.dispatchEvent(new Event('focus'));
  expect(calls.status).toHaveBeenCalledTimes(2);
});

test('renews once when less than 180 s remain, and continues with the new token', async () => {
  begin({ expires_in: 200 });
  await pass(15_000);
  expect(calls.renew).not.toHaveBeenCalled();
  await pass(15_000);
  expect(calls.renew).toHaveBeenCalledTimes(1);
  await pass(60_000);
  expect(calls.renew).toHaveBeenCalledTimes(1);
  expect(session.token()?.accessToken).toBe('t2');
});

test('renews and signs out when the storage is full', async () => {
  isFull = true;
  begin({ expires_in: 170, sessionInactiveTimeout: 600_000 });
  await pass(0);
  expect(session.token()?.accessToken).toBe('t2');
  window.dispatchEvent(new KeyboardEvent('keydown'));
  void keeper.signOut();
  await pass(0);
  expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut');
  expect(session.token()).toBeUndefined();
});

test('does not request the status during a renewal or in the last 30 s', async () => {
  calls.renew.mockReturnValue(new Promise(() => undefined));
  begin({ expires_in: 170 });
  await pass(45_000);
  expect(calls.status).not.toHaveBeenCalled();
  expect(calls.renew).toHaveBeenCalledTimes(1);
});

test('does not renew a session whose end is known', async () => {
  begin();
  await pass(10_000);
  expect(calls.renew).not.toHaveBeenCalled();
});

test('renews once after the page has loaded to get the end of the session', async () => {
  begin({ sessionExpires: '0001-01-01T00:00:00Z' });
  expect(keeper.state.get()).toEqual({ kind: 'signedIn', endsAtMs: undefined });
  await pass(2000);
  expect(calls.renew).toHaveBeenCalledTimes(1);
  expect(keeper.state.get()).toEqual({ kind: 'signedIn', endsAtMs: Date.parse(ENDS) });
});

test('signals the renewal to other tabs and removes the signal', async () => {
  begin({ expires_in: 100 });
  await pass(0);
  expect(writtenTo('grv_teleport_token_renew')).toEqual(['true', 'false']);
  expect(localStorage.getItem('grv_teleport_token_renew')).toBeNull();
});

test('pauses while another tab renews, for a limited time', async () => {
  begin({ expires_in: 179 });
  await pass(0);
  calls.renew.mockClear();
  session.store(answer({ expires_in: 179 }));
  elsewhere('grv_teleport_token_renew', 'true');
  await pass(15_000);
  expect(calls.renew).not.toHaveBeenCalled();
  await pass(30_000);
  expect(calls.renew).toHaveBeenCalledTimes(1);
});

test.each([
  ['an expired token', 'expired', () => session.store(answer({ expires_in: 10 })), 15_000],
  ['a status of 403', 'refused', () => calls.status.mockRejectedValue(new ApiError('need auth', 403)), 15_000],
  [
    'a failed renewal',
    'expired',
    () => {
      session.store(answer({ expires_in: 60 }));
      calls.renew.mockRejectedValue(new ApiError('session not found', 404));
    },
    15_000,
  ],
])('%s ends the session', async (_, why, provoke, ms) => {
  begin();
  localStorage.setItem('grv_teleport_ui_theme', 'dark');
  provoke();
  await pass(ms + 1);
  expect(leave).toHaveBeenCalledExactlyOnceWith(why);
  expect(Object.keys(localStorage)).toEqual(['grv_teleport_ui_theme']);
  await pass(60_000);
  expect(leave).toHaveBeenCalledTimes(1);
});

test('a session ended by the server is left at once with the reason and without a sign-out request', () => {
  begin();
  keeper.endedByServer();
  expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut');
  expect(calls.logout).not.toHaveBeenCalled();
  expect(session.token()).toBeUndefined();
});

test('a lockout ends the session only if it is gone, also while another probe is pending', async () => {
  begin();
  await pass(0);
  expect(await keeper.probeAfterLockOut()).toBe(false);
  expect(leave).not.toHaveBeenCalled();
  calls.status.mockRejectedValue(new ApiError('need auth', 403));
  void keeper.probe(); // as every 403 does
  expect(await keeper.probeAfterLockOut()).toBe(true);
  expect(leave).toHaveBeenCalledExactlyOnceWith('lockedOut');
  expect(calls.logout).not.toHaveBeenCalled();
});

test.each([
  ['a missing answer', 0],
  ['an overloaded server', 503],
  ['an unreachable cluster behind its relay', 504],
  ['a rate limit', 429],
])('%s does not end the session while the token is valid', async (_, status) => {
  const silent = new ApiError('The server did not answer', status);
  calls.status.mockRejectedValue(silent);
  calls.renew.mockRejectedValue(silent);
  begin({ expires_in: 170 });
  await pass(165_000);
  expect(calls.renew.mock.calls.length).toBeGreaterThan(5);
  expect(leave).not.toHaveBeenCalled();
  await pass(15_001);
  expect(leave).toHaveBeenCalledWith('expired');
});

test('a truncated renewal response does not end the session, because the page may be unloading', async () => {
  calls.renew.mockRejectedValue(new ApiError('200 - /v1/webapi/sessions/web/renew', 200));
  begin({ expires_in: 170 });
  await pass(60_000);
  expect(calls.renew).toHaveBeenCalled();
  expect(leave).not.toHaveBeenCalled();
  expect(calls.logout).not.toHaveBeenCalled();
});

test('other status errors do not end the session', async () => {
  calls.status.mockRejectedValue(new ApiError('boom', 500));
  begin();
  await pass(60_000);
  expect(leave).not.toHaveBeenCalled();
});

test('leaves without a request when another tab removes the token', async () => {
  begin();
  elsewhere('grv_teleport_token', null);
  await pass(0);
  expect(leave).toHaveBeenCalledExactlyOnceWith('signedOutElsewhere');
  expect(calls.logout).not.toHaveBeenCalled();
});

test.each([
  ['expired', 'expired'],
  ['inactive', 'inactive'],
  ['signedOut', 'signedOutElsewhere'],
  ['nonsense', 'signedOutElsewhere'],
])('when another tab ends the session with %s, this tab leaves with %s', async (reported, why) => {
  begin();
  localStorage.setItem('postern_ending', reported);
  elsewhere('postern_ending', reported);
  expect(leave).not.toHaveBeenCalled();
  localStorage.removeItem('postern_ending');
  elsewhere('postern_ending', null);
  elsewhere('grv_teleport_token', null);
  await pass(0);
  expect(leave).toHaveBeenCalledExactlyOnceWith(why);
});

test('signals the reason to other tabs before it removes the token', async () => {
  begin();
  keeper.endedByServer();
  expect(writtenTo('postern_ending')).toEqual(['signedOut']);
  expect(localStorage.getItem('postern_ending')).toBeNull();
});

test('signing out saves drafts, sends the request with the token and then clears the token', async () => {
  begin();
  const order: string[] = [];
  const unhook = leaving.subscribe(() => order.push(`drafts, token ${session.token()?.accessToken}`));
  calls.logout.mockImplementation(async () => void order.push(`logout, token ${session.token()?.accessToken}`));
  leave.mockImplementation(() => order.push(`leave, token ${session.token()?.accessToken}`));
  await keeper.signOut();
  unhook();
  expect(order).toEqual(['drafts, token t1', 'logout, token t1', 'leave, token undefined']);
});

test.each([
  ['a missing answer', () => Promise.reject(new ApiError('The server did not answer', 0))],
  ['an overloaded server', () => Promise.reject(new ApiError('busy', 503))],
  ['a server that does not answer in time', () => new Promise<never>(() => undefined)],
])('signing out with %s keeps the token in memory for a later retry', async (_, answered) => {
  calls.logout.mockImplementation(answered);
  begin();
  void keeper.signOut();
  await pass(3000);
  expect(keeper.state.get()).toEqual({ kind: 'ended', why: 'signedOut', unconfirmed: { bearer: 't1' } });
  expect(session.token()).toBeUndefined();
  void keeper.signOutAgain('t1');
  await pass(3000);
  expect(leave).not.toHaveBeenCalled();
  calls.logout.mockRejectedValue(new ApiError('session not found', 403));
  await keeper.signOutAgain('t1');
  expect(calls.logout.mock.calls).toEqual([['t1'], ['t1'], ['t1']]);
  expect(leave).toHaveBeenCalledExactlyOnceWith('signedOut');
});

test('an automatic sign-out does not wait for a server without an answer', async () => {
  keepToken();
  calls.logout.mockReturnValue(new Promise(() => undefined));
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  await pass(TEN_MINUTES + 3000);
  expect(leave).toHaveBeenCalledExactlyOnceWith('inactive');
});

test('concurrent probes share one request', async () => {
  begin();
  await pass(1000);
  calls.status.mockClear();
  const answers = Promise.all([keeper.probe(), keeper.probe()]);
  expect(calls.status).toHaveBeenCalledTimes(1);
  expect(await answers).toEqual([false, false]);
});

const TEN_MINUTES = 600_000;
const keepToken = () =>
  calls.renew.mockImplementation(async () => session.store(answer({ sessionInactiveTimeout: TEN_MINUTES })));

test('warns a minute before inactivity ends the session, then ends it', async () => {
  keepToken();
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  await pass(TEN_MINUTES - 30_000 - 60_000 - 1000);
  expect(keeper.state.get().kind).toBe('signedIn');
  await pass(1500);
  expect(keeper.state.get()).toEqual({
    kind: 'idle',
    endsAtMs: Date.parse(ENDS),
    signsOutAtMs: START + TEN_MINUTES - 30_000,
  });
  await pass(61_000);
  expect(leave).toHaveBeenCalledWith('inactive');
});

test.each([
  ['a key', () => window.dispatchEvent(new Event('keydown'))],
  ['the pointer', () => window.dispatchEvent(new Event('pointermove'))],
  ['the button', () => keeper.staySignedIn()],
])('%s cancels the warning', async (_, touch) => {
  keepToken();
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  await pass(TEN_MINUTES - 60_000);
  expect(keeper.state.get().kind).toBe('idle');
  touch();
  expect(keeper.state.get().kind).toBe('signedIn');
  await pass(TEN_MINUTES - 100_000);
  expect(leave).not.toHaveBeenCalled();
});

test('a timeout shorter than margin and warning still warns before the end', async () => {
  const timeoutMs = 40_000;
  calls.renew.mockImplementation(async () => session.store(answer({ sessionInactiveTimeout: timeoutMs })));
  begin({ sessionInactiveTimeout: timeoutMs });
  expect(keeper.state.get().kind).toBe('signedIn');
  await pass(10_500);
  expect(keeper.state.get()).toMatchObject({ kind: 'idle', signsOutAtMs: START + timeoutMs / 2 });
  expect(leave).not.toHaveBeenCalled();
  await pass(10_000);
  expect(leave).toHaveBeenCalledWith('inactive');
});

test('activity in another tab counts', async () => {
  keepToken();
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  await pass(300_000);
  localStorage.setItem('grv_teleport_last_active', String(Date.now()));
  await pass(TEN_MINUTES - 100_000);
  expect(keeper.state.get().kind).toBe('signedIn');
});

test('writes activity at most every 15 s', async () => {
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  written = [];
  for (let i = 0; i < 40; i++) {
    window.dispatchEvent(new Event('pointermove'));
    await pass(1000);
  }
  expect(writtenTo('grv_teleport_last_active')).toHaveLength(2);
});

test('the first activity after sleep does not revive an expired session', async () => {
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  vi.setSystemTime(START + TEN_MINUTES + 1000); // no timer has run in between
  window.dispatchEvent(new Event('pointermove'));
  await pass(0);
  expect(leave).toHaveBeenCalledWith('inactive');
});

test('a clock set back neither extends an idle session nor stops renewals', async () => {
  keepToken();
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  vi.setSystemTime(START - 3 * 3_600_000);
  await pass(15_000);
  expect(calls.renew).toHaveBeenCalledTimes(1);
  await pass(TEN_MINUTES - 60_000);
  expect(keeper.state.get().kind).toBe('idle');
  window.dispatchEvent(new Event('pointermove'));
  expect(keeper.state.get().kind).toBe('signedIn');
  await pass(TEN_MINUTES);
  expect(leave).toHaveBeenCalledWith('inactive');
});

test('time with all tabs closed counts as inactivity', async () => {
  localStorage.setItem('grv_teleport_last_active', String(START - TEN_MINUTES));
  begin({ sessionInactiveTimeout: TEN_MINUTES });
  await pass(0);
  expect(leave).toHaveBeenCalledWith('inactive');
});

test('activity in another tab cancels the warning of this tab at once', async () => {
  begin({ sessionInactiveTimeout: 5 * 60_000 });
  await pass(4 * 60_000);
  expect(keeper.state.get().kind).toBe('idle');
  localStorage.setItem('grv_teleport_last_active', String(Date.now()));
  elsewhere('grv_teleport_last_active', String(Date.now()));
  expect(keeper.state.get().kind).toBe('signedIn');
});

test('sends the time since the last activity with each status request', async () => {
  begin();
  await pass(30_000);
  expect(calls.status).toHaveBeenLastCalledWith(30_000);
  window.dispatchEvent(new Event('pointerdown'));
  await pass(15_000);
  expect(calls.status).toHaveBeenLastCalledWith(15_000);
});

test('announces renewals of this and other tabs, but not failed ones', async () => {
  begin();
  const listener = vi.fn();
  keeper.renewed.subscribe(listener);
  await keeper.renew();
  expect(listener).toHaveBeenCalledTimes(1);
  elsewhere('grv_teleport_token', '{}');
  expect(listener).toHaveBeenCalledTimes(2);
  calls.renew.mockRejectedValue(new ApiError('no', 0));
  await keeper.renew();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('reloading the user sends a separate renewal after the pending one', async () => {
  begin();
  const first = keeper.renew();
  const second = keeper.reloadUser();
  await Promise.all([first, second]);
  expect(calls.renew.mock.calls).toEqual([[{}], [{ reloadUser: true }]]);
});
