import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeAssistSocket } from '../../../../tests/support/fakeAssistSocket.ts';
import { FakeCommandSocket } from '../../../../tests/support/commandSocket.ts';
import { offerContext } from '../../../api/assistRequests.ts';
import { toNode } from '../../../api/nodes.ts';
import { systemClock } from '../../../lib/clock.ts';
import { prefetchPopups } from '../../../ui/Popup.tsx';
import { EXAMPLE_REQUESTS, MESSAGE_CHARS_MAX, type AssistMessageJson } from '../../../wire/assist/messages.ts';
import type { ExecuteParams } from '../../../wire/command/executeParams.ts';
import { AssistDesk, type DeskPorts } from '../session/AssistDesk.ts';
import { OUTPUT_BYTES_MAX, type RecordingPorts } from '../session/StoredOutput.ts';
import { AssistPage } from './AssistPage.tsx';
import { AssistPanel } from './AssistPanel.tsx';
import { prefetchMarkdown } from './MessageList.tsx';
import { AssistPartsContext } from './parts.ts';

beforeAll(() => Promise.all([prefetchPopups(), prefetchMarkdown()]));

const NODES = [
  toNode({ id: 'a', hostname: 'web-1', sshLogins: ['root', 'deploy'] }),
  toNode({ id: 'b', hostname: 'web-2', sshLogins: ['root', 'deploy'] }),
];
const user = userEvent.setup();
let history: AssistMessageJson[];
let sockets: FakeAssistSocket[];
let commands: { params: ExecuteParams; socket: FakeCommandSocket }[];
let created: Date;
const checkAccess = vi.fn();
const recordingHref = (sid: string) => `/player/${sid}`;
let recording: RecordingPorts;

beforeEach(() => {
  localStorage.clear();
  history = [];
  sockets = [];
  commands = [];
  created = new Date();
  recording = { fetchBytes: async () => new Uint8Array(), readEvents: async () => undefined };
  checkAccess.mockClear();
});

const message = (type: string, payload: unknown): AssistMessageJson => ({
  type,
  created_time: '2026-11-25T12:00:00Z',
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

async function open(id: string | null = 'c1', differing: Partial<DeskPorts> = {}) {
  const desk = new AssistDesk({
    username: 'mara',
    storage: localStorage,
    fetchConversations: async () => [{ id: 'c1', title: 'Disks', created }],
    createConversation: async () => 'c2',
    deleteConversation: async () => undefined,
    renameConversation: async () => undefined,
    suggestTitle: async (words) => words,
    fetchState: async () => ({ mode: 'planner' }),
    portsOf: () => ({
      username: 'mara',
      session: {
        open: () => {
          const socket = new FakeAssistSocket();
          sockets.push(socket);
          return socket;
        },
        explain: () => Promise.resolve({ kind: 'unreachable' }),
        fetchHistory: async () => history,
        hasExtensions: true,
        clock: systemClock,
        whenReachable: () => () => undefined,
      },
      plan: { fetchNodes: async () => ({ nodes: NODES, total: NODES.length }) },
      run: {
        open: (params) => {
          const socket = new FakeCommandSocket();
          commands.push({ params, socket });
          return socket;
        },
        explain: () => Promise.resolve({ kind: 'unreachable' }),
        addressBytes: () => 100,
        nodesPerSocket: Infinity,
        nodesAtOnce: 30,
        pingServer: () => Promise.resolve(true),
        stopsCommands: true,
        fetchHosts: async () => NODES,
        clock: systemClock,
      },
      recording,
    }),
    ...differing,
  });
  const onSelect = vi.fn();
  render(
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess, recordingHref }}>
      <AssistPage conversationId={id ?? undefined} onSelect={onSelect} />
    </AssistPartsContext>,
  );
  if (id !== 'gone') await screen.findByLabelText('Message to Assist');
  return { desk, onSelect };
}
const field = () => screen.getByRole('textbox', { name: 'Message to Assist' });
const query = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Query' }).value;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const COMMAND = message('COMMAND', { command: 'df -h', nodes: ['web-1', 'web-2'] });

