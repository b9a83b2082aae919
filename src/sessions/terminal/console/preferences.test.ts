// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS, parsePreferences, prefer, preferences, preferencesOf } from './preferences.ts';

beforeEach(() => {
  localStorage.clear();
  preferences.set(DEFAULTS);
});

test.each([null, '', '7', '{"fontSizePx":400,"cursor":"sword","blinks":1,"scrollbackLines":5}'])(
  'replaces invalid preferences with the defaults: %s',
  (text) => expect(parsePreferences(text)).toEqual(DEFAULTS),
);

test('restores preferences per user', () => {
  preferencesOf('mara');
  prefer({ fontSizePx: 16, cursor: 'bar', clipboardWrite: 'on' });
  preferencesOf('jo');
  prefer({ fontSizePx: 12 });
  preferencesOf('mara');
  expect(preferences.get()).toEqual({ ...DEFAULTS, fontSizePx: 16, cursor: 'bar', clipboardWrite: 'on' });
});

test('another user in the same page gets the defaults', () => {
  preferencesOf('mara');
  prefer({ fontSizePx: 20, clipboardWrite: 'on' });
  preferencesOf('jo');
  expect(preferences.get()).toEqual(DEFAULTS);
  expect(localStorage.getItem('postern_terminal:jo')).toBeNull();
});

test('preferences from before the user name was known go to the first user without own preferences', () => {
  localStorage.setItem('postern_terminal', JSON.stringify({ ...DEFAULTS, fontSizePx: 18 }));
  preferencesOf('kim');
  expect(preferences.get().fontSizePx).toBe(18);
  preferencesOf('lou');
  expect(preferences.get()).toEqual(DEFAULTS);
  preferencesOf('kim');
  expect(preferences.get().fontSizePx).toBe(18);
});

test('keeps a preference for the page if the storage is full', () => {
  preferencesOf('mara');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  prefer({ fontSizePx: 22 });
  full.mockRestore();
  expect(preferences.get().fontSizePx).toBe(22);
});

test('applies the preferences that another window saved', () => {
  preferencesOf('mara');
  const [key, newValue] = ['postern_terminal:mara', JSON.stringify({ ...DEFAULTS, fontSizePx: 20 })];
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  expect(preferences.get().fontSizePx).toBe(20);
});
