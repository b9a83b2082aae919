// The end of a sign-in, or the loss of the access that it needed, ends all that it holds open, at once.
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { startVncServer, type VncServer } from '../support/desktopServers.ts';
import { desktopUrl, DesktopSocket } from '../support/desktopSocket.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE } from '../support/terminalGateway.ts';
import { DEFAULT_PASSWORD, WebClient } from '../support/webClient.ts';

/** The limit for "at once", on a machine that does other work. */
const SOON_MS = 1900;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const base64 = (text: string) => Buffer.from(text).toString('base64');

let gateway: InProcess;
let admin: WebClient;
let bob: WebClient;
let nodeId = '';
let directory = '';
let vnc: VncServer;

beforeAll(async () => {
  vnc = await startVncServer();
}, 30_000);
afterAll(() => vnc.stop());

const DESKTOPS = { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: [LOGIN] };
const GUESTS = { allow: { logins: [LOGIN], node_labels: { '*': '*' }, ...DESKTOPS } };
const desktopDocument = () => ({
  kind: 'windows_desktop' as const,
  version: 'v3',
  metadata: { name: 'lab-1', labels: { env: 'dev' } },
  spec: { addr: `127.0.0.1:${vnc.port}` },
});
const roleDocument = (spec: object, metadata: object = {}) =>
  JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'guests', ...metadata }, spec });