describe('an answer', () => {
  const openAnswer = async (text: string) => {
    history = [message('CHAT_MESSAGE_ASSISTANT', text)];
    await open();
    return screen.findByRole('article', { name: 'Assist' });
  };

  test.each([
    '[click](javascript:alert(1))',
    '[click](data:text/html,x)',
    '[click](//evil.test/x)',
    '[click](/web/users)',
    '[click](vbscript:x)',
    '[click](java\nscript:alert(1))',
    '<a href="https://evil.test">click</a>',
    '[click][x]\n\n[x]: javascript:alert(1)',
  ])('gets no link for %j', async (text) => {
    const article = await openAnswer(text);
    expect(article.querySelectorAll('a, [href], [src], [onerror]')).toHaveLength(0);
  });

  test('adds no script, style, frame or image to the page', async () => {
    const article = await openAnswer(
      '<script>x</script><img src=x onerror=y><style>*{}</style><iframe src=z></iframe>\n\n![pic](https://evil.test/p.png)',
    );
    expect(article.querySelectorAll('script, img, style, iframe')).toHaveLength(0);
    expect(article.textContent).toContain('<script>x</script>');
    expect(article.querySelector('a')?.getAttribute('href')).toBe('https://evil.test/p.png');
  });

  test('shows the host and the hidden characters of its links, which open in a new tab', async () => {
    const article = await openAnswer('[https://example.test](https://evil.test/x) and www.odd.test, a\u202eb');
    const links = [...article.querySelectorAll('a')];
    expect(links.map((link) => [link.href, link.target, link.rel])).toEqual([
      ['https://evil.test/x', '_blank', 'noopener noreferrer nofollow'],
      ['http://www.odd.test/', '_blank', 'noopener noreferrer nofollow'],
    ]);
    expect(article.textContent).toContain('(evil.test)');
    expect(article.textContent).toContain('a⟨U+202E⟩b');
  });

  test('that contains a huge table is not formatted', async () => {
    const table = `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(12_000)}`;
    const article = await openAnswer(table);
    expect(article.querySelector('table')).toBeNull();
  });

  test('with thousands of nested quotes is not formatted and does not crash the page', async () => {
    const article = await openAnswer('>'.repeat(3000));
    expect(article.querySelector('blockquote')).toBeNull();
    expect(article.textContent).toContain('>>>');
  });

  test('runs no command and opens no window', async () => {
    const opened = vi.spyOn(window, 'open');
    history = [
      message('CHAT_MESSAGE_USER', 'x'),
      message('TOOL_CALL', { tool: 'run_now', arguments: {}, result: {} }),
      COMMAND,
    ];
    await open();
    await screen.findByText('Command on 2 servers');
    act(() =>
      sockets[0]?.open().receive('COMMAND_RUN', { execution_id: 'e', command: 'rm', nodes: [], approved_by: 'mara' }),
    );
    await screen.findByText('No results are stored');
    expect(commands).toEqual([]);
    expect(opened).not.toHaveBeenCalled();
  });
});

