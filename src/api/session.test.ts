// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toBase64, utf8 } from '../lib/encoding.ts';
import type { SessionResponse } from '../wire/http.ts';
import { SessionStore } from './session.ts';

const answer: SessionResponse = {
  type: 'Bearer',
  token: 'c0ffee',
  expires_in: 600,
  sessionExpires: '0001-01-01T00:00:00Z',
  sessionInactiveTimeout: 0,
};
let now = 1_000_000;
const store = new SessionStore(
  () => ({ page: document, storage: localStorage }),
  () => now,
);
const bringMeta = (content: string) => {
  document.head.innerHTML = `<meta name="grv_csrf_token" content="abc"><meta name="grv_bearer_token" content="${content}">`;
};

beforeEach(() => {
  now = 1_000_000;
  localStorage.clear();
  document.head.innerHTML = '';
});

test('takes the token from the page once and removes it there', () => {
  bringMeta(toBase64(utf8(JSON.stringify(answer))));
  store.readPage();
  expect(store.token()).toEqual({
    accessToken: 'c0ffee',
    expiresIn: 600,
    created: 1_000_000,
    sessionExpires: '0001-01-01T00:00:00Z',
    sessionInactiveTimeout: 0,
  });
  expect(document.querySelector('meta[name=grv_bearer_token]')).toBeNull();
  expect(store.csrfToken()).toBe('abc');
});

test('keeps the end of the session when the page has the same token without it', () => {
  const ends = '2026-11-21T18:40:00Z';
  store.store({ ...answer, sessionExpires: ends });
  bringMeta(toBase64(utf8(JSON.stringify(answer))));
  store.readPage();
  expect(store.endsAtMs()).toBe(Date.parse(ends));
  bringMeta(toBase64(utf8(JSON.stringify({ ...answer, token: 'another' }))));
  store.readPage();
  expect(store.endsAtMs()).toBeUndefined();
});

test('keeps the stored token when the page has no token element', () => {
  store.store(answer);
  store.readPage();
  expect(store.token()?.accessToken).toBe('c0ffee');
});

test.each(['', '%%%', toBase64(utf8('not json'))])(
  'removes the stored token when the page has no session (%j)',
  (content) => {
    store.store(answer);
    bringMeta(content);
    store.readPage();
    expect(store.token()).toBeUndefined();
  },
);

test('counts the time left from receipt, never below zero', () => {
  store.store(answer);
  now += 599_000;
  expect(store.timeLeftMs()).toBe(1000);
  now += 5000;
  expect(store.timeLeftMs()).toBe(0);
});

test('has no time left without a token or with a damaged token', () => {
  expect(store.timeLeftMs()).toBe(0);
  localStorage.setItem('grv_teleport_token', '{"accessToken":7}');
  expect(store.timeLeftMs()).toBe(0);
  localStorage.setItem('grv_teleport_token', '{');
  expect(store.timeLeftMs()).toBe(0);
});

test.each([[null], [{}], [{ ...answer, token: 7 }], [{ ...answer, expires_in: '600' }]])(
  'rejects a response without a token and keeps the stored one: %j',
  async (empty) => {
    store.store(answer);
    await expect(store.signIn(async () => empty)).rejects.toThrow('has no token');
    await expect(store.renew(async () => empty)).rejects.toThrow('has no token');
    expect(store.token()?.accessToken).toBe('c0ffee');
  },
);

test('knows the end of the session only from a response that contains it', () => {
  store.store(answer);
  expect(store.endsAtMs()).toBeUndefined();
  store.store({ ...answer, sessionExpires: '2026-11-21T18:40:00Z' });
  expect(store.endsAtMs()).toBe(Date.UTC(2026, 10, 21, 18, 40));
});

test('clears all keys except theme, Assist popup and document drafts', () => {
  store.store(answer);
  localStorage.setItem('grv_teleport_ui_theme', 'dark');
  localStorage.setItem('grv_teleport_show_assist', 'true');
  localStorage.setItem('postern_draft:mara:role/access', '{}');
  localStorage.setItem('postern_messages:mara:new', '{}');
  localStorage.setItem('disabledAlerts', '{}');
  store.clear();
  expect(Object.keys(localStorage).sort()).toEqual([
    'grv_teleport_show_assist',
    'grv_teleport_ui_theme',
    'postern_draft:mara:role/access',
  ]);
});

test('a sign-in resets the last activity, a renewal keeps it', async () => {
  localStorage.setItem('grv_teleport_last_active', '5');
  await store.renew(async () => answer);
  expect(localStorage.getItem('grv_teleport_last_active')).toBe('5');
  await store.signIn(async () => answer);
  expect(localStorage.getItem('grv_teleport_last_active')).toBeNull();
  expect(store.token()?.accessToken).toBe('c0ffee');
});

describe('a concurrent renewal and sign-in', () => {
  const old = { ...answer, token: 'old' };
  const fresh = { ...answer, token: 'fresh' };

  test('a sign-in aborts a pending renewal and ignores its late response', async () => {
    let answerLate: (late: typeof answer) => void = () => {};
    let isGivenUp = false;
    const renewal = store.renew((signal) => {
      signal.addEventListener('abort', () => (isGivenUp = true));
      return new Promise((resolve) => (answerLate = resolve));
    });
    const signIn = store.signIn(async () => {
      expect(isGivenUp).toBe(true);
      return fresh;
    });
    answerLate(old);
    await expect(renewal).rejects.toThrow(/abort/);
    await signIn;
    expect(store.token()?.accessToken).toBe('fresh');
  });

  test('a renewal is rejected during a sign-in and possible after it', async () => {
    let answerSignIn: (slow: typeof answer) => void = () => {};
    const signIn = store.signIn(() => new Promise((resolve) => (answerSignIn = resolve)));
    const ask = vi.fn(async () => old);
    await expect(store.renew(ask)).rejects.toThrow(/abort/);
    expect(ask).not.toHaveBeenCalled();
    answerSignIn(fresh);
    await signIn;
    await store.renew(async () => ({ ...answer, token: 'renewed' }));
    expect(store.token()?.accessToken).toBe('renewed');
  });

  test('a failed sign-in does not block renewals', async () => {
    await expect(store.signIn(() => Promise.reject(new Error('wrong password')))).rejects.toThrow('wrong password');
    await store.renew(async () => old);
    expect(store.token()?.accessToken).toBe('old');
  });
});
