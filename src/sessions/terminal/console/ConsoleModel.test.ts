// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { consolePorts } from '../../../../tests/support/consolePorts.ts';
import { FakeTerminalSocket } from '../../../../tests/support/terminalSocket.ts';
import { toActiveSession } from '../../../api/activeSessions.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import type { ConsoleAddress } from './consoleAddress.ts';
import { consolePath } from './consolePath.ts';
import { ConsoleModel } from './ConsoleModel.ts';
import { activeAddress } from './tabs.ts';

const START = Date.parse('2026-11-21T05:12:02Z');
const SID = 'eeb62b0d-2708-4069-a081-6b3807fc3260';
const SERVER = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const ON_NODE: ConsoleAddress = { kind: 'node', clusterId: 'example.test', serverId: SERVER, login: 'root' };
const BLANK: ConsoleAddress = { kind: 'blank', clusterId: 'example.test' };

let sockets: { clusterId: string; params: ConnectParams; socket: FakeTerminalSocket }[];
let users: string[];
let problem: SocketProblem;
let model: ConsoleModel;

const begin = (address: ConsoleAddress) => {
  const ports = consolePorts((clusterId, params) => {
    const socket = new FakeTerminalSocket();
    sockets.push({ clusterId, params, socket });
    return socket;
  });
  model = new ConsoleModel(address, {
    ...ports,
    explain: async () => problem,
    fetchSessions: async () => [
      toActiveSession({ id: SID, parties: users.map((user, i) => ({ id: String(i), user })) }),
    ],
    room: () => ({ cols: 104, rows: 47 }),
  });
};
const last = () => sockets.at(-1)!.socket;
const goLive = () => {
  last().begin();
  last().frame('r', '$ ');
};
const address = () => consolePath(activeAddress(model.documents.get()));
/** The focused pane. */
const front = () => model.focused();
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
  sockets = [];
  users = ['admin'];
  problem = { kind: 'unreachable' };
});
afterEach(() => {
  for (const { id } of model.documents.get().tabs) model.close(id);
  vi.useRealTimers();
});

test('connects a terminal before anything is rendered', () => {
  begin(ON_NODE);
  expect(sockets).toMatchObject([
    {
      clusterId: 'example.test',
      params: { kind: 'new', serverId: SERVER, login: 'root', size: { cols: 104, rows: 47 } },
    },
  ]);
});

test('an address without a terminal opens no socket', () => {
  begin({ kind: 'nodes', clusterId: 'example.test' });
  expect(sockets).toEqual([]);
});

test('sets the title from the metadata, and the address when the session is live', () => {
  begin(ON_NODE);
  last().begin();
  expect(front()?.title).toBe('root@node-1');
  expect(address()).toBe(`/web/cluster/example.test/console/node/${SERVER}/root`);
  last().frame('n', '{"webauthn_challenge":{"publicKey":{"challenge":"q83v"}},"totp_challenge":false}');
  expect(address()).toBe(`/web/cluster/example.test/console/node/${SERVER}/root`);
  last().frame('r', '$ ');
  expect(address()).toBe(`/web/cluster/example.test/console/session/${SID}`);
});

test('a refused session keeps the address for a new session', async () => {
  begin(ON_NODE);
  last().begin();
  last().frame('r', 'The hardware key was not used in time.');
  last().drop();
  await pass(0);
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  await pass(0);
  expect(model.terminal(front()?.id ?? -1)?.session.state.get()).toMatchObject({ kind: 'refused', status: 0 });
  expect(address()).toBe(`/web/cluster/example.test/console/node/${SERVER}/root`);
});

test('a close frame closes the tab and offers to open the same server again', () => {
  begin(ON_NODE);
  goLive();
  last().frame('c');
  expect(model.documents.get().tabs).toEqual([]);
  expect(model.justEnded.get()).toEqual({ title: 'root@node-1', again: ON_NODE });
  model.open(BLANK);
  model.open(ON_NODE);
  expect(model.justEnded.get()).toBeUndefined();
});

