import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { demandsOf, type Demand } from '../../src/access/moderation.ts';
import { toRole } from '../../src/access/role.ts';
import { utf8 } from '../../src/lib/encoding.ts';
import { FakeShell, FakeSocket } from '../../tests/support/sessionParts.ts';
import { memoryStores } from '../../tests/support/memoryStores.ts';
import type { ParticipantMode } from '../../src/wire/terminal/participantMode.ts';
import { Audit } from '../audit/audit.ts';
import { Recordings } from '../recordings/Recordings.ts';
import { RecordingWriter } from '../recordings/RecordingWriter.ts';
import type { EventStore } from '../store/events.ts';
import { Participant } from './Participant.ts';
import { Session } from './Session.ts';
import { TargetError, type Target } from './target.ts';

const ID = '3c91d1d6-67cf-4d76-97bf-2f858022fd20';
const SIZE = { cols: 80, rows: 24 };

let root: string;
let recordings: Recordings;
let store: EventStore;
let shell: FakeShell;
/** The sizes of the opened shells, and the time that the machine needs to open one. */
let opened: string[];
let machine: Promise<void> | undefined;
let lingering: { ms: number; run: () => void } | undefined;
let reported: unknown[];
let ended: number;
let due: ((session: Session) => void) | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'postern-session-'));
  recordings = new Recordings(join(root, 'recordings'));
  store = memoryStores().events;
  shell = new FakeShell();
  opened = [];
  machine = undefined;
  lingering = undefined;
  reported = [];
  ended = 0;
  due = undefined;
});
afterEach(() => {
  vi.useRealTimers();
  chmodSync(join(root, 'recordings'), 0o700);
  rmSync(root, { recursive: true, force: true });
});

const target: Target = {
  node: { id: ID, hostname: 'node-1', addr: '127.0.0.1:3080', labels: {} },
  open: async (_login, size, listener) => {
    opened.push(`${size.cols}:${size.rows}`);
    await machine;
    shell.listener = listener;
    return shell;
  },
};
const info = (user: string, loginId = `${user}-1`) => ({
  user,
  roles: [],
  loginId,
  remoteAddr: '127.0.0.1:1',
  limits: { idleMs: 0 },
});

let records = true;
const open = (recordStrictly = false, demands: readonly Demand[] = []): Promise<Session> =>
  Session.open({ id: ID, login: 'root', target, owner: info('mara'), ownerRoles: [], demands, recordStrictly }, SIZE, {
    audit: new Audit(store, Date.now, () => 'example.test'),
    recordings,
    recorded: () => records,
    clock: {
      now: Date.now,
      after(ms, run) {
        lingering = { ms, run };
        return () => (lingering = undefined);
      },
      every: () => () => undefined,
    },
    clusterName: () => 'example.test',
    report: (error) => reported.push(error),
    ended: () => ended++,
    settle: (session) => due?.(session),
  });

function enter(session: Session, user = 'mara', mode: ParticipantMode = 'peer', loginId?: string): FakeSocket {
  const socket = new FakeSocket();
  const participant = new Participant(socket as unknown as WebSocket, info(user, loginId), 300_000);
  session.admit(participant, mode, SIZE, session.members.length === 0 && user === 'mara');
  return socket;
}
const logged = (name: string) => store.page({ fromMs: 0, toMs: 4e12, order: 'asc', limit: 100, names: [name] }).events;

async function finish(session: Session, status = 0): Promise<void> {
  shell.listener?.end({ kind: 'exited', status });
  await vi.waitFor(() => expect(ended).toBe(1));
  expect(session.isOpen).toBe(false);
}

test('a shell without participants ends after 20 s', async () => {
  const session = await open();
  const socket = enter(session);
  expect(lingering).toBeUndefined();
  socket.emit('close');
  expect([session.members, lingering?.ms, session.isOpen]).toEqual([[], 20_000, true]);
  const back = enter(session);
  expect(lingering).toBeUndefined();
  back.emit('close');
  lingering?.run();
  expect([session.isOpen, shell.hungUp]).toEqual([false, true]);
  await finish(session, 255);
});

test('a shell without participants does not end while a participant is about to join', async () => {
  const session = await open();
  const socket = enter(session);
  socket.emit('close');
  const expected = ['mara', 'otto'].map((user) => {
    const one = new FakeSocket();
    return { one, participant: new Participant(one as unknown as WebSocket, info(user), 300_000) };
  });
  const releases = expected.map(({ participant }) => session.expect(participant, 'peer'));
  expect(lingering).toBeUndefined();
  session.endFor(({ user }) => user === 'otto', { kind: 'silent' }, 'ended');
  expect(expected.map(({ one }) => one.ended)).toEqual([undefined, 'dropped']);
  releases[0]?.();
  expect(lingering).toBeUndefined();
  releases[1]?.();
  expect(lingering?.ms).toBe(20_000);
  lingering?.run();
  await finish(session, 255);
});

