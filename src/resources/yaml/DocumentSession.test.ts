import { beforeEach, expect, test, vi } from 'vitest';
import type { Clock } from '../../lib/clock.ts';
import { DocumentSession } from './DocumentSession.ts';
import type { Base, SavedDraft } from './drafts.ts';

const BASE: Base = { text: 'kind: role\n', readAtMs: 1 };
let nowMs: number;
let waiting: { atMs: number; run: () => void }[];
const clock: Clock = {
  now: () => nowMs,
  after(ms, run) {
    const task = { atMs: nowMs + ms, run };
    waiting.push(task);
    return () => void (waiting = waiting.filter((other) => other !== task));
  },
  every: () => () => undefined,
};
function pass(ms: number): void {
  nowMs += ms;
  const due = waiting.filter((task) => task.atMs <= nowMs);
  waiting = waiting.filter((task) => task.atMs > nowMs);
  for (const task of due) task.run();
}

const drafts = { save: vi.fn((_text: string, _base: Base): SavedDraft => 'kept'), drop: vi.fn() };
const check = vi.fn((text: string) => text.length);
const start = { text: BASE.text, base: BASE };
const begin = (resume?: { text: string; base: Base; savedAtMs: number }) =>
  new DocumentSession({ start, resume, drafts, check, clock });

beforeEach(() => {
  nowMs = 1000;
  waiting = [];
  vi.clearAllMocks();
});

test('saves typed text as a draft within half a second, also during continuous typing', () => {
  const session = begin();
  for (let i = 0; i < 5; i++) {
    session.edit(`a${i}`);
    pass(100);
  }
  expect(drafts.save.mock.calls.length).toBeGreaterThan(0);
  pass(300);
  expect(drafts.save).toHaveBeenLastCalledWith('a4', BASE);
  expect(session.state.get()).toMatchObject({ isChanged: true, draft: { kind: 'kept' } });
});

test('keepNow saves the draft immediately', () => {
  const session = begin();
  session.edit('half a word');
  session.keepNow();
  expect(drafts.save).toHaveBeenCalledWith('half a word', BASE);
});

test('deletes the draft when the text equals the base again', () => {
  const session = begin();
  session.edit('other');
  pass(300);
  session.edit(BASE.text);
  pass(300);
  expect(drafts.drop).toHaveBeenCalled();
  expect(session.state.get()).toMatchObject({ isChanged: false, draft: { kind: 'none' } });
});

test('opening a text with mixed line ends is not a change', () => {
  const mixed = { text: 'a: 1\r\nb: 2\nc: 3\n', readAtMs: 0 };
  const session = new DocumentSession({
    ...{ start: { text: mixed.text, base: mixed }, resume: undefined, drafts, check: () => ({}), clock },
  });
  expect(session.text).toBe('a: 1\nb: 2\nc: 3\n');
  session.edit('a: 1\nb: 2\nc: 3\n'); // as an editor normalizes it
  expect(session.state.get().isChanged).toBe(false);
  expect(session.state.get().base.text).toBe(session.text);
  session.rebase(mixed, mixed.text);
  expect(session.state.get().isChanged).toBe(false);
});

test('reports a draft that the browser cannot store', () => {
  drafts.save.mockReturnValueOnce('refused');
  const session = begin();
  session.edit('much');
  pass(300);
  expect(session.state.get().draft).toEqual({ kind: 'refused' });
});

test('checks the text after a delay, and immediately on request', () => {
  const session = begin();
  session.edit('abc');
  expect(session.state.get().checked).toBe(BASE.text.length);
  expect(session.checkNow()).toBe(3);
  pass(1000);
  expect(check).toHaveBeenCalledTimes(2);
});

test('a draft keeps its base, and discarding it shows the current copy of the server', () => {
  const older = { text: 'older', readAtMs: 0 };
  const session = begin({ text: 'mine', base: older, savedAtMs: 7 });
  expect(session.state.get()).toMatchObject({ base: older, isChanged: true, draft: { kind: 'kept', atMs: 7 } });
  expect(session.discard()).toBe(BASE.text);
  expect(session.state.get()).toMatchObject({ base: BASE, isChanged: false, draft: { kind: 'none' } });
  expect(drafts.drop).toHaveBeenCalled();
});

test('the answer to a save becomes the new base', () => {
  const session = begin();
  session.edit('saved');
  const answer = { text: 'printed', readAtMs: 9 };
  session.rebase(answer, answer.text);
  expect(session.text).toBe('printed');
  expect(session.state.get()).toMatchObject({ base: answer, isChanged: false });
  expect(drafts.drop).toHaveBeenCalled();
});

test('a new base under changed text keeps the text as a draft', () => {
  const session = begin();
  const theirs = { text: 'theirs', readAtMs: 9 };
  session.rebase(theirs, 'mine');
  expect(drafts.save).toHaveBeenCalledWith('mine', theirs);
  expect(session.state.get().isChanged).toBe(true);
});

test('dispose saves the pending draft', () => {
  const session = begin();
  session.edit('last words');
  session.dispose();
  expect(drafts.save).toHaveBeenCalledWith('last words', BASE);
});