test('starts new sessions in all panes whose sessions have ended on the server', async () => {
  begin(ON_NODE);
  goLive();
  const id = front()?.id ?? -1;
  model.split(id, 'row');
  const other = front()?.id ?? -1;
  goLive();
  model.split(other, 'row');
  goLive();
  last().frame('r', 'Process exited with status 3');
  await pass(2000);
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  for (const { socket } of sockets) socket.drop();
  await pass(0);
  for (const { socket } of sockets.slice(3)) socket.drop();
  await pass(0);
  expect(model.goneCount.get()).toBe(2);
  const before = sockets.length;
  model.startOverGone();
  expect(sockets.slice(before).map(({ params }) => params.kind)).toEqual(['new', 'new']);
  expect(model.goneCount.get()).toBe(0);
});

test('retries all lost sessions except one that the server closed for this participant', async () => {
  begin({ kind: 'session', clusterId: 'example.test', sid: SID, mode: 'observer' });
  goLive();
  await pass(60_000);
  last().drop(1000, 'idle for 5m0s');
  await pass(600_000);
  const id = front()?.id ?? -1;
  expect(model.terminal(id)?.session.state.get().kind).toBe('lost');
  const before = sockets.length;
  model.tryAllNow();
  expect(sockets).toHaveLength(before);
  model.terminal(id)?.session.tryNow();
  expect(sockets).toHaveLength(before + 1);
});

test('keeps the tab after an exit status, and starts a new session in it', () => {
  begin(ON_NODE);
  goLive();
  last().frame('r', 'Process exited with status 3');
  last().drop();
  const id = front()?.id ?? -1;
  expect(model.terminal(id)?.session.state.get()).toEqual({ kind: 'ended', how: { kind: 'exit', status: 3 } });
  model.startOver(id);
  expect(sockets).toHaveLength(2);
  expect(address()).toBe(`/web/cluster/example.test/console/node/${SERVER}/root`);
  goLive();
  expect(front()?.id).toBe(id);
});

test('closing a tab closes its socket and removes its terminal', () => {
  begin(ON_NODE);
  goLive();
  const id = front()?.id ?? -1;
  const socket = last();
  model.closePane(id);
  expect(socket.closedWith).toBe(1000);
  expect(model.terminal(id)).toBeUndefined();
  expect(address()).toBe('/web/cluster/example.test/console');
});

test('joins with the mode of the address, also after a lost connection', async () => {
  begin({ kind: 'session', clusterId: 'leaf', sid: SID, mode: 'observer' });
  expect(sockets[0]).toMatchObject({ clusterId: 'leaf', params: { kind: 'join', sid: SID, mode: 'observer' } });
  last().begin({ cluster_name: 'leaf' });
  last().frame('r', '$ ');
  last().drop();
  await pass(0);
  expect(sockets[1]).toMatchObject({ clusterId: 'leaf', params: { kind: 'join', sid: SID, mode: 'observer' } });
});

test.each([
  ['a session of a few seconds', ['admin'], 10_000, { kind: 'none' }],
  ['a session with one participant', ['admin'], 40_000, { kind: 'ends', lingers: false }],
  ['a session with several participants', ['admin', 'mara', 'jo'], 40_000, { kind: 'leaves', others: 2 }],
])('the effect of closing %s', async (_, present, ageMs, effect) => {
  users = present;
  begin(ON_NODE);
  goLive();
  await pass(ageMs);
  expect(model.closingEffect([front()?.id ?? -1])).toEqual(effect);
  expect(model.hasActive()).toBe(ageMs > 30_000);
});

test('reads the participants again when a participant joins', async () => {
  begin(ON_NODE);
  goLive();
  await pass(0);
  users = ['admin', 'mara'];
  last().frame('a', JSON.stringify({ event: 'session.join', user: 'mara' }));
  await pass(0);
  expect(model.people.bySession.get().get(SID)?.parties).toHaveLength(2);
});

