// One shell with several users (streams §3.5–3.9).
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

let gateway: TerminalGateway;
let admin: WebClient;
/** May join every session in every mode. */
let joiner: WebClient;
/** May only observe. */
let watcher: WebClient;
/** May list sessions but not join them. */
let stranger: WebClient;
beforeAll(async () => {
  gateway = await startTerminalGateway();
  admin = gateway.admin;
  const joining = (modes: string[]) => ({
    allow: {
      join_sessions: [{ name: 'all', roles: ['*'], kinds: ['ssh'], modes }],
      rules: [{ resources: ['session_tracker'], verbs: ['list'] }],
    },
  });
  await admin.addRole('joiner', joining(['observer', 'moderator', 'peer']));
  await admin.addRole('watcher', joining(['observer']));
  await admin.addRole('stranger', { allow: { rules: [{ resources: ['session_tracker'], verbs: ['list'] }] } });
  joiner = await admin.invite('joiner', ['joiner']);
  watcher = await admin.invite('watcher', ['watcher']);
  stranger = await admin.invite('stranger', ['stranger']);
}, 240_000);
afterAll(() => gateway.stop());

async function openShell(): Promise<{ owner: TerminalClient; sid: string }> {
  const owner = admin.terminal(gateway.shell);
  onTestFinished(() => owner.drop());
  const { id } = await owner.session();
  owner.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
  await owner.sees('ready> ');
  return { owner, sid: id };
}

async function join(client: WebClient, sid: string, mode?: string, term = SIZE): Promise<TerminalClient> {
  const terminal = client.terminal({ sid, ...(mode && { mode }), term });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  await terminal.until(() => terminal.frames.length > 1, 'more than the session');
  return terminal;
}

const liveSession = async (client: WebClient, sid: string) => {
  const { sessions } = await client.expect('GET', '/sites/-current-/sessions?extensions=1');
  return sessions.find(({ id }: { id: string }) => id === sid);
};
const parties = async (sid: string): Promise<string[]> =>
  (await liveSession(admin, sid))?.parties.map(({ user }: { user: string }) => user);
const names = (terminal: TerminalClient) => terminal.events().map(({ event, user }) => `${event} ${user}`);
const lastText = (terminal: TerminalClient) => fromUtf8(terminal.of('r').at(-1)!.payload);

test('a user who may join sees the allowed modes', async () => {
  const { sid } = await openShell();
  const modes = async (client: WebClient) => (await liveSession(client, sid))?.participantModes;
  expect(await modes(admin)).toEqual(['peer', 'moderator', 'observer']);
  expect((await modes(joiner)).sort()).toEqual(['moderator', 'observer', 'peer']);
  expect(await modes(watcher)).toEqual(['observer']);
  expect(await modes(stranger)).toBeNull();
});

test('a peer gets the last output, types, and sets the size for all participants', async () => {
  const { owner, sid } = await openShell();
  owner.type("echo bef''ore\r");
  await owner.sees('before\r\n');
  const peer = await join(joiner, sid, 'peer', { w: 100, h: 30 });
  expect(await peer.session()).toMatchObject({
    id: sid,
    login: LOGIN,
    owner: 'admin',
    terminal_params: { w: 80, h: 25 },
    server_addr: gateway.nodeId,
    parties: [{ user: 'admin', remote_addr: '' }],
  });
  await peer.sees('before\r\n');
  expect(peer.of('r')[0]!.payload.length).toBeLessThanOrEqual(1000);
  await owner.until(() => owner.events().some(({ size }) => size === '100:30'), "the joiner's size");
  expect(names(owner)).toEqual(['session.join joiner', 'resize joiner']);
  expect(names(peer)).toEqual(['session.join joiner']);
  for (const event of owner.events())
    expect(event).toMatchObject({
      sid,
      login: '-teleport-internal-join',
      cluster_name: 'example.test',
      server_id: gateway.nodeId,
      server_hostname: 'node-1',
      server_labels: { env: 'dev', team: 'core' },
    });

  peer.type('echo "<$(stty size)>"\r');
  await Promise.all([owner.sees('<30 100>'), peer.sees('<30 100>')]);
  owner.resize(90, 28);
  await peer.until(() => names(peer).includes('resize admin'), "the owner's size");
  expect(peer.events().at(-1)).toMatchObject({ size: '90:28', login: LOGIN });
  expect(names(owner)).not.toContain('resize admin');

  peer.close();
  expect(await peer.closed).toBe(1000);
  await owner.until(() => names(owner).includes('session.leave joiner'), 'that the peer left');
  expect(await parties(sid)).toEqual(['admin']);
});

