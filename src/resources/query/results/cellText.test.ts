import { expect, test } from 'vitest';
import { cellView, copiedText, hexOf } from './cellText.ts';

test('NULL, an empty text and the text NULL are told apart', () => {
  expect(cellView(null)).toEqual({ look: 'word', text: 'NULL' });
  expect(cellView('')).toEqual({ look: 'word', text: 'empty' });
  expect(cellView('NULL')).toEqual({ look: 'text', text: 'NULL' });
});

test('bytes show their beginning and their size, a cut text its length', () => {
  expect(cellView({ binary: btoa('\x89PNG'), bytes: 2048 })).toEqual({
    look: 'binary',
    text: '0x89504e47',
    more: '2.0 kB',
  });
  expect(cellView({ cut: 'abc', chars: 90_000 })).toEqual({
    look: 'text',
    text: 'abc',
    more: '90\u202f000 characters',
  });
  expect(hexOf('no base64!')).toBe('');
});

test('a long text is cut for a row, not for the clipboard', () => {
  const long = 'x'.repeat(9000);
  expect(cellView(long).text).toHaveLength(301);
  expect(copiedText(long)).toBe(long);
  expect(copiedText(null)).toBe('NULL');
  expect(copiedText({ binary: btoa('\x01\x02'), bytes: 2 })).toBe('0102');
});