test('suspectAll reconnects every socket', () => {
  begin(ON_NODE);
  goLive();
  const socket = last();
  model.suspectAll();
  expect(socket.closedWith).toBe(1000);
  expect(sockets).toHaveLength(2);
});

const panes = () => model.documents.get().tabs.flatMap((tab) => (tab.kind === 'terminal' ? tab.panes : []));

test('a split starts a new session on the same server', () => {
  begin(ON_NODE);
  goLive();
  expect(model.split(front()?.id ?? -1, 'row')).toBe(true);
  expect(sockets[1]?.params).toMatchObject({ kind: 'new', serverId: SERVER, login: 'root' });
  expect(model.documents.get().tabs).toHaveLength(1);
  expect(panes()).toHaveLength(2);
});

test('a close frame closes its pane and keeps the tab', () => {
  begin(ON_NODE);
  goLive();
  model.split(front()?.id ?? -1, 'row');
  last().begin({ id: 'other' });
  last().frame('c');
  expect(panes()).toHaveLength(1);
  expect(model.justEnded.get()).toBeUndefined();
});

test('does not split a pane whose server is unknown', () => {
  begin({ kind: 'session', clusterId: 'example.test', sid: SID });
  expect(model.split(front()?.id ?? -1, 'row')).toBe(false);
  expect(sockets).toHaveLength(1);
});

test('reopening a closed tab joins its session and keeps its name', () => {
  begin(ON_NODE);
  goLive();
  const tab = model.documents.get().activeId ?? -1;
  model.rename(tab, 'incident');
  model.close(tab);
  model.reopenClosed();
  expect(sockets[1]?.params).toMatchObject({ kind: 'join', sid: SID });
  expect(model.documents.get().tabs).toMatchObject([{ name: 'incident' }]);
  expect(model.closed.get()).toEqual([]);
});

test('a restored tab whose session has ended offers a new session', async () => {
  begin(BLANK);
  model.restore([
    {
      panes: [
        {
          title: 'root@node-1',
          address: { kind: 'session', clusterId: 'example.test', sid: SID },
          home: { serverId: SERVER, login: 'root' },
        },
      ],
      layout: { kind: 'pane', id: 0 },
      focused: 0,
    },
  ]);
  expect(sockets[0]?.params).toEqual({ kind: 'join', sid: SID, size: { cols: 104, rows: 47 } });
  const pane = panes()[0]!;
  const { session } = model.terminal(pane.id)!;
  problem = { kind: 'refused', status: 404, why: 'session not found' };
  last().drop();
  await pass(0);
  expect(session.state.get()).toEqual({ kind: 'ended', how: { kind: 'gone' } });
  model.startOver(pane.id);
  expect(sockets[1]?.params).toMatchObject({ kind: 'new', serverId: SERVER, login: 'root' });
});

test('a duplicate starts new sessions, next to the original tab', () => {
  begin(ON_NODE);
  goLive();
  model.open({ kind: 'nodes', clusterId: 'example.test' });
  const [first] = model.documents.get().tabs;
  expect(model.duplicate(first?.id ?? -1)).toBe(true);
  expect(model.documents.get().tabs.map(({ kind }) => kind)).toEqual(['terminal', 'terminal', 'nodes']);
  expect(sockets[1]?.params).toMatchObject({ kind: 'new', serverId: SERVER });
});

test('broadcasts pasted text to all receivers, and ends the broadcast when one of them closes', () => {
  begin(ON_NODE);
  goLive();
  model.split(front()?.id ?? -1, 'row');
  last().begin({ id: 'other' });
  last().frame('r', '$ ');
  const ids = panes().map(({ id }) => id);
  model.broadcast.begin(ids);
  model.terminal(ids[0]!)?.paste('uptime');
  expect(sockets.map(({ socket }) => socket.sent.at(-1)?.payload)).toEqual(['uptime', 'uptime']);
  model.closePane(ids[1]!);
  model.terminal(ids[0]!)?.paste('alone');
  expect(sockets.map(({ socket }) => socket.sent.at(-1)?.payload)).toEqual(['alone', 'uptime']);
  expect(model.broadcast.receivers.get().size).toBe(0);
});