describe('a suggested command', () => {
  beforeEach(() => void (history = [COMMAND]));

  test('runs exactly as shown, once, and shows the output of each server', async () => {
    const { desk } = await open();
    desk.settings.change({ summarizes: true });
    await screen.findByText('Command on 2 servers');
    screen.getByText('Nothing has run yet');
    await user.click(button('Remove web-2'));
    const command = screen.getByRole('textbox', { name: 'Command' });
    await user.clear(command);
    await user.type(command, 'uptime');
    await user.dblClick(button('Run on 1 server'));
    expect(commands).toHaveLength(1);
    const [{ params, socket }] = commands as [(typeof commands)[number]];
    expect(params).toMatchObject({
      command: 'uptime',
      login: 'deploy',
      query: 'resource.metadata.name == "a"',
      conversationId: 'c1',
    });
    screen.getByText(/Approved by mara/);
    act(() => {
      sockets[0]?.open().receive('CHAT_MESSAGE_ASSISTANT', 'Hello');
      socket.open().beginOn('a');
      socket.receive('a', 'up 3 days\n');
      socket.done('a');
    });
    expect(sockets[0]?.sent).toEqual([]);
    act(() => socket.drop(1000));
    await screen.findByText('up 3 days');
    await screen.findByText(/^exit 0/);
    await waitFor(() => expect(sockets[0]?.sent).toEqual([{ type: 'summarize', executionId: params.executionId }]));
    act(() => sockets[0]?.receive('CHAT_MESSAGE_ASSISTANT', 'All is well'));
    await user.click(button('Edit and run again'));
    await screen.findByText('Nothing has run yet');
    await screen.findByText('Command on 1 server', { selector: '[aria-label="Suggested command"] h3' });
    expect(query()).toBe('name == "web-1"');
    expect(commands).toHaveLength(1);
  });

  test('that ran before a reload targets the same servers by name, also if its first query matches more', async () => {
    const run = { execution_id: 'e', command: 'uptime', login: 'root', query: 'resource.metadata.name == "a"' };
    const approved = { nodes: ['web-1'], approved_by: 'mara', approved_at: '2026-11-25T12:00:00Z' };
    history = [
      message('COMMAND', { command: 'uptime', nodes: [], query: 'name != ""', changes: true }),
      message('COMMAND_RUN', { ...run, ...approved }),
    ];
    await open();
    await user.click(await screen.findByRole('button', { name: 'Edit and run again' }));
    await screen.findByText('Command on 1 server', { selector: '[aria-label="Suggested command"] h3' });
    expect(query()).toBe('name == "web-1"');
    await user.click(button('Run on 1 server'));
    await screen.findByRole('dialog', { name: 'Run on 1 server?' });
  });

  test('with hidden characters cannot run until they are removed, and several servers need confirmation', async () => {
    history = [message('COMMAND', { command: 'echo \u202egnp.exe', nodes: ['web-1'] })];
    await open();
    await screen.findByText('Command on 2 servers');
    screen.getByText('U+202E');
    await user.click(button('Run on 2 servers'));
    expect(commands).toEqual([]);
    await user.click(button('Remove them'));
    await user.click(button('Run on 2 servers'));
    const dialog = await screen.findByRole('dialog', { name: 'Run on 2 servers?' });
    expect(dialog.textContent).toContain('deploy');
    expect(within(dialog).getByLabelText('The command').textContent).toBe('echo gnp.exe');
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Do not run' }));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(commands).toEqual([]);
    await user.click(button('Run on 2 servers'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Run on 2 servers' }));
    expect(commands).toHaveLength(1);
    expect(commands[0]?.params.command).toBe('echo gnp.exe');
  });

  test('that changes servers needs confirmation, also for one server', async () => {
    history = [message('COMMAND', { command: 'systemctl reboot', nodes: ['web-1'], changes: true })];
    await open();
    await screen.findByText('Command on 2 servers');
    await user.click(button('Remove web-2'));
    await user.click(button('Run on 1 server'));
    expect(commands).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: 'Run on 1 server?' });
    expect(dialog.textContent).not.toContain('all of them');
    await user.click(within(dialog).getByRole('button', { name: 'Run on 1 server' }));
    expect(commands).toHaveLength(1);
  });

  test('keeps the focus in its list of servers while servers are removed, then moves it to the query', async () => {
    await open();
    await screen.findByText('Command on 2 servers');
    await user.click(button('Remove web-1'));
    expect(document.activeElement).toBe(button('Remove web-2'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Query' }));
  });

  test('opens the access check, and Reset restores the proposal', async () => {
    await open();
    await screen.findByText('Command on 2 servers');
    await user.click(button('Check access'));
    expect(checkAccess).toHaveBeenCalledWith('a', 'deploy');
    await user.click(button('Remove web-1'));
    await user.click(button('Reset'));
    await screen.findByText('Command on 2 servers');
  });

  test('is read-only after a later message, and can be offered again', async () => {
    history = [COMMAND, message('CHAT_MESSAGE_USER', 'no')];
    await open();
    await screen.findByText('Was not run');
    expect(screen.queryByRole('button', { name: /^Run on/ })).toBeNull();
    await user.click(button('Edit and run'));
    await screen.findByText('Command on 2 servers');
    expect(button('Run on 2 servers').getAttribute('aria-disabled')).not.toBe('true');
    expect(commands).toEqual([]);
  });
});

describe('the results of an earlier run', () => {
  const RUN = { execution_id: 'e', command: 'seq', login: 'root', nodes: ['web-1'], approved_by: 'mara' };
  const resultOf = (error?: string) =>
    message('COMMAND_RESULT', { node_id: 'a', execution_id: 'e', session_id: 's1', ...(error && { error }) });

  test('show why a server was not reached', async () => {
    const readEvents = vi.fn(() => Promise.reject(new Error('404')));
    recording = { fetchBytes: () => Promise.reject(new Error('404')), readEvents };
    history = [message('COMMAND_RUN', RUN), resultOf('The server could not be reached.')];
    await open();
    await screen.findByText('The server could not be reached.');
    expect(screen.queryByText(/recording cannot be read/)).toBeNull();
    expect(readEvents).not.toHaveBeenCalled();
  });

  test('show that the output is truncated, also in the explanation request', async () => {
    const line = `${'1234567'.repeat(100)}\n`;
    const text = line.repeat(OUTPUT_BYTES_MAX / line.length + 2);
    recording = {
      fetchBytes: async () => new TextEncoder().encode(text).subarray(0, OUTPUT_BYTES_MAX + 1),
      readEvents: async (_sid, take) => take([{ event: 'exec', exitCode: '3' }]),
    };
    history = [message('COMMAND_RUN', RUN), resultOf('Process exited with status 3')];
    const { desk } = await open();
    await screen.findByText(/Only the first 64 KiB are shown/);
    expect(screen.getByRole('link', { name: 'Open the recording' }).getAttribute('href')).toBe('/player/s1');
    expect(screen.getByRole('region', { name: 'Output of web-1' }).textContent).toMatch(/^(?:1234567|\n)+\n$/);
    await user.click(button('Explain the output of web-1'));
    expect(desk.open('c1').draft.context.get()[0]?.text).toMatch(/\[Only the first 64 KiB are shown\]$/);
  });
});

describe('a message', () => {
  test('is saved as a draft while the user writes, and Enter sends it', async () => {
    history = [message('CHAT_MESSAGE_ASSISTANT', 'Hello')];
    const { desk } = await open();
    act(() => void sockets[0]?.open());
    await user.type(field(), 'first{Shift>}{Enter}{/Shift}second');
    expect(localStorage.getItem('postern_messages:mara:c1')).toContain('first\\nsecond');
    await user.keyboard('{Enter}');
    expect(sockets[0]?.sent).toEqual([{ type: 'message', text: 'first\nsecond', context: [] }]);
    await user.type(field(), 'next{Enter}');
    expect(sockets[0]?.sent).toHaveLength(1);
    expect(localStorage.getItem('postern_messages:mara:c1')).toContain('first\\nsecond\\nnext');
    act(() => sockets[0]?.part('answer'));
    expect(localStorage.getItem('postern_messages:mara:c1')).toContain('"next"');
    await user.click(button('Stop'));
    expect(sockets[0]?.sent.at(-1)).toEqual({ type: 'cancel' });
    expect(desk.open('c1').draft.text.get()).toBe('next');
  });

  test('that was not confirmed is restored after a reload, unless the history contains it', async () => {
    localStorage.setItem('postern_messages:mara:c1', JSON.stringify({ text: 'disks?', savedAtMs: Date.now() }));
    const { desk } = await open();
    expect(desk.open('c1').draft.text.get()).toBe('disks?');
    cleanup();
    history = [message('CHAT_MESSAGE_USER', 'disks?')];
    const again = await open();
    await waitFor(() => expect(again.desk.open('c1').draft.text.get()).toBe(''));
    expect(localStorage.getItem('postern_messages:mara:c1')).toBeNull();
  });

  test('contains only the context that the user attaches, which is shown before sending', async () => {
    history = [message('CHAT_MESSAGE_ASSISTANT', 'Hello')];
    const { desk } = await open();
    act(() => void sockets[0]?.open());
    const off = offerContext({ kind: 'servers', title: '2 servers', read: () => 'web-1\nweb-2' });
    await user.type(field(), 'a{Enter}');
    expect(sockets[0]?.sent).toEqual([{ type: 'message', text: 'a', context: [] }]);
    act(() => sockets[0]?.receive('CHAT_MESSAGE_ASSISTANT', 'b'));
    await user.click(button('Attach Servers: 2 servers'));
    expect(screen.getByRole('region', { name: 'Text of Servers: 2 servers' }).textContent).toBe('web-1\nweb-2');
    await user.click(button('Remove Servers: 2 servers'));
    act(() => desk.open('c1').draft.fill('Explain this.', [{ kind: 'event', title: 'Login', text: '{}' }]));
    expect(sockets[0]?.sent).toHaveLength(1);
    await user.click(button('Send'));
    expect(sockets[0]?.sent.at(-1)).toEqual({
      type: 'message',
      text: 'Explain this.',
      context: [{ kind: 'event', title: 'Login', text: '{}' }],
    });
    off();
  });

  test('that is too long shows an error below the field, and Enter does not send it', async () => {
    history = [message('CHAT_MESSAGE_ASSISTANT', 'Hello')];
    const { desk } = await open();
    act(() => {
      sockets[0]?.open();
      desk.open('c1').draft.fill('x'.repeat(MESSAGE_CHARS_MAX + 1), []);
    });
    await user.type(field(), '{Enter}');
    expect(sockets[0]?.sent).toEqual([]);
    screen.getByText(/^Not sent: the message has 16.001 characters, at most 16.000 are allowed/);
  });

  test('keeps the focus in its list of attachments while they are removed, then moves it to the field', async () => {
    const { desk } = await open();
    const items = ['a', 'b', 'c'].map((title) => ({ kind: 'event', title, text: title }) as const);
    act(() => desk.open('c1').draft.fill('', items));
    await user.click(button('Remove Audit event: a'));
    expect(document.activeElement).toBe(button('Remove Audit event: b'));
    await user.click(button('Remove Audit event: c'));
    expect(document.activeElement).toBe(button('Remove Audit event: b'));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field());
  });

  test.each(['visibilitychange', 'focus'])('of another tab is shown when this tab gets the event %s', async (event) => {
    await open();
    history = [message('CHAT_MESSAGE_USER', 'from the other tab')];
    act(() => void (event === 'focus' ? window : document).dispatchEvent(new Event(event)));
    await screen.findByText('from the other tab');
  });

  test('that starts a conversation becomes its title, and is restored if the creation fails', async () => {
    const renameConversation = vi.fn(async () => undefined);
    let fails = true;
    const { onSelect } = await open(null, {
      renameConversation,
      suggestTitle: () => Promise.reject(new Error('no model')),
      createConversation: async () => {
        if (fails) throw new Error('no room');
        return 'c2';
      },
    });
    await screen.findByText(/Built-in planner/);
    await user.type(field(), 'How full are the disks?{Enter}');
    await screen.findByText(/Could not create a conversation/);
    expect(field()).toHaveProperty('value', 'How full are the disks?');
    fails = false;
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(onSelect).toHaveBeenCalledWith('c2', 'begun'));
    expect(localStorage.getItem('postern_messages:mara:new')).toBeNull();
    expect(localStorage.getItem('postern_messages:mara:c2')).toContain('How full');
    await waitFor(() => expect(renameConversation).toHaveBeenCalledWith('c2', 'How full are the disks?'));
  });
});

