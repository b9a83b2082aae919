// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { CONTEXT_CHARS_MAX, MESSAGE_CHARS_MAX } from '../../../wire/assist/messages.ts';
import { DRAFT_CHARS_MAX, MessageDraft, MessageDrafts } from './MessageDraft.ts';

const DAY_MS = 24 * 60 * 60_000;
const PREFIX = 'postern_messages:mara:';
let nowMs = 0;
const open = () => new MessageDrafts(localStorage, 'mara', () => nowMs);

beforeEach(() => {
  localStorage.clear();
  nowMs = 1;
});

test('stores at most 20 drafts and drops the oldest', () => {
  const drafts = open();
  for (let i = 0; i < 30; i++) {
    nowMs++;
    drafts.save(`c${i}`, 'text');
  }
  expect(Object.keys(localStorage)).toHaveLength(20);
  expect(drafts.load('c9')).toBe('');
  expect(drafts.load('c10')).toBe('text');
});

test('drops drafts that are expired, unreadable or too long', () => {
  open().save('c1', 'text');
  localStorage.setItem(`${PREFIX}odd`, '{');
  nowMs += 15 * DAY_MS;
  const drafts = open();
  expect(Object.keys(localStorage)).toEqual([]);
  drafts.save('c2', 'text');
  drafts.save('c2', 'x'.repeat(DRAFT_CHARS_MAX + 1));
  expect(Object.keys(localStorage)).toEqual([]);
});

test('keeps a sent message in the stored draft, above the new text, until the server has stored it', () => {
  const draft = new MessageDraft(open(), 'c1');
  draft.write(' first ');
  expect(draft.take().text).toBe('first');
  expect([draft.text.get(), open().load('c1')]).toEqual(['', ' first ']);
  draft.keepUnstored('first');
  draft.write('second');
  expect(new MessageDraft(open(), 'c1').text.get()).toBe('first\nsecond');
  draft.keepUnstored('');
  expect(open().load('c1')).toBe('second');
});

test('a message that is too long to send survives a reload', () => {
  const draft = new MessageDraft(open(), 'c1');
  draft.write('x'.repeat(MESSAGE_CHARS_MAX + 1));
  expect(new MessageDraft(open(), 'c1').text.get()).toHaveLength(MESSAGE_CHARS_MAX + 1);
});

test('stores only the new text if the sent message and the new text are too long together', () => {
  const draft = new MessageDraft(open(), 'c1');
  draft.keepUnstored('x'.repeat(DRAFT_CHARS_MAX));
  expect(open().load('c1')).toHaveLength(DRAFT_CHARS_MAX);
  draft.write('y');
  expect(open().load('c1')).toBe('y');
});

test('truncates an attachment to the limits of the protocol, and attaches it once', () => {
  const draft = new MessageDraft(open(), 'c1');
  const text = `begin${'x'.repeat(CONTEXT_CHARS_MAX)}end`;
  draft.fill('Explain this output.', [{ kind: 'output', title: 't'.repeat(300), text }]);
  const [item] = draft.context.get();
  expect(item?.text).toMatch(/^begin.*omitted.*end$/s);
  expect(item?.text.length).toBeLessThanOrEqual(CONTEXT_CHARS_MAX);
  expect(item?.title).toHaveLength(200);
  draft.attach({ kind: 'output', title: 't'.repeat(300), text });
  expect(draft.context.get()).toHaveLength(1);
});
