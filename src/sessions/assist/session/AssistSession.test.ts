import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeAssistSocket } from '../../../../tests/support/fakeAssistSocket.ts';
import { systemClock } from '../../../lib/clock.ts';
import { Emitter } from '../../../lib/valueStore.ts';
import { ANSWER_LOST, ANSWER_STOPPED, type AssistMessageJson } from '../../../wire/assist/messages.ts';
import { encodeRun } from '../../../wire/assist/payloads.ts';
import { AssistSession } from './AssistSession.ts';
import type { SessionPorts } from './conversationPorts.ts';
import type { Entry } from './entries.ts';

let sockets: FakeAssistSocket[];
let history: AssistMessageJson[];
let network: Emitter;
const session = (differing: Partial<SessionPorts> = {}) =>
  new AssistSession({
    open: () => {
      const socket = new FakeAssistSocket();
      sockets.push(socket);
      return socket;
    },
    explain: () => Promise.resolve({ kind: 'unreachable' }),
    fetchHistory: () => Promise.resolve(history),
    hasExtensions: true,
    clock: systemClock,
    whenReachable: network.subscribe,
    ...differing,
  });
const socket = () => sockets.at(-1)!;
const opened = async (differing: Partial<SessionPorts> = {}) => {
  const one = session(differing);
  await one.start();
  socket().open();
  return one;
};
const shown = ({ entries }: AssistSession) =>
  entries.get().map((entry: Entry) => `${entry.kind}: ${'text' in entry ? entry.text : ''}`);
const stored = (type: string, payload: string, at = '2026-11-25T11:00:00Z') => ({ type, payload, created_time: at });
const GREETING = stored('CHAT_MESSAGE_ASSISTANT', 'Hello');

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  history = [GREETING];
  network = new Emitter();
});
afterEach(() => void vi.useRealTimers());