test('the panel next to a terminal has a fixed layout, and Escape in its field closes it', async () => {
  const { desk } = await open('gone');
  const onClose = vi.fn();
  render(
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess, recordingHref }}>
      <AssistPanel
        isDockOnly
        conversationId={undefined}
        onSelect={() => undefined}
        onOpenPage={() => undefined}
        onClose={onClose}
      />
    </AssistPartsContext>,
  );
  const panel = screen.getByRole('complementary', { name: 'Assist' });
  expect(within(panel).queryByRole('button', { name: /dock|larger|smaller/i })).toBeNull();
  await user.type(await within(panel).findByLabelText('Message to Assist'), 'what is{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(desk.newDraft.text.get()).toBe('what is');
});

test('a panel that fails to render leaves the page intact and can be closed', async () => {
  const { desk } = await open('gone');
  vi.spyOn(desk, 'open').mockImplementation(() => {
    throw new Error('no conversation');
  });
  const [onClose, onSelect] = [vi.fn(), vi.fn()];
  const panelOf = (id: string | undefined) => (
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess, recordingHref }}>
      <p>The page</p>
      <AssistPanel conversationId={id} onSelect={onSelect} onOpenPage={() => undefined} onClose={onClose} />
    </AssistPartsContext>
  );
  const { rerender } = render(panelOf('c1'));
  screen.getByText('The page');
  await screen.findByText(/Could not show the conversation/);
  const panel = screen.getByRole('complementary', { name: 'Assist' });
  await user.click(within(panel).getByRole('button', { name: 'Close Assist' }));
  expect(onClose).toHaveBeenCalledOnce();
  await user.click(within(panel).getByRole('button', { name: 'New conversation' }));
  expect(onSelect).toHaveBeenCalledWith(undefined);
  rerender(panelOf(undefined));
  await screen.findByLabelText('Message to Assist');
  vi.mocked(console.error).mockClear();
});