test('after many resizes by two users during output the last size applies, and no output is lost', async () => {
  const { owner, sid } = await openShell();
  const peer = await join(joiner, sid, 'peer');
  owner.type("while sleep 0.002; do echo ti''ck; done &\r");
  await peer.sees('tick');
  const last = (terminal: TerminalClient) => terminal.events().findLast(({ event }) => event === 'resize')?.size;
  const each = 300;
  for (let i = 0; i < each; i++) {
    owner.resize(40 + (i % 100), 10 + (i % 40));
    peer.resize(200 - (i % 100), 60 - (i % 40));
  }
  peer.resize(77, 33);
  await owner.until(() => last(owner) === '77:33', "the peer's last size");
  owner.resize(101, 41);
  await peer.until(() => last(peer) === '101:41', "the owner's last size");
  peer.type('kill %1; echo "<$(stty size)>"\r');
  await Promise.all([owner.sees('<41 101>'), peer.sees('<41 101>')]);
  owner.type('exit\r');
  await Promise.all([owner.closed, peer.closed]);

  const { events } = await vi.waitFor(() => admin.expect('GET', `/sites/-current-/sessions/${sid}/events`), 10_000);
  const sizes = events.flatMap(({ event, size }: { event: string; size: string }) =>
    event === 'resize' ? [size] : [],
  );
  expect(sizes.at(-1)).toBe('101:41');
  // One for each of the two participants, and one for each request.
  expect(sizes).toHaveLength(2 + 2 * each + 2);
  expect(events.map(({ ei }: { ei: number }) => ei)).toEqual(events.map((_: unknown, i: number) => i));
  const answer = await admin.get(`/sites/-current-/sessions/${sid}/stream?offset=0`);
  const recorded = await answer.text();
  const [seen] = Buffer.concat(owner.of('r').map(({ payload }) => payload))
    .toString()
    .split('the connection was closed');
  expect(recorded).toBe(seen);
  // Only the recording contains sizes (streams §4.2).
  const { events: logged } = await admin.expect('GET', '/sites/-current-/events/search?include=resize');
  expect(logged).toEqual([]);
});

test('the owner gets only a part of 20,000 resizes by an observer, and always the last resize', async () => {
  const { owner, sid } = await openShell();
  const observer = await join(watcher, sid, 'observer');
  const sizes = () => owner.events().filter(({ event }) => event === 'resize').length;
  const startMs = performance.now();
  for (let i = 0; i < 20_000; i++) observer.resize(40 + (i % 100), 20);
  observer.resize(177, 44);
  await owner.until(() => owner.events().at(-1)?.size === '177:44', 'the last size');
  expect(sizes()).toBeLessThan(1100 + (performance.now() - startMs) / 10);
});

test('an observer watches, and leaves with Ctrl-C', async () => {
  const { owner, sid } = await openShell();
  const observer = await join(watcher, sid);
  expect(await parties(sid)).toEqual(['admin', 'watcher']);
  observer.type('echo typed-by-observer\r');
  owner.type("echo fro''m-owner\r");
  expect(await observer.sees('from-owner')).not.toContain('typed-by-observer');
  observer.type('\x03');
  expect(await observer.closed).toBe(1000);
  expect([observer.frames.at(-1)?.type, lastText(observer)]).toEqual([
    'c',
    expect.stringMatching(/^the connection was closed on the remote side/),
  ]);
  owner.type("echo st''ill-here\r");
  await owner.sees('still-here');
});

test('a moderator ends the session for all participants by typing t', async () => {
  const { owner, sid } = await openShell();
  const moderator = await join(joiner, sid, 'moderator');
  moderator.type('x');
  moderator.type('t');
  expect(await moderator.closed).toBe(1000);
  expect(moderator.frames.at(-1)?.type).toBe('c');
  expect(await owner.closed).toBe(1000);
  expect([owner.of('c'), lastText(owner)]).toEqual([[], 'Process exited with status 255']);
});

test.each([
  ['watcher', 'peer'],
  ['stranger', 'observer'],
  ['joiner', 'boss'],
])('%s may not join as %s, and the other participants are not notified', async (name, mode) => {
  const { owner, sid } = await openShell();
  const client = { watcher, stranger, joiner }[name]!;
  const refused = await join(client, sid, mode);
  expect(await refused.closed).toBe(1000);
  expect(refused.frames.map(({ type }) => type).join('')).toBe('sr');
  expect(lastText(refused)).toBe('ssh: could not start shell');
  expect(owner.of('a')).toEqual([]);
});

test('a reload of the page rejoins the same shell', async () => {
  const { owner, sid } = await openShell();
  owner.type('kept=yes\r');
  await owner.sees('ready> ');
  owner.close();
  await owner.closed;
  await expect.poll(() => parties(sid)).toEqual([]);
  const back = await join(admin, sid);
  back.type('echo "<$kept>"\r');
  await back.sees('<yes>');
  back.type('exit\r');
  expect(await back.closed).toBe(1000);
  expect(back.frames.at(-1)?.type).toBe('c');
  expect((await admin.terminal({ sid, term: SIZE }).opened)?.status).toBe(404);
});

test('an invalid frame of a peer does not affect the session of the owner', async () => {
  const { owner, sid } = await openShell();
  const peer = await join(joiner, sid, 'peer');
  peer.sendRaw('text');
  expect(await peer.closed).toBe(1000);
  expect(peer.frames.at(-1)?.type).toBe('c');
  owner.type("echo un''harmed\r");
  await owner.sees('unharmed');
});

test('the end of the shell sends the closing line and `c` to all participants', async () => {
  const { owner, sid } = await openShell();
  const joined = [await join(joiner, sid, 'peer'), await join(watcher, sid)];
  owner.type('exit\r');
  for (const terminal of [owner, ...joined]) {
    expect(await terminal.closed).toBe(1000);
    expect(terminal.frames.slice(-2).map(({ type }) => type)).toEqual(['r', 'c']);
  }
});
