// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
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

test('another window’s choice holds here too', () => {
  preferencesOf('mara');
  const [key, newValue] = ['postern_terminal:mara', JSON.stringify({ ...DEFAULTS, fontSizePx: 20 })];
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  expect(preferences.get().fontSizePx).toBe(20);
});
