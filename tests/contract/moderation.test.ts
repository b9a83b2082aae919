// Sessions that need moderators, and file transfers that moderators approve (streams §3.8, http-resources §16).
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { FileRequest } from '../../src/wire/terminal/fileTransfer.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import type { WebClient } from '../support/webClient.ts';

let gateway: TerminalGateway;
let admin: WebClient;
/** Needs one moderator, and pauses without one. */
let mona: WebClient;
/** Needs one moderator, and ends without one. */
let tess: WebClient;
/** Needs a moderator with the role `joiner` and a moderator with the role `other-joiner`. */
let duo: WebClient;
/** May join every session in every mode. */
let joiner: WebClient;
let other: WebClient;
/** A moderator who is disconnected after a second without input. */
let sleepy: WebClient;
/** May list sessions but not join them. */
let stranger: WebClient;
let folder: string;

beforeAll(async () => {
  gateway = await startTerminalGateway();
  admin = gateway.admin;
  folder = mkdtempSync(join(tmpdir(), 'postern-moderation-'));
  const servers = { logins: [LOGIN], node_labels: { '*': '*' } };
  const join_sessions = [{ name: 'all', roles: ['*'], kinds: ['ssh'], modes: ['observer', 'moderator', 'peer'] }];
  const rules = [{ resources: ['session_tracker'], verbs: ['list'] }];
  const needs = (...policies: object[]) => ({
    allow: {
      ...servers,
      require_session_join: policies.map((policy) => ({
        name: 'watch',
        kinds: ['ssh'],
        modes: ['moderator'],
        count: 1,
        ...policy,
      })),
    },
  });
  await admin.addRole('watched', needs({ filter: '!contains(user.roles, "nobody")', on_leave: 'pause' }));
  await admin.addRole('watched-strictly', needs({ on_leave: 'terminate' }));
  await admin.addRole('first-eye', needs({ filter: 'contains(user.roles, "joiner")', on_leave: 'pause' }));
  await admin.addRole('second-eye', needs({ filter: 'contains(user.roles, "other-joiner")', on_leave: 'pause' }));
  await admin.addRole('joiner', { allow: { join_sessions, rules } });
  await admin.addRole('other-joiner', { allow: { join_sessions, rules } });
  await admin.addRole('sleepy', { options: { client_idle_timeout: '1s' }, allow: { join_sessions, rules } });
  await admin.addRole('stranger', { allow: { rules } });
  mona = await admin.invite('mona', ['watched']);
  tess = await admin.invite('tess', ['watched-strictly']);
  duo = await admin.invite('duo', ['first-eye', 'second-eye']);
  joiner = await admin.invite('joiner', ['joiner']);
  other = await admin.invite('other', ['other-joiner']);
  sleepy = await admin.invite('sleepy', ['sleepy']);
  stranger = await admin.invite('stranger', ['stranger']);
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a session that waits for participants. */
async function begin(client: WebClient): Promise<{ owner: TerminalClient; sid: string }> {
  const owner = client.terminal(gateway.shell);
  onTestFinished(() => owner.drop());
  const { id } = await owner.session();
  await owner.sees('Postern > Waiting for ');
  await owner.sees('.\r\n');
  return { owner, sid: id };
}

async function enter(client: WebClient, sid: string, mode = 'moderator'): Promise<TerminalClient> {
  const terminal = client.terminal({ sid, mode, term: SIZE });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  return terminal;
}

/** Opens a session with a moderator, and sets a prompt that is easy to find. */
async function run(client: WebClient, moderator: WebClient) {
  const { owner, sid } = await begin(client);
  const watching = await enter(moderator, sid);
  await owner.sees('The session starts.\r\n');
  owner.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
  await owner.sees('ready> ');
  return { owner, sid, watching };
}

const listed = async (client: WebClient, sid: string) =>
  (await client.expect('GET', '/sites/-current-/sessions?extensions=1')).sessions.find(
    ({ id }: { id: string }) => id === sid,
  );
const lastText = (terminal: TerminalClient) => fromUtf8(terminal.of('r').at(-1)!.payload);
const types = (terminal: TerminalClient) => terminal.frames.map(({ type }) => type).join('');

const audited = async (names: string) => {
  const query = `from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z&limit=500&include=${names}`;
  return (await admin.expect('GET', `/sites/-current-/events/search?${query}`)).events;
};

describe('a session that needs a moderator', () => {
  test('starts with the moderator, discards input and holds output while paused, and continues', async () => {
    const { owner, sid } = await begin(mona);
    expect(await owner.session()).toMatchObject({ moderated: true, owner: 'mona', parties: null });
    const lines = owner.of('r').map(({ payload }) => fromUtf8(payload));
    expect(lines.every((line) => /^Postern > [^\r\n]+\r\n$/.test(line))).toBe(true);
    expect(lines[0]).toContain(sid);
    owner.type('echo ea""rly\r');
    expect(await listed(stranger, sid)).toMatchObject({
      ...{ moderated: true, waiting: true, participantModes: null },
    });
    const { sessions } = await stranger.expect('GET', '/sites/-current-/sessions');
    expect(JSON.stringify(sessions)).not.toMatch(/"(waiting|mode)"/); // clients of a cluster do not have these fields

    const watching = await enter(joiner, sid);
    expect(await watching.session()).toMatchObject({ moderated: true, parties: [{ user: 'mona' }] });
    await Promise.all([owner.sees('The session starts.\r\n'), watching.sees('The session starts.\r\n')]);
    expect(types(watching)).toMatch(/^sar/);
    expect(watching.events()[0]).toMatchObject({ event: 'session.join', user: 'joiner' });
    owner.type("PS1='re''ady> '; unset PROMPT_COMMAND; cd " + folder + '\r');
    expect(await owner.sees('ready> ')).not.toContain('early');
    await watching.sees('ready> ');
    expect(await listed(admin, sid)).toMatchObject({
      owner: 'mona',
      moderated: true,
      waiting: false,
      terminal_params: { w: 80, h: 25 },
      parties: [
        { user: 'mona', mode: 'peer' },
        { user: 'joiner', mode: 'moderator' },
      ],
      participantModes: null,
    });

    owner.type("while [ ! -e go ]; do sleep .05; done; seq -f 'line-%06g' 200000; touch printed\r");
    await owner.sees('touch printed\r\n');
    watching.type('\x03');
    expect(await watching.closed).toBe(1000);
    expect(watching.frames.at(-1)?.type).toBe('c');
    await owner.sees('Postern > Paused');
    await owner.sees('Postern > Waiting for 1 moderator (watch).\r\n');
    owner.type('touch typed\r');
    writeFileSync(join(folder, 'go'), '');
    await expect.poll(() => existsSync(join(folder, 'printed')), { timeout: 30_000 }).toBe(true);
    expect(owner.unseen).toBe('');

    const back = await enter(joiner, sid);
    await owner.sees('The session continues.\r\n');
    const held = await owner.sees('ready> ');
    expect(held.length).toBeLessThanOrEqual(10_000);
    expect(held).toMatch(/line-199999\r\nline-200000\r\n/);
    owner.type('ls\r');
    expect(await back.sees('printed')).not.toContain('typed');
    owner.type('exit\r');
    for (const terminal of [owner, back]) {
      expect(await terminal.closed).toBe(1000);
      expect(terminal.frames.at(-1)?.type).toBe('c');
    }
    await expect.poll(() => listed(admin, sid)).toBeUndefined();
    const { events } = await admin.expect('GET', `/sites/-current-/sessions/${sid}/events`);
    const [start, ...rest] = events.map(({ event }: { event: string }) => event);
    expect([start, rest.at(-1)]).toEqual(['session.start', 'session.end']);
  });

  test('ends when the moderator leaves, if the role requires it', async () => {
    const { owner, watching } = await run(tess, joiner);
    watching.close();
    expect(await owner.closed).toBe(1000);
    expect([owner.of('c'), lastText(owner)]).toEqual([[], 'Process exited with status 255']);
    expect(owner.unseen).toContain('Postern > A required participant has left. The session ends.\r\n');
  });

  test('ends when the moderator types t, also while it waits for another moderator', async () => {
    const { owner, sid } = await begin(duo);
    const watching = await enter(joiner, sid);
    await owner.sees('joiner joined as moderator.\r\n');
    watching.type('t');
    for (const terminal of [watching, owner]) expect(await terminal.closed).toBe(1000);
    expect(watching.frames.at(-1)?.type).toBe('c');
    expect([owner.of('c'), lastText(owner)]).toEqual([[], 'Process exited with status 255']);
  });

  test('ends when the owner presses Ctrl-C while it waits', async () => {
    const { owner, sid } = await begin(mona);
    owner.type('\x03');
    expect(await owner.closed).toBe(1000);
    expect(owner.frames.at(-1)?.type).toBe('c');
    await expect.poll(() => listed(admin, sid)).toBeUndefined();
  });

  test('with two policies waits for two users, and counts a user with two sockets once', async () => {
    const { owner, sid } = await begin(duo);
    await enter(joiner, sid);
    await owner.sees('joined as moderator.\r\nPostern > Waiting for 1 moderator (watch).\r\n');
    await enter(joiner, sid);
    await owner.sees('joined as moderator.\r\nPostern > Waiting for 1 moderator (watch).\r\n');
    await enter(other, sid, 'observer');
    await owner.sees('joined as observer.\r\nPostern > Waiting for 1 moderator (watch).\r\n');
    const second = await enter(other, sid);
    await owner.sees('The session starts.\r\n');
    second.drop();
    await owner.sees('Postern > Paused');
  });

  test('shows no details to users who may not join', async () => {
    const { owner, sid } = await begin(mona);
    const refused = await enter(stranger, sid, 'moderator');
    expect(await refused.closed).toBe(1000);
    expect([types(refused), lastText(refused)]).toEqual(['sr', 'ssh: could not start shell']);
    expect(owner.of('a')).toEqual([]);
    expect(owner.unseen).toBe('');
  });

  test('continues without the socket of its owner, and ends with the owner’s web session', async () => {
    const { owner, sid, watching } = await run(mona, joiner);
    owner.close();
    await watching.sees('mona left (peer).\r\n');
    const back = await enter(mona, sid, 'peer');
    back.type("echo st''ill\r");
    await back.sees('still\r\n');
    const again = await admin.invite('monika', ['watched']);
    const hers = await run(again, joiner);
    await again.signOut();
    expect(await hers.watching.closed).toBe(1000);
    expect(lastText(hers.watching)).toBe('Process exited with status 255');
  });

  test('pauses when its moderator is locked or disconnected as idle', async () => {
    const waiting = await begin(mona);
    const idle = await enter(sleepy, waiting.sid);
    for (let i = 0; i < 5; i++) {
      idle.type('\0'); // the input frame that the console sends for a key press of an observer
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    expect(waiting.owner.unseen).not.toContain('Paused');
    expect(await idle.closed).toBe(1000);
    expect(lastText(idle)).toBe('\r\nDisconnected: idle for 1s.\r\n');
    await waiting.owner.sees('Postern > Paused');

    await admin.invite('locked-out', ['joiner']).then(async (locked) => {
      const { owner, watching } = await run(mona, locked);
      await admin.expect('PUT', '/sites/-current-/locks', { targets: { user: 'locked-out' }, message: '', ttl: '' });
      expect(await watching.closed).toBe(1000);
      await owner.sees('Postern > Paused');
      owner.type('\x03');
      expect(await owner.closed).toBe(1000);
    });
  });
});

describe('roles that change during a session', () => {
  const setRoles = (name: string, roles: string[]) =>
    admin.expect('PUT', '/users', { name, roles, traits: { logins: [LOGIN] } });

  test('pause the session while the roles of the moderator do not match the filter', async () => {
    const ruth = await admin.invite('ruth', ['joiner']);
    const { owner, watching } = await run(await admin.invite('mo', ['first-eye']), ruth);
    await setRoles('ruth', ['other-joiner']);
    await owner.sees('Postern > Paused');
    await owner.sees('Postern > Waiting for 1 moderator (watch).\r\n');
    owner.type('echo un""heard\r');
    await setRoles('ruth', ['joiner', 'other-joiner']);
    expect(await owner.sees('The session continues.\r\n')).not.toContain('Waiting');
    owner.type('echo he""ard\r');
    expect(await owner.sees('heard\r\n')).not.toContain('unheard');
    expect(watching.frames.at(-1)?.type).toBe('r');
  });

  test('end the session if the new roles require other participants', async () => {
    await admin.addRole('plain', { allow: { logins: [LOGIN], node_labels: { '*': '*' } } });
    const pia = await admin.invite('pia', ['plain'], [LOGIN]);
    const owner = pia.terminal(gateway.shell);
    onTestFinished(() => owner.drop());
    await owner.session();
    owner.type("echo re''ady\r");
    await owner.sees('ready');
    await setRoles('pia', ['plain', 'watched']);
    expect(await owner.closed).toBe(1000);
    expect(owner.unseen).toContain('Access revoked: your roles require other participants in this session.');

    const watched = await begin(pia);
    await setRoles('pia', ['watched']);
    await enter(joiner, watched.sid);
    await watched.owner.sees('The session starts.\r\n');
    await setRoles('pia', ['watched', 'first-eye']);
    expect(await watched.owner.closed).toBe(1000);
  });
});

const REQUEST: FileRequest = { download: true, location: '/etc/hostname' };

/** The owner requests a file transfer, and every participant is notified. */
async function ask(owner: TerminalClient, others: TerminalClient[], request: FileRequest = REQUEST): Promise<string> {
  const known = new Set(requestsOf(owner));
  const asked = () => requestsOf(owner).find((id) => id !== undefined && !known.has(id));
  owner.send('f', JSON.stringify({ event: 'file_transfer_request', ...request }));
  await owner.until(() => asked() !== undefined, 'the request');
  const id = asked()!;
  for (const terminal of others) await terminal.until(() => requestsOf(terminal).includes(id), 'the request');
  return id;
}
const requestsOf = (terminal: TerminalClient): (string | undefined)[] =>
  terminal.events().map(({ requestID }) => requestID);
const decide = (terminal: TerminalClient, requestId: string, approved: boolean) =>
  terminal.send('t', JSON.stringify({ event: 'file_transfer_decision', requestId, approved }));
const eventsOf = (terminal: TerminalClient, event: string) =>
  terminal.until(() => terminal.events().at(-1)?.event === event, event);

type Ids = { moderatedSessionId: string; fileTransferRequestId: string };
const pathOf = (request: FileRequest, ids?: Ids) => {
  const filename = request.download ? request.location : request.filename;
  const query = new URLSearchParams({ location: request.location, filename, ...ids });
  return `/sites/-current-/nodes/${gateway.nodeId}/${LOGIN}/scp?${query}`;
};
const download = async (client: WebClient, request: FileRequest, ids?: Ids) => {
  const answer = await client.get(pathOf(request, ids));
  const text = await answer.text();
  return [answer.status, answer.status === 200 ? text : JSON.parse(text).error.message];
};
const NO_REQUEST = [500, 'The session has no approved request for this transfer. Ask for it in the terminal.'];

describe('file transfers', () => {
  test('without moderation: only the first decision has an effect, and all participants are notified', async () => {
    const owner = admin.terminal(gateway.shell);
    onTestFinished(() => owner.drop());
    const { id: sid } = await owner.session();
    owner.type("echo re''ady\r");
    await owner.sees('ready');
    const peer = await enter(joiner, sid, 'peer');
    await owner.until(() => owner.events().some(({ event }) => event === 'session.join'), 'the join');
    const id = await ask(owner, [peer]);
    expect(peer.events().at(-1)).toEqual({
      event: 'file_transfer_request',
      requestID: id,
      requester: 'admin',
      location: '/etc/hostname',
      filename: '',
      download: true,
      approvers: [],
      sid,
      cluster_name: 'example.test',
      ei: 0,
      time: '0001-01-01T00:00:00Z',
    });
    decide(owner, id, true);
    await Promise.all([owner, peer].map((terminal) => eventsOf(terminal, 'file_transfer_request_approve')));
    decide(peer, id, false);
    await Promise.all([owner, peer].map((terminal) => eventsOf(terminal, 'file_transfer_request_deny')));
    expect(owner.events().at(-1)).toMatchObject({ requestID: id, approvers: ['admin'] });

    // An unknown request is ignored: the sockets stay open, and no event follows.
    const known = owner.events().length;
    decide(peer, id, false);
    decide(owner, 'c0ffee00-0000-4000-8000-000000000001', true);
    peer.send('f', JSON.stringify({ event: 'file_transfer_request', ...REQUEST }));
    peer.type("echo a''live\r");
    await Promise.all([peer.sees('alive'), owner.sees('alive')]);
    expect(owner.events().length).toBe(known);
    expect(owner.unseen + peer.unseen).not.toContain('Postern >');
  });

  test.each([
    ['f', '{"event":"file_transfer_request","location":"/x"}'],
    ['t', '{"event":"file_transfer_decision","requestId":"x"}'],
  ])('a frame of type %s without its required field is a protocol error', async (letter, payload) => {
    const owner = admin.terminal(gateway.shell);
    onTestFinished(() => owner.drop());
    await owner.session();
    owner.send(letter, payload);
    expect(await owner.closed).toBe(1000);
    expect(owner.frames.slice(-2).map(({ type }) => type)).toEqual(['r', 'c']);
  });

  test('with moderation: the decision of the owner has no effect, and the file is transferred once', async () => {
    const { owner, sid, watching } = await run(mona, joiner);
    const id = await ask(owner, [watching]);
    const ids = { moderatedSessionId: sid, fileTransferRequestId: id };
    await watching.sees('Postern > mona requests the download of "/etc/hostname".\r\n');
    decide(owner, id, true);
    await eventsOf(watching, 'file_transfer_request');
    await watching.until(() => watching.events().at(-1).approvers.length > 0, "the owner's decision");
    expect(await download(mona, REQUEST, ids)).toEqual(NO_REQUEST);
    decide(watching, id, true);
    await Promise.all([owner, watching].map((terminal) => eventsOf(terminal, 'file_transfer_request_approve')));
    expect(owner.events().at(-1).approvers).toEqual(['mona', 'joiner']);

    expect(await download(admin, REQUEST, ids)).toEqual(NO_REQUEST);
    expect(await download(mona, { download: true, location: '/etc/passwd' }, ids)).toEqual(NO_REQUEST);
    expect(await download(mona, REQUEST, ids)).toEqual([200, readFileSync('/etc/hostname', 'utf8')]);
    expect(await download(mona, REQUEST, ids)).toEqual(NO_REQUEST);
    expect((await audited('sftp'))[0]).toMatchObject({ user: 'mona', path: '/etc/hostname' });
  });

  test('with moderation: an approval is valid while its participant is in the session', async () => {
    const { owner, sid, watching } = await run(mona, joiner);
    const second = await enter(other, sid);
    await owner.sees('other joined as moderator.\r\n');
    const id = await ask(owner, [watching, second]);
    decide(watching, id, true);
    await eventsOf(owner, 'file_transfer_request_approve');
    watching.type('\x03');
    await owner.sees('joiner left (moderator).\r\n');
    const ids = { moderatedSessionId: sid, fileTransferRequestId: id };
    expect(await download(mona, REQUEST, ids)).toEqual(NO_REQUEST);
    await enter(joiner, sid);
    await owner.sees('joiner joined as moderator.\r\n');
    expect(await download(mona, REQUEST, ids)).toEqual([200, readFileSync('/etc/hostname', 'utf8')]);
  });

  test('with moderation: an approved upload is refused after a denial or the end of the session', async () => {
    const { owner, sid, watching } = await run(mona, joiner);
    const request: FileRequest = { download: false, location: `${folder}/`, filename: 'up.txt' };
    const put = (fileTransferRequestId: string) =>
      fetch(`${gateway.base}/v1/webapi${pathOf(request, { moderatedSessionId: sid, fileTransferRequestId })}`, {
        method: 'POST',
        headers: { ...mona.signedIn, 'content-type': 'application/octet-stream' },
        body: 'moderated',
      });
    const denied = await ask(owner, [watching], request);
    decide(watching, denied, true);
    await eventsOf(owner, 'file_transfer_request_approve');
    decide(watching, denied, false);
    await eventsOf(owner, 'file_transfer_request_deny');
    expect((await put(denied)).status).toBe(500);

    const approved = await ask(owner, [watching], request);
    const abandoned = await ask(owner, [watching], request);
    // Participants who join later see the pending request.
    const late = await enter(other, sid, 'observer');
    await late.until(() => requestsOf(late).includes(abandoned), 'the pending request');
    expect(requestsOf(late)).toContain(approved);
    decide(watching, approved, true);
    await eventsOf(owner, 'file_transfer_request_approve');
    expect((await put(approved)).status).toBe(200);
    expect(readFileSync(join(folder, 'up.txt'), 'utf8')).toBe('moderated');

    decide(watching, abandoned, true);
    await eventsOf(owner, 'file_transfer_request_approve');
    owner.type('exit\r');
    await owner.closed;
    const answer = await put(abandoned);
    expect([answer.status, (await answer.json()).error.message]).toEqual([500, 'Session not found\n']);
  });

  test('a user who needs moderators cannot transfer files without them', async () => {
    const nowhere = '11111111-2222-4333-8444-555555555555';
    expect(await download(mona, REQUEST)).toEqual([500, 'lacking privileges to start unattended session\n']);
    expect(await download(mona, REQUEST, { moderatedSessionId: nowhere, fileTransferRequestId: nowhere })).toEqual([
      500,
      'Session not found\n',
    ]);
    expect(await download(mona, REQUEST, { moderatedSessionId: nowhere, fileTransferRequestId: '' })).toEqual([
      400,
      'fileTransferRequestId and moderatedSessionId must both be included in the same request.',
    ]);
    expect(await download(admin, REQUEST, { moderatedSessionId: nowhere, fileTransferRequestId: nowhere })).toEqual([
      200,
      readFileSync('/etc/hostname', 'utf8'),
    ]);
  });
});