test('a participant cannot join a session that has ended, and the socket is closed', async () => {
  const session = await open();
  await finish(session);
  const late = enter(session);
  expect([session.members, late.ended]).toEqual([[], 1000]);
});

test('ends the shell at once if the owner closes the session as the last participant', async () => {
  const session = await open();
  const socket = enter(session);
  socket.receive('c', '');
  expect([socket.types.slice(-2), socket.ended, shell.hungUp]).toEqual(['rc', 1000, true]);
  await finish(session);
});

test('does not admit a client that disconnected while the shell was being opened', async () => {
  const session = await open();
  const socket = new FakeSocket();
  const participant = new Participant(socket as unknown as WebSocket, info('mara'), 300_000);
  socket.emit('close');
  session.admit(participant, 'peer', SIZE, true);
  expect([session.members, lingering?.ms]).toEqual([[], 20_000]);
  await finish(session);
});

describe('flow control', () => {
  const MUCH = 'x'.repeat(600 * 1024);

  test('a participant that does not read pauses the shell until it has caught up', async () => {
    const session = await open();
    const socket = enter(session);
    socket.takes = false;
    await shell.prints(MUCH);
    expect(shell.paused).toBe(true);
    socket.take();
    await vi.waitFor(() => expect(shell.paused).toBe(false)); // the disk may also have been behind
    await finish(session);
  });

  test('a participant that does not read is dropped after a timeout if others take part', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const session = await open();
    const alone = enter(session);
    alone.takes = false;
    await shell.prints(MUCH);
    vi.advanceTimersByTime(11_000);
    expect(alone.ended).toBeUndefined();
    const guest = enter(session, 'otto');
    vi.advanceTimersByTime(11_000);
    expect([alone.ended, guest.ended]).toEqual(['dropped', undefined]);
    vi.useRealTimers();
    await finish(session);
  });

  test('a participant that sends hold pauses the shell until it sends go', async () => {
    const session = await open();
    const socket = enter(session);
    socket.receive('p', 'hold');
    expect(shell.paused).toBe(true);
    socket.receive('p', 'go');
    expect(shell.paused).toBe(false);
    socket.receive('p', 'maybe');
    expect(session.isOpen).toBe(false);
    await finish(session);
  });

  test('a participant that sends hold does not pause the output of others for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const session = await open();
    const [slow, guest] = [enter(session), enter(session, 'otto')];
    slow.receive('p', 'hold');
    vi.advanceTimersByTime(4000);
    expect(shell.paused).toBe(true);
    vi.advanceTimersByTime(2000);
    expect([shell.paused, slow.ended, guest.ended]).toEqual([false, undefined, undefined]);
    vi.useRealTimers();
    await finish(session);
  });

  test('a participant that does not read is dropped even if it sends hold repeatedly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const session = await open();
    const [busy, silent] = [enter(session), enter(session, 'otto')];
    silent.takes = false;
    await shell.prints(MUCH);
    for (let i = 0; i < 4; i++) {
      silent.receive('p', 'hold');
      vi.advanceTimersByTime(3000);
    }
    expect([busy.ended, silent.ended]).toEqual([undefined, 'dropped']);
    vi.useRealTimers();
    await finish(session);
  });

  test('a participant is dropped at once if its unread frames reach the memory limit', async () => {
    const session = await open();
    const [busy, silent] = [enter(session), enter(session, 'otto')];
    silent.takes = false;
    silent.bufferedAmount = 16 * 1024 * 1024;
    busy.receive('w', '{"size":"100:50"}');
    await vi.waitFor(() => expect(silent.ended).toBe('dropped'));
    expect(session.members).toHaveLength(1);
    await finish(session);
  });

  test('unread input releases the hold of its sender, whose go could not be read', async () => {
    const session = await open();
    const socket = enter(session);
    socket.receive('p', 'hold');
    shell.reads = false;
    socket.receive('r', 'much');
    expect([socket.paused, shell.paused]).toEqual([true, false]);
    shell.listener?.drained();
    socket.receive('p', 'hold');
    expect([socket.paused, shell.paused]).toEqual([false, true]);
    await finish(session);
  });

  test('a shell that does not read pauses the sockets of peers and not of observers', async () => {
    const session = await open();
    const peer = enter(session);
    const observer = enter(session, 'otto', 'observer');
    shell.reads = false;
    peer.receive('r', 'much');
    expect([peer.paused, observer.paused]).toEqual([true, false]);
    shell.listener?.drained();
    expect(peer.paused).toBe(false);
    await finish(session);
  });
});