beforeEach(async () => {
  gateway = await startInProcess({
    auth: { second_factor: 'off', idle_timeout: '5h' },
    admin: { name: 'admin', logins: [LOGIN] },
    node: { name: 'node-1', labels: { env: 'dev' } },
    inventory: [desktopDocument()],
  });
  directory = mkdtempSync(join(tmpdir(), 'postern-ends-'));
  admin = await WebClient.ofInvite(gateway.base, gateway.app.inviteLink?.split('/').at(-1) ?? '', 'admin');
  await admin.addRole('guests', GUESTS);
  bob = await admin.invite('bob', ['guests']);
  const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=1');
  nodeId = String(items[0].id);
});
afterEach(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function within(work: Promise<unknown>, what: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} went on`)), SOON_MS);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function openShell(client: WebClient): Promise<TerminalClient> {
  const terminal = client.terminal({ login: LOGIN, server_id: nodeId, term: SIZE });
  await terminal.session();
  terminal.type("echo re''ady\r");
  await terminal.sees('ready');
  return terminal;
}

async function openDesktop(client: WebClient): Promise<DesktopSocket> {
  const { authorization = '', cookie = '' } = client.signedIn;
  const bearer = authorization.replace('Bearer ', '');
  const query = { username: LOGIN, extensions: '1' };
  const desktop = new DesktopSocket(desktopUrl(client.base, { bearer }, 'lab-1', query), { headers: { cookie } });
  onTestFinished(() => desktop.socket.terminate());
  await desktop.sees('picture');
  return desktop;
}

/** A command that creates a marker file when it runs to its end. */
async function runCommand(client: WebClient): Promise<{ socket: TerminalClient; marker: string }> {
  const marker = join(directory, 'finished');
  const command = `echo begun; sleep 2; touch ${marker}`;
  const socket = client.command({
    query: `name == "${nodeId}" || resource.spec.hostname == "node-1"`,
    login: LOGIN,
    command,
    conversation_id: 'c',
    execution_id: 'e',
  });
  await socket.until(() => socket.of('r').length > 0, 'its first output');
  return { socket, marker };
}

const scp = (name: string) =>
  `/v1/webapi/sites/-current-/nodes/${nodeId}/${LOGIN}/scp?${new URLSearchParams({ location: join(directory, name), filename: name })}`;

/** Resolves with `over` when the connection has broken or was answered. */
async function uploadHalf(client: WebClient): Promise<{ over: Promise<unknown> }> {
  const { hostname, port } = new URL(client.base);
  const call = request({
    hostname,
    port,
    method: 'POST',
    path: scp('upload'),
    headers: { ...client.signedIn, 'content-type': 'application/octet-stream', 'content-length': 1_000_000 },
  });
  const over = new Promise((resolve) => {
    call.on('error', resolve);
    call.on('close', resolve);
    call.on('response', (response: IncomingMessage) => resolve(response.resume()));
  });
  call.write(Buffer.alloc(100_000));
  await until(() => readdirSync(directory).some((name) => name.endsWith('.part')));
  return { over };
}

async function downloadHalf(client: WebClient): Promise<{ over: () => Promise<void> }> {
  const file = join(directory, 'big');
  writeFileSync(file, '');
  truncateSync(file, 300 * 1024 * 1024);
  const { hostname, port } = new URL(client.base);
  const call = request({ hostname, port, path: scp('big'), headers: client.signedIn });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end();
  });
  expect(response.statusCode).toBe(200);
  await new Promise((resolve) => response.once('readable', resolve));
  return {
    /** Reads only the bytes that were already in transit. */
    over: async () => {
      await new Promise((resolve) => response.on('error', resolve).on('close', resolve).resume());
      expect(response.complete).toBe(false);
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let n = 0; n < 500 && !holds(); n += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(holds()).toBe(true);
}

const saveUser = (roles: readonly string[]) => admin.expect('PUT', '/users', { name: 'bob', roles });

/** Events that end all of bob's connections. `why` is the message in his terminal. */
const CAUSES: Record<string, { end: () => Promise<unknown>; why?: string; endsAll?: true }> = {
  'a sign-out': { end: () => bob.signOut() },
  'a reset': {
    end: () => admin.expect('POST', '/users/password/token', { name: 'bob', type: 'password' }),
    why: 'You were signed out: a link to reset your account was issued.',
  },
  'a password change elsewhere': {
    end: async () => {
      const elsewhere = new WebClient(gateway.base);
      await elsewhere.signIn('bob');
      const change = { old_password: base64(DEFAULT_PASSWORD), new_password: base64('another staple') };
      await elsewhere.expect('PUT', '/users/password', change);
    },
    why: 'You were signed out: the password was changed elsewhere.',
  },
  'the removal of the user': {
    end: () => admin.expect('DELETE', '/users/bob'),
    why: 'You were signed out: the account was removed.',
  },
  'a lock': {
    end: () => admin.expect('PUT', '/sites/-current-/locks', { targets: { user: 'bob' }, message: '', ttl: '' }),
    why: 'lock targeting User:"bob" is in force',
  },
  'the end of the sign-in': {
    end: async () => {
      for (let hours = 0; hours < 13; hours += 1) {
        gateway.pass(HOUR_MS);
        gateway.app.gateway.sessions.noteActivity(callerOf('bob'));
      }
    },
    why: 'The sign-in that this was opened with has expired.',
    endsAll: true,
  },
  'nobody being there': {
    end: async () => gateway.pass(5 * HOUR_MS + 2 * 60_000),
    why: 'The sign-in that this was opened with has expired.',
    endsAll: true,
  },
  'the loss of the role': {
    end: () => saveUser(['auditor']),
    why: `Access revoked: your roles no longer allow ${LOGIN} on node-1`,
  },
  'a role that denies from now on': {
    end: () =>
      admin.expect('PUT', '/roles/guests', {
        content: roleDocument({
          ...GUESTS,
          deny: { node_labels: { env: 'dev' }, windows_desktop_labels: { env: 'dev' } },
        }),
      }),
    why: `Access revoked: your roles no longer allow ${LOGIN} on node-1`,
  },
  'the end of the role': {
    end: async () => {
      const expires = new Date(gateway.nowMs() + HOUR_MS).toISOString();
      await admin.expect('PUT', '/roles/guests', { content: roleDocument(GUESTS, { expires }) });
      gateway.pass(HOUR_MS + 1000);
    },
  },
};

/** The parts of a caller that an activity report needs. */
function callerOf(user: string) {
  const row = gateway.app.gateway.stores.db.get<{ login_id: string; login_ms: number; expires_ms: number }>(
    'SELECT * FROM web_sessions WHERE user = ?',
    user,
  );
  return {
    session: {
      user,
      loginId: row?.login_id ?? '',
      loginMs: row?.login_ms ?? 0,
      expiresMs: row?.expires_ms ?? 0,
      bearerExpiresMs: 0,
    },
  };
}

describe.each(Object.entries(CAUSES))('H2, %s', (_cause, { end, why, endsAll = false }) => {
  test('closes terminals', async () => {
    const terminal = await openShell(bob);
    const others = await openShell(admin);
    await end();
    await within(terminal.closed, 'the terminal');
    if (why !== undefined) expect(terminal.unseen).toContain(why);
    if (!endsAll) {
      others.type("echo still-h''ere\r");
      await others.sees('still-here');
    }
    await until(() => gateway.app.gateway.liveSessions.all().every(({ owner }) => owner !== 'bob'));
  });

  test('closes desktops', async () => {
    const desktop = await openDesktop(bob);
    await admin.addRole('others', GUESTS);
    const others = await openDesktop(await admin.invite('carol', ['others']));
    await end();
    await within(desktop.closed, 'the desktop');
    if (why !== undefined) expect(await desktop.refusal()).toContain(why.replace('node-1', 'lab-1'));
    if (!endsAll) expect(others.isOver).toBe(false);
    await until(() => gateway.app.gateway.liveSessions.all().every(({ owner }) => owner !== 'bob'));
  });

  test('stops commands', async () => {
    const { socket, marker } = await runCommand(bob);
    await end();
    await within(socket.closed, 'the command');
    if (why?.includes('signed out') || why?.includes('sign-in')) {
      expect(socket.of('e').map(({ payload }) => fromUtf8(payload))).toEqual([why]);
    }
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(existsSync(marker)).toBe(false);
  }, 20_000);

  test('interrupts transfers', async () => {
    const up = await uploadHalf(bob);
    const down = await downloadHalf(bob);
    await end();
    await within(up.over, 'the upload');
    await within(down.over(), 'the download');
    await until(() => !readdirSync(directory).some((name) => name.endsWith('.part')));
    expect(existsSync(join(directory, 'upload'))).toBe(false);
  });
});

describe('a shell whose owner has signed in again', () => {
  let old: TerminalClient;
  let back: TerminalClient;
  let again: WebClient;
  beforeEach(async () => {
    const content = roleDocument({ ...GUESTS, options: { max_session_ttl: '10m' } });
    await admin.expect('PUT', '/roles/guests', { content });
    await bob.signIn('bob');
    old = await openShell(bob);
    const { id } = await old.session();
    gateway.pass(5 * MINUTE_MS);
    again = new WebClient(gateway.base);
    await again.signIn('bob');
    back = again.terminal({ sid: id, mode: 'peer', login: LOGIN, server_id: nodeId, term: SIZE });
    await back.sees('ready');
  });
  test('continues after the first sign-in expires, and ends with the second one', async () => {
    gateway.pass(6 * MINUTE_MS);
    await within(old.closed, 'the old socket');
    back.type("echo still-h''ere\r");
    await back.sees('still-here');
    await again.signOut();
    await within(back.closed, 'the shell');
    await until(() => gateway.app.gateway.liveSessions.all().every(({ owner }) => owner !== 'bob'));
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a sign-out of the first one', () => bob.signOut()],
    ['a lock', () => admin.expect('PUT', '/sites/-current-/locks', { targets: { user: 'bob' }, message: '', ttl: '' })],
    ['a reset', () => admin.expect('POST', '/users/password/token', { name: 'bob', type: 'password' })],
    ['the removal of the user', () => admin.expect('DELETE', '/users/bob')],
  ])('ends with %s', async (_cause, end) => {
    await end();
    await within(back.closed, 'the shell');
    await until(() => gateway.app.gateway.liveSessions.all().every(({ owner }) => owner !== 'bob'));
  });
});

test('a user who may no longer join is disconnected, and the session continues', async () => {
  await admin.addRole('joiners', {
    allow: {
      join_sessions: [{ name: 'j', roles: ['*'], kinds: ['ssh'], modes: ['observer', 'peer'] }],
      rules: [{ resources: ['session_tracker', 'ssh_session'], verbs: ['list', 'read'] }],
    },
  });
  await saveUser(['guests', 'joiners']);
  const owner = await openShell(admin);
  const { id } = await owner.session();
  const joiner = bob.terminal({ sid: id, mode: 'observer', login: LOGIN, server_id: nodeId, term: SIZE });
  await joiner.session();
  await until(() => gateway.app.gateway.liveSessions.all().find((live) => live.id === id)?.parties.length === 2);
  await saveUser(['guests']);
  await within(joiner.closed, 'the joiner');
  expect(joiner.unseen).toContain('Access revoked: your roles no longer allow joining this session');
  owner.type("echo still-h''ere\r");
  await owner.sees('still-here');
});

test('an error at the end of one connection does not prevent the end of the others', async () => {
  const carol = await admin.invite('carol', ['guests']);
  const shells = [await openShell(bob), await openShell(carol)] as const;
  const desktops = [await openDesktop(bob), await openDesktop(carol)] as const;
  const { watch } = gateway.app.gateway;
  const failForBob =
    <P extends [{ user: string }, ...unknown[]], R>(refusal: (...asked: P) => R) =>
    (...asked: P): R => {
      if (asked[0].user === 'bob') throw new Error('no answer');
      return refusal(...asked);
    };
  Object.assign(watch, {
    loginRefusal: failForBob(watch.loginRefusal.bind(watch)),
    desktopRefusal: failForBob(watch.desktopRefusal.bind(watch)),
  });
  await admin.expect('PUT', '/roles/guests', { content: roleDocument({}) });
  await within(shells[1].closed, 'the terminal');
  await within(desktops[1].closed, 'the desktop');
  expect(desktops[0].isOver).toBe(false);
});

test.each([
  ['a lost role', () => saveUser(['auditor'])],
  ['a sign-out', () => admin.expect('DELETE', '/postern/users/bob/sessions/web')],
])('the end of many terminals after %s does not block the event loop', async (_cause, end) => {
  const shells = [await openShell(bob), await openShell(bob), await openShell(bob)];
  const { terminals } = gateway.app.gateway;
  const during: number[] = [];
  for (const name of ['endRevoked', 'endSignIn'] as const) {
    const run = terminals[name].bind(terminals);
    terminals[name] = (ended?: unknown) => {
      run(ended as never);
      during.push(terminals.signIns().length);
    };
  }
  await end();
  for (const shell of shells) await within(shell.closed, 'a terminal');
  expect(during.length).toBeGreaterThan(0);
  expect(Math.min(...during)).toBeGreaterThan(0);
  expect(terminals.signIns()).toEqual([]);
});

test('a session continues if a change of roles still allows it', async () => {
  const terminal = await openShell(bob);
  await saveUser(['guests', 'auditor']);
  await admin.expect('PUT', '/roles/guests', {
    content: roleDocument({ ...GUESTS, options: { max_session_ttl: '1h' } }),
  });
  terminal.type("echo still-h''ere\r");
  await terminal.sees('still-here');
});

test('a command does not start on more nodes after the role is removed', async () => {
  const { socket } = await runCommand(bob);
  await saveUser(['auditor']);
  await within(socket.closed, 'the command');
  const lines = socket
    .of('r')
    .map(({ payload }) => fromUtf8(payload))
    .join('');
  expect(lines).toContain(base64('Access revoked').slice(0, 16));
});

test('an error in the check of one command does not keep other commands running', async () => {
  await runCommand(bob);
  const { socket } = await runCommand(bob);
  const { watch } = gateway.app.gateway;
  const judge = watch.loginRefusal.bind(watch);
  watch.loginRefusal = () => {
    watch.loginRefusal = judge;
    throw new Error('the record of the user cannot be read');
  };
  await saveUser(['auditor']);
  await within(socket.closed, 'the other command');
});

test('a request that waits for a command-line sign-in ends with the web session', async () => {
  const id = '00000000-0000-5000-8000-000000000000';
  const waiting = bob.get(`/headless/${id}`).then(
    ({ status }) => status,
    () => 0,
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  await admin.expect('DELETE', '/users/bob');
  await within(waiting, 'the wait');
  expect(await waiting).not.toBe(200);
});
