// Sessions with the maximum number of sockets do not keep the gateway busy.
import { once } from 'node:events';
import { rmSync, mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectShortPauses, fileUrl } from '../support/loopScene.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

const OF_USER_MAX = 10;

const join_sessions = [{ name: 'all', roles: ['*'], kinds: ['ssh'], modes: ['peer', 'observer'] }];
const WATCH_ALL = { allow: { logins: [LOGIN], join_sessions } };

const directory = mkdtempSync(join(tmpdir(), 'postern-sockets-'));
const probe = join(directory, 'probe');
let gateway: TerminalGateway;
let guests: WebClient[];

beforeAll(async () => {
  const env = { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe };
  gateway = await startTerminalGateway({ env });
  await gateway.admin.addRole('watch-all', WATCH_ALL);
  guests = [];
  for (const name of ['ann', 'bob', 'cleo', 'dan']) guests.push(await gateway.admin.invite(name, ['watch-all']));
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(directory, { recursive: true, force: true });
});

async function openShell(): Promise<{ owner: TerminalClient; sid: string }> {
  const owner = gateway.admin.terminal(gateway.shell);
  const { id } = await owner.session();
  owner.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
  await owner.sees('ready> ');
  return { owner, sid: id };
}

const joinAtOnce = (user: WebClient, sid: string, count: number) =>
  Array.from({ length: count }, () => user.terminal({ sid, mode: 'peer', term: SIZE }));

async function joinGuests(sid: string): Promise<TerminalClient[]> {
  const sockets: TerminalClient[] = [];
  for (const guest of guests) {
    const joined = joinAtOnce(guest, sid, OF_USER_MAX);
    sockets.push(...joined);
    await Promise.all(joined.map((socket) => socket.sees('ready> ')));
  }
  return sockets;
}
const writeRole = (spec: object) => {
  const content = JSON.stringify({ kind: 'role', version: 'v6', metadata: { name: 'watch-all' }, spec });
  return gateway.admin.expect('PUT', '/roles/watch-all', { content });
};
const isOver = (socket: TerminalClient) => socket.closed.then(() => true);

test('fifty simultaneous joins of one user do not block the gateway', async () => {
  await expectShortPauses(probe, async () => {
    const { owner, sid } = await openShell();
    const connections = Array.from({ length: 50 }, () => connect(Number(new URL(gateway.base).port), 'localhost'));
    await Promise.all(connections.map((connection) => once(connection, 'connect')));
    await gateway.admin.expect('GET', '/sites/-current-/sessions'); // the gateway has accepted them
    gateway.process.kill('SIGSTOP'); // all requests have arrived when the gateway continues
    const sockets = connections.map((connection) =>
      gateway.admin.terminal({ sid, mode: 'peer', term: SIZE }, { connection }),
    );
    await setTimeout(300);
    gateway.process.kill('SIGCONT');
    const over = new Set<TerminalClient>();
    for (const socket of [owner, ...sockets]) void socket.closed.then(() => over.add(socket));
    await vi.waitUntil(() => over.size === sockets.length + 1 - OF_USER_MAX, { timeout: 20_000 });
    await gateway.admin.expect('GET', '/sites/-current-/sessions');
    const left = sockets.find((socket) => !over.has(socket))!;
    left.type('exit\r');
    await Promise.all(sockets.map(isOver));
  });
}, 60_000);

test('the end of a session with fifty sockets does not block the gateway', async () => {
  await expectShortPauses(probe, async () => {
    const { owner, sid } = await openShell();
    const sockets = [...joinAtOnce(gateway.admin, sid, OF_USER_MAX - 1)];
    await Promise.all(sockets.map((socket) => socket.sees('ready> ')));
    sockets.push(...(await joinGuests(sid)));
    owner.type('exit\r');
    await Promise.all([owner, ...sockets].map(isOver));
    await gateway.admin.expect('GET', '/sites/-current-/sessions');
    const all = await gateway.admin.expect(
      'GET',
      `/sites/-current-/events/search?from=2000-01-01T00:00:00Z&limit=1000&include=session.leave`,
    );
    const leaves = all.events.filter((event: { sid: string }) => event.sid === sid);
    expect(leaves).toHaveLength(5 * OF_USER_MAX);
  });
}, 60_000);

test('the loss of a role that forty sockets of a session need does not block the gateway', async () => {
  await expectShortPauses(probe, async () => {
    const { owner, sid } = await openShell();
    const sockets = await joinGuests(sid);
    await writeRole({ allow: { logins: [LOGIN] } });
    await Promise.all(sockets.map(isOver));
    await writeRole(WATCH_ALL);
    owner.type('exit\r');
    await isOver(owner);
  });
}, 60_000);
