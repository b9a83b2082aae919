// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { MESSAGE_CHARS_MAX } from '../../../wire/assist/messages.ts';
import { MessageDrafts } from './MessageDraft.ts';

const DAY_MS = 24 * 60 * 60_000;
const PREFIX = 'postern_messages:mara:';
let nowMs = 0;
const open = () => new MessageDrafts(localStorage, 'mara', () => nowMs);

beforeEach(() => {
  localStorage.clear();
  nowMs = 1;
});

test('stored drafts are few: the oldest gives way', () => {
  const drafts = open();
  for (let i = 0; i < 30; i++) {
    nowMs++;
    drafts.save(`c${i}`, 'text');
  }
  expect(Object.keys(localStorage)).toHaveLength(20);
  expect(drafts.load('c9')).toBe('');
  expect(drafts.load('c10')).toBe('text');
});

test('old ones, unreadable ones and texts that are too long are not stored', () => {
  open().save('c1', 'text');
  localStorage.setItem(`${PREFIX}odd`, '{');
  nowMs += 15 * DAY_MS;
  const drafts = open();
  expect(Object.keys(localStorage)).toEqual([]);
  drafts.save('c2', 'text');
  drafts.save('c2', 'x'.repeat(MESSAGE_CHARS_MAX + 1));
  expect(Object.keys(localStorage)).toEqual([]);
});