test('a session survives an expired sign-in if its owner has a newer one, and ends with the newer one', async () => {
  const session = await open();
  const [old, guest] = [enter(session), enter(session, 'otto')];
  const back = enter(session, 'mara', 'peer', 'mara-2');
  const expired = { kind: 'signed-out', text: 'expired' } as const;
  session.endFor(({ loginId }) => loginId === 'mara-1', expired, 'expired');
  expect([old.ended, back.ended, guest.ended, session.isOpen]).toEqual([1000, undefined, undefined, true]);
  expect(session.subject.owner.loginId).toBe('mara-2');
  back.emit('close');
  session.endFor(({ loginId }) => loginId === 'mara-2', expired, 'expired');
  expect([guest.ended, guest.endedWhy]).toEqual([1000, 'its owner mara was signed out: the sign-in has expired']);
  await finish(session, 255);
});

test('ending a sign-in ends its session, even if its owner has a newer sign-in', async () => {
  const session = await open();
  const [old, back] = [enter(session), enter(session, 'mara', 'peer', 'mara-2')];
  session.endFor(({ loginId }) => loginId === 'mara-1', { kind: 'signed-out', text: 'elsewhere' }, 'ended');
  expect([old.ended, back.ended, session.isOpen]).toEqual([1000, 1000, false]);
  expect(back.endedWhy).toBe('its owner mara was signed out');
  await finish(session, 255);
});

const LOST = 'Access revoked: your roles';
const revoke = (session: Session, lost: string) =>
  session.endRevoked(
    ({ user }) => (user === lost ? LOST : undefined),
    () => [],
  );

test('other participants get the reason if a revocation of the owner ends the session', async () => {
  const session = await open();
  const [owner, guest] = [enter(session), enter(session, 'otto')];
  revoke(session, 'mara');
  expect([owner.endedWhy, guest.endedWhy]).toEqual(['Access revoked: your roles', 'its owner mara lost access']);
  await finish(session, 255);
});

test.each([
  ['a size', (socket: FakeSocket) => socket.receive('w', '{"size":"40:20"}')],
  ['a key', (socket: FakeSocket) => socket.receive('r', 'rm -r important')],
  ['output', () => shell.listener?.output(utf8('a secret'))],
])('a pending revocation takes effect before %s', async (_what, happen) => {
  const session = await open();
  const [owner, guest] = [enter(session), enter(session, 'otto')];
  const sizes = [...shell.sizes];
  due = () => revoke(session, 'otto');
  happen(guest);
  expect([guest.endedWhy, owner.ended, shell.typed, shell.sizes]).toEqual([LOST, undefined, '', sizes]);
  await finish(session);
  expect(JSON.stringify(guest.frames)).not.toContain('a secret');
});

test('other participants get the reason if the owner loses access while disconnected', async () => {
  const session = await open();
  const [owner, guest] = [enter(session), enter(session, 'otto')];
  owner.emit('close');
  revoke(session, 'mara');
  expect(guest.endedWhy).toBe('its owner mara lost access');
  await finish(session, 255);
});

test('a sign-out drops only its own sockets, and ends a session that it started', async () => {
  const session = await open();
  const [owner, second] = [enter(session), enter(session, 'mara', 'peer', 'mara-2')];
  session.endFor(({ loginId }) => loginId === 'mara-2', { kind: 'silent' }, 'ended');
  expect([owner.ended, second.ended, session.isOpen]).toEqual([undefined, 'dropped', true]);
  const guest = enter(session, 'otto');
  session.endFor(({ loginId }) => loginId === 'mara-1', { kind: 'silent' }, 'ended');
  expect([owner.ended, guest.ended, session.isOpen]).toEqual(['dropped', 1000, false]);
  expect(guest.frames.at(-1)).toEqual({ type: 'r', text: 'Process exited with status 255' });
  await finish(session, 255);
});

test('the events of the end name all participants and the bytes of each', async () => {
  const session = await open();
  enter(session);
  const guest = enter(session, 'otto');
  guest.receive('r', 'ls\r');
  await shell.prints('file\r\n');
  await finish(session);
  expect(shell.typed).toBe('ls\r');
  expect(logged('session.end')).toMatchObject([{ participants: ['mara', 'otto'], interactive: true, sid: ID }]);
  expect(logged('session.data')).toMatchObject([{ user: 'mara', rx: 0 }, { user: 'otto' }]);
  expect(guest.frames.filter(({ text }) => text.includes('"session.leave"'))).toEqual([]); // of the owner
  expect(logged('session.upload')).toHaveLength(1);
  expect(await recordings.find(ID)).toMatchObject({ bytes: 6 });
});