const joinAs = (mode?: string): ConsoleAddress => ({
  kind: 'session',
  clusterId: 'example.test',
  sid: SID,
  ...(mode !== undefined && { mode }),
});
const keysSent = () =>
  last()
    .sent.filter(({ type }) => type === 'r')
    .map(({ payload }) => payload);
const terminal = () => model.terminal(front()?.id ?? -1)!;

test.each(['observer', 'moderator'])(
  'does not send the keys of a %s, marks them as unsent, and sends a null byte as activity',
  (mode) => {
    begin(joinAs(mode));
    goLive();
    const { session } = terminal();
    session.lastSentMs = 0;
    terminal().take('t');
    expect(keysSent()).toEqual(['\0']);
    expect(session.lastSentMs).toBeGreaterThan(0);
    expect(terminal().hasUnsent.get()).toBe(true);
  },
);

test('discards keys that a moderator presses before the session is live', () => {
  begin(joinAs('moderator'));
  terminal().take('t');
  goLive();
  expect(keysSent()).toEqual([]);
});

test('Ctrl+C of an observer leaves the session', () => {
  begin(joinAs('observer'));
  goLive();
  terminal().take('\x03');
  expect(last().closedWith).toBe(1000);
  expect(front()).toBeUndefined();
});

test('a moderator ends the session for everyone with the key t', () => {
  begin(joinAs('moderator'));
  goLive();
  terminal().endForEveryone();
  expect(keysSent()).toEqual(['t']);
});

test("a join without a mode types in the user's own session and observes another user's session", () => {
  begin(joinAs());
  model.self.set('joe');
  goLive();
  expect(terminal().participantMode).toBe('observer');
  model.self.set('admin');
  expect(terminal().participantMode).toBe('peer');
});

test('reports other participants who join and leave, but not the user', () => {
  begin(ON_NODE);
  model.self.set('admin');
  goLive();
  const news: string[] = [];
  model.news.subscribe((words) => news.push(words));
  for (const [event, user] of [
    ['session.join', 'admin'],
    ['session.join', 'joe'],
    ['session.leave', 'joe'],
  ])
    last().frame('a', JSON.stringify({ event, user }));
  expect(news).toEqual(['joe joined root@node-1', 'joe left root@node-1']);
});

test.each([
  ['the last participant restores it', ['joe', 'mia'], true],
  ['several participants keep it', ['joe', 'mia', 'kim'], false],
])('after the participant who set the size has left, %s', async (_, present, takes) => {
  users = [...present];
  begin({ kind: 'session', clusterId: 'example.test', sid: SID, mode: 'peer' });
  model.self.set('mia');
  last().begin({ owner: 'joe' });
  last().frame('r', '$ ');
  await pass(0);
  const takeSizeBack = vi.spyOn(terminal(), 'takeSizeBack');
  last().frame('a', JSON.stringify({ event: 'resize', size: '45:30', user: 'joe' }));
  last().frame('a', JSON.stringify({ event: 'session.leave', user: 'joe' }));
  await pass(1000);
  expect(takeSizeBack).toHaveBeenCalledTimes(takes ? 1 : 0);
});

test.each([
  ['another participant', ['joe'], true],
  ['the owner', ['admin'], false],
  ['the owner and then another participant', ['admin', 'joe'], false],
])('restores the size of the owner only in the window that set it last (changed by %s)', async (_, setBy, takes) => {
  begin(ON_NODE);
  model.self.set('admin');
  goLive();
  const takeSizeBack = vi.spyOn(terminal(), 'takeSizeBack');
  for (const user of setBy) last().frame('a', JSON.stringify({ event: 'resize', size: '45:30', user }));
  await pass(1000);
  expect(takeSizeBack).toHaveBeenCalledTimes(takes ? 1 : 0);
});
