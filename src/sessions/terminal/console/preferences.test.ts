// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULTS, parsePreferences, prefer, preferences, preferencesOf } from './preferences.ts';

beforeEach(() => {
  localStorage.clear();
  preferences.set(DEFAULTS);
});

test.each([null, '', '7', '{"fontSizePx":400,"cursor":"sword","blinks":1,"scrollbackLines":5}'])(
  'what cannot be read is the default: %s',
  (text) => expect(parsePreferences(text)).toEqual(DEFAULTS),
);

test('what was chosen comes back, to the user who chose it', () => {
  preferencesOf('mara');
  prefer({ fontSizePx: 16, cursor: 'bar', clipboardWrite: 'on' });
  preferencesOf('jo');
  prefer({ fontSizePx: 12 });
  preferencesOf('mara');
  expect(preferences.get()).toEqual({ ...DEFAULTS, fontSizePx: 16, cursor: 'bar', clipboardWrite: 'on' });
});

test('whoever comes after another in the same page begins with nothing of theirs', () => {
  preferencesOf('mara');
  prefer({ fontSizePx: 20, clipboardWrite: 'on' });
  preferencesOf('jo');
  expect(preferences.get()).toEqual(DEFAULTS);
  expect(localStorage.getItem('postern_terminal:jo')).toBeNull();
});

test('what was chosen before the name was known goes to the first who has chosen nothing, and to nobody else', () => {
  localStorage.setItem('postern_terminal', JSON.stringify({ ...DEFAULTS, fontSizePx: 18 }));
  preferencesOf('kim');
  expect(preferences.get().fontSizePx).toBe(18);
  preferencesOf('lou');
  expect(preferences.get()).toEqual(DEFAULTS);
  preferencesOf('kim');
  expect(preferences.get().fontSizePx).toBe(18);
});

test('a storage that takes nothing costs the memory of a choice, not the choice', () => {
  preferencesOf('mara');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  prefer({ fontSizePx: 22 });
  full.mockRestore();
  expect(preferences.get().fontSizePx).toBe(22);
});

test('another window’s choice holds here too', () => {
  preferencesOf('mara');
  const [key, newValue] = ['postern_terminal:mara', JSON.stringify({ ...DEFAULTS, fontSizePx: 20 })];
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  expect(preferences.get().fontSizePx).toBe(20);
});
