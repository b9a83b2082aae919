import { beforeEach, describe, expect, test } from 'vitest';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { Stores } from './stores.ts';

const DAY_MS = 86_400_000;

let stores: Stores;
beforeEach(() => {
  stores = memoryStores(() => 0);
  for (const name of ['ann', 'bob']) stores.users.add({ name, roles: [], traits: {}, createdBy: 'x', createdMs: 0 });
});

const add = (user: string, id: string, payload: string, timeMs = 0, type = 'CHAT_MESSAGE_USER') =>
  stores.conversations.addMessage(user, id, { type, timeMs, payload, context: [] });
const rows = (table: string) => stores.db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n;

describe('conversations', () => {
  test('belong to their user, in every call', () => {
    const { conversations } = stores;
    conversations.add('ann', 'a', 1);
    add('ann', 'a', 'hello');
    expect(add('bob', 'a', 'intruder')).toBe(false);
    expect(conversations.setTitle('bob', 'a', 'x')).toBe(false);
    expect(conversations.delete('bob', 'a')).toBe(false);
    expect([conversations.has('bob', 'a'), conversations.sizeOf('bob', 'a')]).toEqual([false, undefined]);
    expect([
      conversations.list('bob'),
      conversations.search('bob', 'hello'),
      conversations.messages('bob', 'a'),
      conversations.lastMessages('bob', 'a', 10, 100),
      conversations.ofExecution('bob', 'a', 'e'),
    ]).toEqual([[], [], [], [], []]);
    expect(conversations.countOf('bob', 'a', ['CHAT_MESSAGE_USER'])).toBe(0);
    expect(conversations.amountOf('bob')).toEqual({ count: 0, chars: 0 });
    expect(conversations.messages('ann', 'a').map(({ payload }) => payload)).toEqual(['hello']);
    expect(conversations.sizeOf('ann', 'a')).toEqual({ count: 1, chars: 5 });
  });

  test('are deleted with their messages, and with the account', () => {
    const { conversations, users } = stores;
    for (const [user, id] of [
      ['ann', 'a'],
      ['ann', 'b'],
      ['bob', 'c'],
    ] as const) {
      conversations.add(user, id, 1);
      add(user, id, 'hello');
    }
    stores.assistUsage.add('ann', '2030-01-01', { messages: 1, tokens: 2 });
    expect(conversations.delete('ann', 'a')).toBe(true);
    expect(rows('conversation_messages')).toBe(2);
    users.delete('ann');
    expect([rows('conversations'), rows('conversation_messages'), rows('assist_usage')]).toEqual([1, 1, 0]);
  });

  test('are found by literal text, without patterns', () => {
    const { conversations } = stores;
    for (const id of ['a', 'b']) conversations.add('ann', id, 1);
    add('ann', 'a', 'Full to 100%');
    add('ann', 'b', 'TOOLS', 0, 'TOOL_CALL');
    const found = (text: string) => conversations.search('ann', text).map(({ id }) => id);
    expect([found('0%'), found('%'), found('_'), found('full'), found('tools')]).toEqual([['a'], ['a'], [], ['a'], []]);
  });

  test('limit their last messages by number and by characters', () => {
    const { conversations } = stores;
    conversations.add('ann', 'a', 1);
    for (const text of ['one', 'two', 'three', 'x'.repeat(50)]) add('ann', 'a', text);
    const last = (limit: number, chars: number) =>
      conversations.lastMessages('ann', 'a', limit, chars).map(({ payload }) => payload.slice(0, 5));
    expect(last(2, 1000)).toEqual(['three', 'xxxxx']);
    expect(last(10, 57)).toEqual(['three', 'xxxxx']);
    expect(last(10, 10)).toEqual(['xxxxx']);
  });

  test('keep the question of a run on many servers in their last messages', () => {
    const { conversations } = stores;
    conversations.add('ann', 'a', 1);
    add('ann', 'a', 'uptime of all servers');
    for (const type of ['TOOL_CALL', 'CHAT_MESSAGE_ASSISTANT', 'COMMAND', 'COMMAND_RUN'])
      add('ann', 'a', '{}', 0, type);
    for (let i = 0; i < 60; i++) add('ann', 'a', '{}', 0, 'COMMAND_RESULT');
    expect(conversations.lastMessages('ann', 'a', 60, 1000).map(({ type }) => type)).toEqual([
      ...['CHAT_MESSAGE_USER', 'CHAT_MESSAGE_ASSISTANT', 'COMMAND', 'COMMAND_RUN'],
    ]);
  });

  test('keep a question that is longer than the limit, for a second answer', () => {
    const { conversations } = stores;
    conversations.add('ann', 'a', 1);
    add('ann', 'a', 'early');
    add('ann', 'a', 'x'.repeat(500));
    add('ann', 'a', 'Half ', 0, 'CHAT_MESSAGE_ASSISTANT');
    expect(conversations.lastMessages('ann', 'a', 60, 100).map(({ payload }) => payload.length)).toEqual([500, 5]);
  });

  test('expire if they are not used, some messages at a time', () => {
    const { conversations } = stores;
    conversations.add('ann', 'old', 0);
    conversations.add('ann', 'used', 0);
    stores.db.transaction(() => {
      for (let i = 0; i < 1200; i++) add('ann', 'old', 'x', 1);
    });
    add('ann', 'used', 'x', 2 * DAY_MS);
    let steps = 0;
    while (conversations.expire(DAY_MS)) steps++;
    expect(steps).toBe(3);
    expect(conversations.list('ann').map(({ id }) => id)).toEqual(['used']);
    expect(rows('conversation_messages')).toBe(1);
  });
});

test('usage is stored for the current day and for existing accounts', () => {
  const { assistUsage } = stores;
  assistUsage.add('ann', '2030-01-01', { messages: 1, tokens: 10 });
  assistUsage.add('ann', '2030-01-01', { messages: 1, tokens: 5 });
  expect(assistUsage.of('ann', '2030-01-01')).toEqual({ messages: 2, tokens: 15 });
  assistUsage.add('ann', '2030-01-02', { messages: 1, tokens: 1 });
  expect(assistUsage.of('ann', '2030-01-02')).toEqual({ messages: 1, tokens: 1 });
  expect(assistUsage.of('ann', '2030-01-01')).toEqual({ messages: 0, tokens: 0 });
  assistUsage.add('nobody', '2030-01-02', { messages: 1, tokens: 1 });
  expect(rows('assist_usage')).toBe(1);
});
