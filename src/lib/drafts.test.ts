// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { Drafts } from './drafts.ts';

beforeEach(() => localStorage.clear());

test('stores a text with its time until it is dropped', () => {
  const drafts = new Drafts(localStorage, 'mara', () => 42);
  expect(drafts.save('role/access', 'kind: role')).toBe(true);
  expect(drafts.load('role/access')).toEqual({ text: 'kind: role', savedAtMs: 42 });
  expect(drafts.names()).toEqual(['role/access']);
  drafts.drop('role/access');
  expect(drafts.load('role/access')).toBeUndefined();
});

test('separates users, also when a name contains the separator', () => {
  new Drafts(localStorage, 'a').save('b:role', 'mine');
  expect(new Drafts(localStorage, 'a:b').load('role')).toBeUndefined();
});

test('ignores damaged text', () => {
  localStorage.setItem('postern_draft:mara:x', '{"text":1}');
  localStorage.setItem('postern_draft:mara:y', '{');
  const drafts = new Drafts(localStorage, 'mara');
  expect(drafts.load('x')).toBeUndefined();
  expect(drafts.load('y')).toBeUndefined();
});

test('returns false when the browser cannot store the draft', () => {
  const full = {
    setItem: vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    }),
  };
  expect(new Drafts(Object.assign(Object.create(Storage.prototype), full), 'mara').save('x', 'text')).toBe(false);
});

test('leaves space for session data in a full storage', () => {
  const stored = new Map<string, string>();
  const storage = Object.assign(Object.create(null) as Storage, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      const others = [...stored].filter(([name]) => name !== key).flat();
      if ([...others, key, value].join('').length > 20_000) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
  });
  const drafts = new Drafts(storage, 'mara');
  let text = '';
  while (drafts.save('role/access', `${text}${'x'.repeat(100)}`)) text += 'x'.repeat(100);
  expect(text.length).toBeGreaterThan(10_000);
  expect(drafts.load('role/access')?.text).toBe(text);
  storage.setItem('grv_teleport_token', 't'.repeat(2000));
});