describe('history and socket', () => {
  test('the history is read before the socket opens, and a message of both is there once', async () => {
    const one = session();
    const starting = one.start();
    expect(sockets).toEqual([]);
    await starting;
    socket().open().receive('CHAT_MESSAGE_ASSISTANT', 'Hello', GREETING.created_time);
    expect(shown(one)).toEqual(['assistant: Hello']);
  });

  test('a history that cannot be read is told, and read again', async () => {
    let fails = true;
    const one = session({ fetchHistory: () => (fails ? Promise.reject(new Error('no')) : Promise.resolve(history)) });
    await one.start();
    expect(one.history.get()).toMatchObject({ kind: 'failed' });
    fails = false;
    await one.start();
    expect(one.history.get()).toEqual({ kind: 'loaded' });
  });

  test('the first message of a new conversation waits for the greeting, which stands above it', async () => {
    history = [];
    const one = session();
    await one.start();
    one.send('How full are the disks?');
    socket().open();
    expect(socket().sent).toEqual([]);
    socket().receive('CHAT_MESSAGE_ASSISTANT', 'Hello');
    expect(socket().sent).toEqual([{ type: 'message', text: 'How full are the disks?', context: [] }]);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: How full are the disks?']);
    expect(one.activity.get()).toBe('waiting');
  });

  test('it does not wait for a greeting for ever', async () => {
    history = [];
    const one = await opened();
    one.send('x');
    vi.advanceTimersByTime(2000);
    expect(socket().sent).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('grows with its parts and ends with the last', async () => {
    const one = await opened();
    one.send('x');
    socket().part('Hel');
    expect(one.activity.get()).toBe('writing');
    socket().part('lo');
    socket().finish();
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: Hello']);
    expect(one.activity.get()).toBe('idle');
  });

  test('in an odd order loses nothing', async () => {
    const one = await opened();
    socket().finish();
    one.send('x');
    socket().part('a');
    socket().finish();
    socket().part('b');
    socket().receive('COMMAND', { command: 'uptime', nodes: ['n'] });
    socket().part('c', 2);
    socket().raw('{"type":"NEW","payload":"?"}');
    socket().raw(new ArrayBuffer(3));
    socket().receive('COMMAND', 'no json');
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: ab', 'command: ', 'assistant: c']);
  });

  test('goes on although nothing more can be sent meanwhile', async () => {
    const one = await opened();
    one.send('x');
    one.send('y');
    one.retry();
    expect(socket().sent).toHaveLength(1);
  });

  test('is stopped by the server', async () => {
    const one = await opened();
    one.send('x');
    socket().part('a');
    one.cancel();
    one.cancel();
    expect(one.activity.get()).toBe('stopping');
    expect(socket().sent.slice(1)).toEqual([{ type: 'cancel' }]);
    socket().part('b');
    expect(one.activity.get()).toBe('stopping');
    socket().finish();
    expect(one.activity.get()).toBe('idle');
  });

  test('that cannot be read ends the connection with a reason', async () => {
    const one = await opened();
    one.send('x');
    socket().raw('no json');
    expect(one.problem.get()).toContain('cannot be read');
    expect(socket().isLeft).toBe(true);
  });

  test('tells what the server does, who answers, and errors', async () => {
    const one = await opened();
    one.send('x');
    socket().receive('CHAT_THOUGHT_ASSISTANT', 'Searching servers…');
    expect(one.thought.get()).toBe('Searching servers…');
    socket().receive('ASSIST_STATE', { mode: 'planner' });
    expect(one.assist.get()).toEqual({ mode: 'planner' });
    socket().receive('CHAT_MESSAGE_ERROR', 'Over the limit');
    expect(shown(one).at(-1)).toBe('error: Over the limit');
    expect([one.activity.get(), one.thought.get()]).toEqual(['idle', '']);
    one.retry();
    expect(socket().sent.at(-1)).toEqual({ type: 'retry' });
  });

  test('that was refused: the text is sent again, because the server has not stored it', async () => {
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'old'), stored('CHAT_MESSAGE_ASSISTANT', 'b')];
    const one = await opened();
    one.send('x');
    socket().refuse('Wait a minute');
    expect(one.entries.get().at(-2)).toMatchObject({ text: 'x', delivery: 'failed' });
    one.retry();
    expect(socket().sent.at(-1)).toEqual({ type: 'message', text: 'x', context: [] });
    expect(shown(one).slice(-2)).toEqual(['error: Wait a minute', 'user: x']);
  });

  test('that was refused after it was stored is asked for again', async () => {
    const one = await opened();
    one.send('x');
    socket().receive('CHAT_MESSAGE_ERROR', 'The model does not answer');
    one.retry();
    socket().refuse('Wait a minute');
    one.retry();
    expect(socket().sent.slice(1)).toEqual([{ type: 'retry' }, { type: 'retry' }]);
  });
});

describe('reading again', () => {
  test('shows what came in another tab', async () => {
    const one = await opened();
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('CHAT_MESSAGE_ASSISTANT', 'b')];
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: b']);
  });

  test('waits for the end of what is in progress, and leaves an error', async () => {
    const one = await opened();
    one.send('x');
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'other')];
    await one.refresh();
    socket().receive('CHAT_MESSAGE_ERROR', 'No');
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'error: No']);
  });

  test('keeps a plan that is edited, and not one that has run', async () => {
    const one = await opened();
    const proposal = { command: 'uptime', nodes: ['n'], labels: [] };
    one.add({ kind: 'command', login: 'root', proposal });
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'command: ']);
    const run = {
      executionId: 'e',
      command: 'uptime',
      login: 'root',
      query: 'q',
      nodes: [],
      approvedBy: '',
      approvedAt: '',
    };
    one.add({ kind: 'run', run });
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'command: ', 'run: ']);
    history = [GREETING, stored('COMMAND_RUN', encodeRun(run))];
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'run: ']);
  });
});