test('without recording on the cluster, a session that must be recorded opens without an error', async () => {
  records = false;
  const session = await open(true);
  await finish(session);
  records = true;
  expect(logged('session.start')).toMatchObject([{ session_recording: 'off' }]);
  expect(logged('session.end')[0]).not.toHaveProperty('recording_error');
  expect(await recordings.find(ID)).toBeUndefined();
});

describe('if recording cannot start', () => {
  beforeEach(() => rmSync(join(root, 'recordings'), { recursive: true }));

  test('a session that must be recorded is refused', async () => {
    await expect(open(true)).rejects.toThrow('This session must be recorded, but recording failed');
    expect([reported.length, logged('session.start')]).toEqual([1, []]);
    recordings = new Recordings(join(root, 'recordings'));
  });

  test('another session continues, with a message to participants and in the audit log', async () => {
    const session = await open();
    const socket = enter(session);
    await shell.prints('still here');
    expect(socket.frames.filter(({ type }) => type === 'r')).toEqual([
      { type: 'r', text: expect.stringMatching(/^Postern > From now on the session is not recorded: .+\.\r\n$/) },
      { type: 'r', text: 'still here' },
    ]);
    await finish(session);
    expect(logged('session.start')).toMatchObject([{ session_recording: 'off' }]);
    expect(logged('session.end')).toMatchObject([{ session_recording: 'off', recording_error: expect.any(String) }]);
    recordings = new Recordings(join(root, 'recordings'));
  });
});

describe('if the disk becomes full', () => {
  beforeEach(() => {
    const full = {
      ...recordings.files('3c91d1d6-67cf-4d76-97bf-2f858022fd20'),
      bytes: '/dev/full',
      index: '/dev/full',
    };
    vi.spyOn(recordings, 'begin').mockImplementation((_sid, listener) => RecordingWriter.open(full, listener));
  });
  const textOf = (socket: FakeSocket) =>
    socket.frames.flatMap(({ type, text }) => (type === 'r' ? [text] : [])).join('');

  test('a session that must be recorded ends with the reason', async () => {
    const session = await open(true);
    const socket = enter(session);
    await vi.waitFor(() => expect(socket.ended).toBe(1000));
    expect(textOf(socket)).toBe(
      '\r\nThis session must be recorded, but recording failed: the disk is full. Ask the gateway’s administrator to check the disk.',
    );
    expect(shell.hungUp).toBe(true);
    await finish(session);
  });

  test('another session continues, and participants get one message', async () => {
    const session = await open();
    const socket = enter(session);
    await vi.waitFor(() => expect(textOf(socket)).not.toBe(''));
    await shell.prints('still here');
    expect(textOf(socket)).toBe('Postern > From now on the session is not recorded: the disk is full.\r\nstill here');
    await finish(session);
    expect(logged('session.end')).toMatchObject([{ recording_error: 'the disk is full' }]);
  });
});

