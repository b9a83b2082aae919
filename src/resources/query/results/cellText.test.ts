import { expect, test } from 'vitest';
import { cellView, copiedText, hexOf } from './cellText.ts';

test('distinguishes NULL, an empty text and the text "NULL"', () => {
  expect(cellView(null)).toEqual({ look: 'word', text: 'NULL' });
  expect(cellView('')).toEqual({ look: 'word', text: 'empty' });
  expect(cellView('NULL')).toEqual({ look: 'text', text: 'NULL' });
});

test('shows the first bytes and the size of binary values, and the length of truncated text', () => {
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

test('truncates a long text in a row, not in the clipboard', () => {
  const long = 'x'.repeat(9000);
  expect(cellView(long).text).toHaveLength(301);
  expect(copiedText(long)).toBe(long);
  expect(copiedText(null)).toBe('NULL');
  expect(copiedText({ binary: btoa('\x01\x02'), bytes: 2 })).toBe('0102');
});