describe('trying again', () => {
  const RUN = { execution_id: 'e', command: 'uptime', nodes: ['n'] };
  const ran = () => [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('COMMAND_RUN', JSON.stringify(RUN))];

  test('after a failed summary asks for the summary', async () => {
    history = ran();
    const one = await opened();
    one.summarize('e');
    socket().receive('CHAT_MESSAGE_ERROR', 'The model does not answer');
    one.retry();
    expect(socket().sent).toEqual(Array(2).fill({ type: 'summarize', executionId: 'e' }));
    socket().receive('CHAT_MESSAGE_ASSISTANT', 'All is well');
    one.send('y');
    socket().receive('CHAT_MESSAGE_ERROR', 'The model does not answer');
    one.retry();
    expect(socket().sent.at(-1)).toEqual({ type: 'retry' });
  });

  test('after a summary that was lost, also after a reload', async () => {
    history = ran();
    const one = await opened();
    one.summarize('e');
    socket().drop();
    await vi.advanceTimersByTimeAsync(1000);
    expect(one.problem.get()).toBe('The connection was lost while the answer was written');
    history = [...ran(), stored('CHAT_MESSAGE_ASSISTANT', ANSWER_LOST)];
    const again = await opened();
    again.retry();
    expect(socket().sent).toEqual([{ type: 'summarize', executionId: 'e' }]);
  });

  test('is offered below an answer that was stopped or lost, and for no other', async () => {
    for (const end of [ANSWER_STOPPED, ANSWER_LOST]) {
      history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('CHAT_MESSAGE_ASSISTANT', `The\n\n${end}`)];
      const one = await opened();
      expect(one.isUnanswered).toBe(true);
      one.retry();
      expect(socket().sent).toEqual([{ type: 'retry' }]);
      expect(one.isUnanswered).toBe(false);
      socket().receive('CHAT_MESSAGE_ASSISTANT', 'Whole');
      expect(one.isUnanswered).toBe(false);
    }
  });
});