test('the panel of a deleted conversation reports that and offers a new conversation', async () => {
  const { desk } = await open('gone');
  const onSelect = vi.fn();
  render(
    <AssistPartsContext value={{ desk, FactorPrompt: () => null, checkAccess, recordingHref }}>
      <AssistPanel conversationId="c0" onSelect={onSelect} onOpenPage={() => undefined} onClose={() => undefined} />
    </AssistPartsContext>,
  );
  const panel = within(screen.getByRole('complementary', { name: 'Assist' }));
  await panel.findByText('There is no such conversation');
  expect(sockets).toEqual([]);
  await user.click(panel.getAllByRole('button', { name: 'New conversation' }).at(-1)!);
  expect(onSelect).toHaveBeenCalledWith(undefined);
});

test('a search without matches keeps the title and the actions of the open conversation', async () => {
  const { desk } = await open('c1', {
    fetchConversations: async (search) => (search === '' ? [{ id: 'c1', title: 'Disks', created }] : []),
  });
  await act(() => desk.load('nothing'));
  await screen.findByText('Disks');
  expect(button('Delete conversation').getAttribute('aria-disabled')).not.toBe('true');
  await act(() => desk.rename('c1', 'Full disks'));
  await screen.findByText('Full disks');
});

test('an example replaces the previous example, and is appended to text that the user wrote', async () => {
  const { desk } = await open(null);
  const [first = '', second = ''] = EXAMPLE_REQUESTS;
  await user.click(button(first));
  await user.click(button(second));
  expect(desk.newDraft.text.get()).toBe(second);
  await user.clear(field());
  await user.type(field(), 'mine');
  await user.click(button(first));
  expect(desk.newDraft.text.get()).toBe(`mine\n${first}`);
});

test('reports an unknown conversation id in the address', async () => {
  await open('gone');
  await screen.findByText('There is no such conversation');
});

test('deletes a conversation after a confirmation that names it', async () => {
  const deleteConversation = vi.fn(async () => undefined);
  const { onSelect } = await open('c1', { deleteConversation });
  await user.click(button('Delete conversation'));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Disks”?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete conversation' }));
  await waitFor(() => expect(onSelect).toHaveBeenCalledWith(undefined));
  expect(deleteConversation).toHaveBeenCalledWith('c1');
});