describe('a session that requires a moderator', () => {
  const watched = (on_leave = 'pause') => ({ name: 'watch', kinds: ['ssh'], modes: ['moderator'], count: 1, on_leave });
  const openWatched = (policy = watched()): Promise<Session> =>
    open(false, demandsOf([toRole({ spec: { allow: { require_session_join: [policy] } } })], 'ssh'));
  const textOf = (socket: FakeSocket) =>
    socket.frames.flatMap(({ type, text }) => (type === 'r' ? [text] : [])).join('');
  const started = () => vi.waitFor(() => expect(shell.listener).toBeDefined());

  test('starts its shell when the moderator joins, with the size that was set last', async () => {
    const session = await openWatched();
    const owner = enter(session);
    owner.receive('r', 'early\r');
    owner.receive('w', '{"size":"132:50"}');
    expect([opened, logged('session.start').length]).toEqual([[], 1]);
    const moderator = new FakeSocket();
    session.admit(
      new Participant(moderator as unknown as WebSocket, info('otto'), 300_000),
      'moderator',
      { cols: 100, rows: 30 },
      false,
    );
    await started();
    owner.receive('r', 'ls\r');
    expect([opened, shell.typed]).toEqual([['100:30'], 'ls\r']);
    await finish(session);
    expect(await recordings.find(ID)).toMatchObject({ bytes: utf8(textOf(owner).split('the connection')[0]!).length });
  });

  test('shows all participants the reason why the shell cannot start', async () => {
    machine = Promise.reject(new TargetError('node-1 cannot be reached'));
    machine.catch(() => undefined);
    const session = await openWatched();
    const [owner, moderator] = [enter(session), enter(session, 'otto', 'moderator')];
    await vi.waitFor(() => expect(ended).toBe(1));
    for (const { frames, ended: code } of [owner, moderator])
      expect([frames.at(-1)?.text, code]).toEqual(['node-1 cannot be reached', 1000]);
    expect([session.isOpen, logged('session.end').length]).toEqual([false, 1]);
    expect(reported).toMatchObject([{ name: 'TargetError' }]);
  });

  test('ends on Ctrl-C of a peer while it waits and while its shell starts', async () => {
    const waiting = await openWatched();
    const owner = enter(waiting);
    owner.receive('r', 'x\u0003');
    expect([owner.types.slice(-2), waiting.isOpen]).toEqual(['rc', false]);
    await vi.waitFor(() => expect(ended).toBe(1));

    let arrive = (): void => undefined;
    machine = new Promise((resolve) => (arrive = resolve));
    const opening = await openWatched();
    const [again, moderator] = [enter(opening), enter(opening, 'otto', 'moderator')];
    again.receive('r', '\u0003');
    expect(moderator.frames.at(-1)).toEqual({ type: 'r', text: 'Process exited with status 255' });
    arrive();
    await vi.waitFor(() => expect(shell.hungUp).toBe(true));
    shell.listener?.end({ kind: 'exited', status: 255 });
    await vi.waitFor(() => expect(ended).toBe(2));
  });

  test('hides the output of a pause except its last bytes, and discards its input', async () => {
    const session = await openWatched();
    const [owner, moderator] = [enter(session), enter(session, 'otto', 'moderator')];
    await started();
    await shell.prints('$ ');
    moderator.receive('r', '\u0003');
    expect([moderator.types.at(-1), session.isOpen]).toEqual(['c', true]);
    const before = textOf(owner);
    owner.receive('r', 'rm -rf /\r');
    await shell.prints('secret'.repeat(5000));
    expect([textOf(owner), shell.typed]).toEqual([before, '']);
    enter(session, 'otto', 'moderator');
    expect(textOf(owner).slice(before.length)).toMatch(/continues\.\r\n(secret|ecret|cret|ret|et|t)(secret)+$/);
    await shell.prints('more');
    owner.receive('r', 'ls\r');
    await vi.waitFor(() => expect(textOf(owner).endsWith('more')).toBe(true));
    expect(shell.typed).toBe('ls\r');
    await finish(session);
  });

  test('carries out an approved transfer once, and not while it is paused', async () => {
    const session = await openWatched();
    const [owner, moderator] = [enter(session), enter(session, 'otto', 'moderator')];
    await started();
    const request = { download: true, location: '/etc/hosts' } as const;
    owner.receive('f', JSON.stringify({ event: 'file_transfer_request', ...request }));
    const id = String(JSON.parse(owner.frames.findLast(({ type }) => type === 'a')?.text ?? '{}').requestID);
    moderator.receive('t', JSON.stringify({ event: 'file_transfer_decision', requestId: id, approved: true }));
    moderator.receive('r', '\u0003');
    expect(session.useFileRequest('mara', id, request)).toBe(false);
    enter(session, 'otto', 'moderator');
    expect([1, 2].map(() => session.useFileRequest('mara', id, request))).toEqual([true, false]);
    await finish(session);
  });

  test('waits 20 s for participants while it is paused, and the moderator can end it', async () => {
    const session = await openWatched();
    const [owner, moderator] = [enter(session), enter(session, 'otto', 'moderator')];
    await started();
    owner.emit('close');
    moderator.emit('close');
    expect([session.isOpen, lingering?.ms]).toEqual([true, 20_000]);
    const back = enter(session, 'otto', 'moderator');
    expect(lingering).toBeUndefined();
    back.receive('r', 't');
    expect([back.types.at(-1), shell.hungUp]).toEqual(['c', true]);
    await finish(session, 255);
  });

  test('ends when the moderator leaves if the role requires it', async () => {
    const session = await openWatched(watched('terminate'));
    const [owner, moderator] = [enter(session), enter(session, 'otto', 'moderator')];
    await started();
    moderator.receive('c', '');
    expect([moderator.types.at(-1), textOf(owner).split('\r\n').at(-1)]).toEqual([
      'c',
      'Process exited with status 255',
    ]);
    expect([session.isOpen, shell.hungUp]).toEqual([false, true]);
    await finish(session, 255);
  });
});
