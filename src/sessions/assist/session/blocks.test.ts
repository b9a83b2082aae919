import { describe, expect, test } from 'vitest';
import type { AssistMessageJson } from '../../../wire/assist/messages.ts';
import { blocksOf } from './blocks.ts';
import { entriesOf } from './entries.ts';
import { byDay, listTime, relativeTime } from './times.ts';

let second = 0;
const message = (type: string, payload: unknown): AssistMessageJson => ({
  type,
  created_time: new Date(Date.UTC(2026, 10, 25, 12, 0, second++)).toISOString(),
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});
const command = (text: string) => message('COMMAND', { command: text, nodes: ['n'] });
const run = (id: string, ...nodes: string[]) =>
  message('COMMAND_RUN', { execution_id: id, command: 'x', login: 'root', query: 'q', nodes, approved_by: 'ana' });
const result = (id: string, node: string) =>
  message('COMMAND_RESULT', { execution_id: id, node_id: node, session_id: `s-${node}` });
const user = (text: string) => message('CHAT_MESSAGE_USER', text);
const answer = (text: string) => message('CHAT_MESSAGE_ASSISTANT', text);

const shape = (...history: AssistMessageJson[]) =>
  blocksOf(entriesOf(history)).map(({ author, items }) => [
    author,
    ...items.map((item) => {
      if (item.kind === 'plan') return `${item.isLast ? 'form' : 'plan'} ${item.entry.proposal.command}`;
      if (item.kind === 'entry') return item.entry.kind;
      const { execution } = item;
      return `run ${execution.id} ${execution.proposed?.proposal.command ?? '-'} ${execution.run?.nodes.join('+') ?? '?'} ${execution.results.length}`;
    }),
  ]);

describe('blocks', () => {
  test('join consecutive messages of one author, and only the last suggestion is a form', () => {
    expect(shape(answer('a'), user('b'), user('c'), answer('d'), command('one'), user('e'), command('two'))).toEqual([
      ['assistant', 'assistant'],
      ['user', 'user', 'user'],
      ['assistant', 'assistant', 'plan one'],
      ['user', 'user'],
      ['assistant', 'form two'],
    ]);
  });

  test('show a run in the position of its command, with its results from any position in the history', () => {
    expect(
      shape(command('one'), run('e1', 'a', 'b'), user('x'), result('e1', 'a'), result('e1', 'b'), answer('sum')),
    ).toEqual([
      ['assistant', 'run e1 one a+b 2'],
      ['user', 'user'],
      ['assistant', 'assistant'],
    ]);
  });

  test('join the sockets of a run into one run', () => {
    expect(shape(command('one'), run('e1', 'a'), result('e1', 'a'), run('e1', 'b'), result('e1', 'b'))).toEqual([
      ['assistant', 'run e1 one a+b 2'],
    ]);
  });

  test('combine the queries of all sockets for running the command again', () => {
    const batch = (query: string) => message('COMMAND_RUN', { execution_id: 'e', command: 'x', query, nodes: [query] });
    const [block] = blocksOf(entriesOf([batch('name == "a"'), batch('name == "b"'), batch('')]));
    expect(block?.items).toMatchObject([{ execution: { run: { query: 'name == "a" || name == "b"' } } }]);
  });

  test('without COMMAND_RUN messages (a cluster): a second run has no suggestion', () => {
    expect(shape(command('one'), result('e1', 'a'), result('e2', 'a'))).toEqual([
      ['assistant', 'run e1 one ? 1'],
      ['assistant', 'run e2 - ? 1'],
    ]);
  });

  test('keep both of two identical messages', () => {
    const same = user('again');
    const ids = entriesOf([same, same]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('message times', () => {
  const now = Date.UTC(2026, 10, 25, 14, 21);
  const ago = (minutes: number) => new Date(now - minutes * 60_000);

  test.each([
    [0, 'just now', '14:21'],
    [5, '5 min ago', '14:16'],
    [61, '1 h ago', '13:20'],
    [24 * 60, '2026-11-24', 'Tue 24'],
    [9 * 24 * 60, '2026-11-16', '2026-11-16'],
    [-3, 'just now', '14:24'],
  ])('%d minutes ago', (minutes, relative, listed) => {
    expect(relativeTime(ago(minutes), now, 'utc')).toBe(relative);
    expect(listTime(ago(minutes), now, 'utc')).toBe(listed);
  });

  test('group conversations into today and earlier', () => {
    const heads = [1, 20 * 60, 3].map((minutes, i) => ({ id: `${i}`, title: '', created: ago(minutes) }));
    expect(byDay(heads, now, 'utc').map(({ label, conversations }) => [label, conversations.length])).toEqual([
      ['Today', 2],
      ['Earlier', 1],
    ]);
  });
});
