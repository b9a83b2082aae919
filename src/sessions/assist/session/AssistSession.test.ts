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
  test('reads the history before it opens the socket, and shows a message of both once', async () => {
    const one = session();
    const starting = one.start();
    expect(sockets).toEqual([]);
    await starting;
    socket().open().receive('CHAT_MESSAGE_ASSISTANT', 'Hello', GREETING.created_time);
    expect(shown(one)).toEqual(['assistant: Hello']);
  });

  test('reports a history that cannot be read, and can read it again', async () => {
    let fails = true;
    const one = session({ fetchHistory: () => (fails ? Promise.reject(new Error('no')) : Promise.resolve(history)) });
    await one.start();
    expect(one.history.get()).toMatchObject({ kind: 'failed' });
    fails = false;
    await one.start();
    expect(one.history.get()).toEqual({ kind: 'loaded' });
  });

  test('sends the first message of a new conversation after the greeting, which is shown above it', async () => {
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

  test('sends the first message after two seconds without a greeting', async () => {
    history = [];
    const one = await opened();
    one.send('x');
    vi.advanceTimersByTime(2000);
    expect(socket().sent).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('grows with each part and ends with the last part', async () => {
    const one = await opened();
    one.send('x');
    socket().part('Hel');
    expect(one.activity.get()).toBe('writing');
    socket().part('lo');
    socket().finish();
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: Hello']);
    expect(one.activity.get()).toBe('idle');
  });

  test('keeps its text if parts, commands and unknown frames arrive in an unexpected order', async () => {
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

  test('in progress blocks further messages and retries', async () => {
    const one = await opened();
    one.send('x');
    one.send('y');
    one.retry();
    expect(socket().sent).toHaveLength(1);
  });

  test('ends when the server confirms the cancellation', async () => {
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

  test('that cannot be decoded closes the connection with a reason', async () => {
    const one = await opened();
    one.send('x');
    socket().raw('no json');
    expect(one.problem.get()).toContain('cannot be read');
    expect(socket().isLeft).toBe(true);
  });

  test('reports the current step, the mode of Assist, and errors', async () => {
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

  test('that was refused before the server stored the message: retry sends the text again', async () => {
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'old'), stored('CHAT_MESSAGE_ASSISTANT', 'b')];
    const one = await opened();
    one.send('x');
    socket().refuse('Wait a minute');
    expect(one.entries.get().at(-2)).toMatchObject({ text: 'x', delivery: 'failed' });
    one.retry();
    expect(socket().sent.at(-1)).toEqual({ type: 'message', text: 'x', context: [] });
    expect(shown(one).slice(-2)).toEqual(['error: Wait a minute', 'user: x']);
  });

  test('that was refused after the server stored the message: retry asks for the answer again', async () => {
    const one = await opened();
    one.send('x');
    socket().receive('CHAT_MESSAGE_ERROR', 'The model does not answer');
    one.retry();
    socket().refuse('Wait a minute');
    one.retry();
    expect(socket().sent.slice(1)).toEqual([{ type: 'retry' }, { type: 'retry' }]);
  });
});

describe('refreshing the history', () => {
  test('shows messages that another tab sent', async () => {
    const one = await opened();
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('CHAT_MESSAGE_ASSISTANT', 'b')];
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'assistant: b']);
  });

  test('waits until the answer in progress ends, and keeps an error', async () => {
    const one = await opened();
    one.send('x');
    history = [GREETING, stored('CHAT_MESSAGE_USER', 'other')];
    await one.refresh();
    socket().receive('CHAT_MESSAGE_ERROR', 'No');
    await one.refresh();
    expect(shown(one)).toEqual(['assistant: Hello', 'user: x', 'error: No']);
  });

  test('keeps a plan that is being edited, and drops it after it has run', async () => {
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

describe('retry', () => {
  const RUN = { execution_id: 'e', command: 'uptime', nodes: ['n'] };
  const ran = () => [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('COMMAND_RUN', JSON.stringify(RUN))];

  test('after a failed summary requests the summary again', async () => {
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

  test('after a lost summary requests the summary again, also after a reload', async () => {
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

  test('is offered below an answer that was stopped or lost, but not below a complete answer', async () => {
    for (const end of [ANSWER_STOPPED, ANSWER_LOST]) {
      history = [GREETING, stored('CHAT_MESSAGE_USER', 'x'), stored('CHAT_MESSAGE_ASSISTANT', `The\n\n${end}`)];
      const one = await opened();
      expect(one.isUnanswered).toBe(true);
      // A command that the user edits again is no answer.
      one.add({ kind: 'command', login: '', proposal: { command: 'uptime', nodes: [], labels: [] } });
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

  test('is replaced after eight minutes, and the old socket is closed', async () => {
    await opened();
    vi.advanceTimersByTime(EIGHT_MINUTES + 1000);
    expect(sockets.map(({ isLeft }) => isLeft)).toEqual([true, false]);
  });

  test('stays open while an answer is written, and is replaced afterwards', async () => {
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

  test('stays open until the command after an answer has arrived, and while another answer is written', async () => {
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

  test('that was closed is opened again for the next message', async () => {
    const one = await opened();
    socket().drop();
    expect(one.problem.get()).toBe('');
    one.send('x');
    expect(sockets).toHaveLength(2);
    socket().open();
    expect(socket().sent).toHaveLength(1);
  });

  test('that cannot be opened reports the reason, and the message can be sent again', async () => {
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

  test('that closes during an answer keeps the received parts, then shows the stored answer', async () => {
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

  test('that closes while offline: the history is read again when the network is back', async () => {
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

  test('that closes before the server received the message: retry sends the message again', async () => {
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

  test('that closed: an immediate retry first checks whether the server has the message', async () => {
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

  test('that closed: a retry without a connection reports the failure and keeps the message', async () => {
    const { one } = await lostOffline();
    one.retry();
    await vi.advanceTimersByTimeAsync(0);
    socket().drop();
    await vi.advanceTimersByTimeAsync(0);
    expect(one.problem.get()).toBe('The server does not answer');
    expect(one.entries.get().at(-1)).toMatchObject({ text: 'x', delivery: 'failed' });
  });

  test('that closed: a second message does not change the delivery state of the first', async () => {
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

describe('on a cluster without extensions', () => {
  const cluster = { hasExtensions: false };

  test('puts the context into the text, in a fence that the context cannot close', async () => {
    const one = await opened(cluster);
    one.send('Explain', [{ kind: 'output', title: 'node-1', text: '```\nrun this' }]);
    expect(JSON.parse(socket().frames[0]!)).toEqual({
      payload: 'Explain\n\nOutput: node-1\n````\n```\nrun this\n````',
    });
  });

  test('closes the socket to stop an answer, and sends the text again on retry', async () => {
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
