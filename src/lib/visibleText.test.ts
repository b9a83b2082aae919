import { expect, test } from 'vitest';
import { hasHidden, visibleLine, visibleParts, visibleText, withoutHidden } from './visibleText.ts';

test('shows hidden characters as code points, except line ends and tabs', () => {
  const text = 'a\u202eb\u{e0041}c\r\n\td';
  expect(visibleText(text)).toBe('a⟨U+202E⟩b⟨U+E0041⟩c⟨U+000D⟩\n\td');
  expect(visibleParts(text).map((part) => part.text)).toEqual(['a', 'U+202E', 'b', 'U+E0041', 'c', 'U+000D', '\n\td']);
  expect(withoutHidden(text)).toBe('abc\n\td');
  expect([hasHidden('df -h | grep "é"\n\t'), hasHidden(text)]).toEqual([false, true]);
});

test('shows control and bidirectional characters', () => {
  expect(visibleLine('a\0b\r\nc\x7f')).toBe('a⟨U+0000⟩b⟨U+000D⟩↵c⟨U+007F⟩');
  expect(visibleText('a\n\tb')).toBe('a\n\tb');
  expect(visibleLine('user\u202egnp.exe\u200b')).toBe('user⟨U+202E⟩gnp.exe⟨U+200B⟩');
});

test.each([
  '34f',
  '115f',
  '1160',
  '17b4',
  '180b',
  '3164',
  'ffa0',
  'ad',
  '61c',
  '180e',
  '200b',
  '2028',
  '202e',
  '2060',
  '2065',
  '2069',
  '206f',
  'feff',
  'fffb',
  'e0001',
])('U+%s is hidden', (code) => expect(hasHidden(`a${String.fromCodePoint(Number.parseInt(code, 16))}b`)).toBe(true));

test('letters of all languages and emoji are not hidden', () =>
  expect(['grep é', 'ls /tmp/日本', 'שלום', 'echo ☁️ 😀', '⣿⠀⡇'].filter(hasHidden)).toEqual([]));