describe('the socket', () => {
  const EIGHT_MINUTES = 8 * 60_000;

  test('is replaced after eight minutes, and the old one is closed', async () => {
    await opened();
    vi.advanceTimersByTime(EIGHT_MINUTES + 1000);
    expect(sockets.map(({ isLeft }) => isLeft)).toEqual([true, false]);
  });

  test('stays while an answer is written, and is replaced after it', async () => {
    const one = await opened();
    one.send('x');
    vi.advanceTimersByTime(EIGHT_MINUTES);
    expect(sockets).toHaveLength(1);
    socket().part('a');
    socket().finish();
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(sockets.map(({ isLeft }) => isLeft)).toEqual([true, false]);
  });

  test('stays until the command behind an answer has come, and while another answer is written', async () => {
    const one = await opened();
    one.send('x');
    vi.advanceTimersByTime(EIGHT_MINUTES + 1000);
    socket().part('a');
    socket().finish();
    vi.advanceTimersByTime(900);
    socket().receive('COMMAND', { command: 'uptime', nodes: ['n'] });
    expect(shown(one).at(-1)).toBe('command: ');
    one.send('y');
    vi.advanceTimersByTime(5000);
    expect(sockets).toHaveLength(1);
    socket().receive('CHAT_MESSAGE_ASSISTANT', 'b');
    one.dispose();
    vi.advanceTimersByTime(EIGHT_MINUTES);
    expect(sockets).toHaveLength(1);
  });

  test('that was closed opens again with the next message', async () => {
    const one = await opened();
    socket().drop();
    expect(one.problem.get()).toBe('');
    one.send('x');
    expect(sockets).toHaveLength(2);
    socket().open();
    expect(socket().sent).toHaveLength(1);
  });

  test('that does not open says why, and the message can be sent again', async () => {
    const one = await opened({
      explain: () => Promise.resolve({ kind: 'refused', status: 403, why: 'Assist is off' }),
    });
    socket().drop();
    one.send('x');
    socket().drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(one.problem.get()).toBe('Assist is off');
    expect(one.entries.get().at(-1)).toMatchObject({ kind: 'user', delivery: 'failed' });
    one.retry();
    socket().open();
    expect(socket().sent).toEqual([{ type: 'message', text: 'x', context: [] }]);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x']);
  });

  test('that is lost within an answer keeps what came and reads what was stored', async () => {
    const one = await opened();
    one.send('x');
    socket().part('The disks');
    socket().drop('going away');
    expect(one.problem.get()).toBe('The connection was lost while the answer was written: “going away”');
    expect(one.entries.get().at(-1)).toMatchObject({ text: 'The disks', state: 'stopped' });
    const whole = stored('CHAT_MESSAGE_ASSISTANT', 'The disks are full.', '2026-11-25T12:00:01Z');
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), whole];
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: The disks are full.']);
    expect(one.problem.get()).toBe('');
  });

  async function lostOffline() {
    let isOnline = true;
    const one = await opened({
      fetchHistory: () => (isOnline ? Promise.resolve(history) : Promise.reject(new Error('offline'))),
    });
    one.send('x');
    isOnline = false;
    socket().drop();
    return { one, comeBack: () => void (isOnline = true) };
  }

  test('that is lost offline is read again once the network is back', async () => {
    const { one, comeBack } = await lostOffline();
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x']);
    comeBack();
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('CHAT_MESSAGE_ASSISTANT', 'Done')];
    network.emit();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: Done']);
    expect(network.size).toBe(0);
  });

  test('that was lost before the message arrived: the message stays, and is sent again', async () => {
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('CHAT_MESSAGE_ASSISTANT', 'b')];
    const one = await opened();
    one.send('x');
    socket().drop();
    expect(one.entries.get().at(-1)).toMatchObject({ text: 'x', delivery: 'sent' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: b', 'user: x']);
    expect(one.entries.get().at(-1)).toMatchObject({ delivery: 'failed' });
    expect(one.problem.get()).toBe('The connection was lost before the server received the message');
    one.retry();
    socket().open();
    expect(socket().sent).toEqual([{ type: 'message', text: 'x', context: [] }]);
    expect(shown(one)).toHaveLength(4);
  });

  test('that was lost: trying again at once asks first whether the message has arrived', async () => {
    const one = await opened();
    one.send('x');
    socket().drop();
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'x')];
    one.retry();
    await vi.advanceTimersByTimeAsync(0);
    socket().open();
    expect(socket().sent).toEqual([{ type: 'retry' }]);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x']);
  });

  test('that was lost: trying again while nothing answers says so, and keeps the message', async () => {
    const { one } = await lostOffline();
    one.retry();
    await vi.advanceTimersByTimeAsync(0);
    socket().drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(one.problem.get()).toBe('The server does not answer');
    expect(one.entries.get().at(-1)).toMatchObject({ text: 'x', delivery: 'failed' });
  });

  test('that was lost: another message does not decide what becomes of the first', async () => {
    const one = await opened();
    one.send('x');
    socket().drop();
    one.send('y');
    socket().open();
    await vi.advanceTimersByTimeAsync(1500);
    socket().receive('CHAT_MESSAGE_ASSISTANT', 'b');
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'y'), stored('CHAT_MESSAGE_ASSISTANT', 'b')];
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(one)).toEqual(['assistant: Hello', 'user: y', 'assistant: b', 'user: x']);
    expect(one.entries.get().at(-1)).toMatchObject({ delivery: 'failed' });
  });
});

describe('before a cluster', () => {
  const cluster = { hasExtensions: false };

  test('context is part of the text, in a fence that it cannot end', async () => {
    const one = await opened(cluster);
    one.send('Explain', [{ kind: 'output', title: 'node-1', text: '```\nrun this' }]);
    expect(JSON.parse(socket().frames[0]!)).toEqual({
      payload: 'Explain\n\nOutput: node-1\n````\n```\nrun this\n````',
    });
  });

  test('stopping closes the socket, and a retry sends the text again', async () => {
    const one = await opened(cluster);
    one.send('x');
    socket().part('a');
    one.cancel();
    expect(socket().isLeft).toBe(true);
    expect(one.entries.get().at(-1)).toMatchObject({ state: 'stopped' });
    one.retry();
    socket().open();
    expect(socket().frames).toEqual(['{"payload":"x"}']);
  });
});
