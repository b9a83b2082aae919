// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { CommandPlan } from './CommandPlan.ts';
import { MessageDrafts } from './MessageDraft.ts';
import { dropPlan, keepPlan, loadPlan } from './planDraft.ts';

const KEY = 'postern_messages:mara:c1 plan';
const drafts = () => new MessageDrafts(localStorage, 'mara');
const open = (entry = 'e1') =>
  new CommandPlan(
    { query: 'name == "web"', command: 'df -h', login: undefined },
    { fetchNodes: async () => ({ nodes: [], total: 0 }), preferredLogins: () => [] },
    { edits: loadPlan(drafts(), 'c1', entry), keep: (edits) => keepPlan(drafts(), 'c1', entry, edits) },
  );

beforeEach(() => localStorage.clear());

test('the changes of the user, including removed servers, survive a reload', () => {
  const plan = open();
  plan.edit({ command: 'df -h /' });
  plan.edit({ query: 'name == "db"' });
  plan.edit({ login: 'root' });
  plan.remove('b');
  const { query, command, login, removed } = open().state.get();
  expect([query, command, login, [...removed]]).toEqual(['name == "db"', 'df -h /', 'root', ['b']]);
  expect(open('e2').state.get().command).toBe('df -h');
});

test('stores nothing for a plan that is unchanged, was reset or has run', () => {
  const plan = open();
  plan.edit({ command: 'df' });
  plan.edit({ command: 'df -h' });
  expect(localStorage.getItem(KEY)).toBeNull();
  plan.remove('b');
  plan.reset();
  expect(localStorage.getItem(KEY)).toBeNull();
  plan.edit({ command: 'df' });
  dropPlan(drafts(), 'c1');
  expect(open().isChanged).toBe(false);
});

test.each(['', '[]', '{"entry":"e1","removed":7,"command":["rm"]}'])('ignores an unreadable draft: %s', (text) => {
  drafts().save('c1 plan', text);
  expect(() => open().view).not.toThrow();
  expect(open().state.get().removed.size).toBe(0);
});
