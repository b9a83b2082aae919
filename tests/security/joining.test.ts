// Access to other users' running sessions, and the required proof (resource-specs §1.1, streams §3.4, §3.8).
import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import type { AuthnChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { addRole, nodeIdOf, openTerminal, SITE, textOf } from '../support/inProcessTerminal.ts';
import { addSecurityKey } from '../support/securityKey.ts';
import type { SoftKey } from '../support/SoftKey.ts';
import type { TerminalClient } from '../support/terminalClient.ts';

const LOGIN = userInfo().username;
const SIZE = { w: 80, h: 24 };
const NOT_JOINABLE = 'ssh: could not start shell';

let gateway: InProcess;
let admin: ApiClient;
let nodeId: string;

async function openShell(browser = admin): Promise<{ owner: TerminalClient; sid: string }> {
  const owner = openTerminal(gateway, browser, { login: LOGIN, server_id: nodeId, term: SIZE });
  const { id } = await owner.session();
  owner.type("PS1='re''ady> '; unset PROMPT_COMMAND\r");
  await owner.sees('ready> ');
  return { owner, sid: id };
}

const join = (browser: ApiClient, sid: string, mode = 'peer') =>
  openTerminal(gateway, browser, { sid, mode, term: SIZE });

const modesOf = async (browser: ApiClient, sid: string): Promise<unknown> => {
  const { json } = await browser.call('GET', `${SITE}/sessions`);
  const { sessions } = json as { sessions: { id: string; participantModes: unknown }[] };
  return sessions.find(({ id }) => id === sid)?.participantModes;
};

beforeAll(async () => {
  gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    node: { name: 'node-1', labels: { env: 'prod' } },
  });
  admin = await gateway.admin();
  nodeId = await nodeIdOf(admin, 'node-1');
}, 60_000);
afterAll(() => gateway.stop());

describe.each(['v3', 'v4'])('H3: a role of version %s', (version) => {
  test.each<[string, object]>([
    ['other servers', { logins: [LOGIN], node_labels: { env: 'lab' } }],
    ['another login', { logins: ['guest'], node_labels: { '*': '*' } }],
    ['neither', { logins: ['guest'], node_labels: { env: 'lab' } }],
  ])('for %s can neither list nor join a session', async (what, allow) => {
    const name = `${version}-${what.replaceAll(' ', '-')}`;
    await addRole(admin, name, { allow }, version);
    const user = await gateway.user(admin, name, [name]);
    const { owner, sid } = await openShell();
    expect(await modesOf(user, sid)).toBeUndefined();
    const joiner = join(user, sid);
    await joiner.closed;
    expect(textOf(joiner)).toBe(NOT_JOINABLE);
    expect(owner.events().map(({ event }) => event)).toEqual([]);
  });

  test('for the server and the login can join as a peer', async () => {
    const name = `${version}-both`;
    await addRole(admin, name, { allow: { logins: [LOGIN], node_labels: { env: 'prod' } } }, version);
    const user = await gateway.user(admin, name, [name]);
    const { owner, sid } = await openShell();
    expect(await modesOf(user, sid)).toEqual(['peer']);
    const joiner = join(user, sid);
    await joiner.sees('ready> ');
    joiner.type('echo joi""ned\r');
    await owner.sees('joined');
  });

  test('that denies the server cannot join, despite rules that allow it', async () => {
    const name = `${version}-denied`;
    const allow = { logins: [LOGIN], node_labels: { '*': '*' } };
    await addRole(admin, name, { allow, deny: { node_labels: { env: 'prod' } } }, version);
    const user = await gateway.user(admin, name, [name]);
    const { sid } = await openShell();
    expect(await modesOf(user, sid)).toBeUndefined();
  });

  test("applies to the server's current labels", async () => {
    const name = `${version}-relabelled`;
    await addRole(admin, name, { allow: { logins: [LOGIN], node_labels: { env: 'prod' } } }, version);
    const user = await gateway.user(admin, name, [name]);
    const { sid } = await openShell();
    const { inventory } = gateway.app.gateway.stores;
    const entry = inventory.find('node', nodeId)!;
    inventory.put({ ...entry, labels: { env: 'vault' } });
    try {
      expect(await modesOf(user, sid)).toBeUndefined();
    } finally {
      inventory.put(entry);
    }
  });
});

test('a user can have ten sockets in a session, and another one closes the oldest', async () => {
  const { owner, sid } = await openShell();
  const own = [];
  for (let n = 0; n < 12; n++) {
    const joiner = join(admin, sid);
    await joiner.sees('ready> ');
    own.push(joiner);
  }
  await owner.closed;
  expect(textOf(owner)).toContain('in more than 10 windows');
  await own[1]?.closed;
  const last = own.at(-1)!;
  last.type('echo st""ill\r');
  await own[2]?.sees('still');
  const { json } = await admin.call('GET', `${SITE}/sessions`);
  const { sessions } = json as { sessions: { id: string; parties: unknown[] }[] };
  expect(sessions.find(({ id }) => id === sid)?.parties).toHaveLength(10);
  last.send('c', '');
});

const policy = (modes: string[]) => [{ name: 'all', roles: ['*'], kinds: ['ssh'], modes }];

async function challengeOf(client: TerminalClient): Promise<AuthnChallengeJson> {
  await client.until(() => client.of('n').length > 0, 'a challenge');
  return JSON.parse(fromUtf8(client.of('n')[0]!.payload)) as AuthnChallengeJson;
}
const answered = (key: SoftKey, { webauthn_challenge }: AuthnChallengeJson) =>
  JSON.stringify(key.get(webauthn_challenge!.publicKey));

describe('H3: a join by a user whose role requires a key at each session', () => {
  let careful: ApiClient;
  let key: SoftKey;
  beforeAll(async () => {
    const allow = { join_sessions: policy(['peer', 'moderator']) };
    await addRole(admin, 'careful', { allow, options: { require_session_mfa: true } });
    careful = await gateway.user(admin, 'careful', ['careful']);
    key = await addSecurityKey(careful);
  });

  test('receives no output before the key is used', async () => {
    const { owner, sid } = await openShell();
    const joiner = join(careful, sid);
    const challenge = await challengeOf(joiner);
    owner.type('echo sec""ret\r');
    await owner.sees('secret');
    expect(joiner.frames.map(({ type }) => type).join('')).toBe('sn');
    expect(owner.events()).toEqual([]);
    joiner.send('n', answered(key, challenge));
    await joiner.sees('secret');
    joiner.type('echo by-""key\r');
    await owner.sees('by-key');
  });

  test('is refused after a wrong answer', async () => {
    const { owner, sid } = await openShell();
    const joiner = join(careful, sid);
    await challengeOf(joiner);
    joiner.send('n', '{}');
    await joiner.closed;
    expect(textOf(joiner)).toMatch(/^rpc error: code = PermissionDenied desc = MFA response validation failed/);
    expect(owner.events()).toEqual([]);
  });

  test('sends no challenge to a user who may not join, because it would reveal the session', async () => {
    const { sid } = await openShell();
    const joiner = join(careful, sid, 'observer');
    await joiner.closed;
    expect([joiner.of('n').length, textOf(joiner)]).toEqual([0, NOT_JOINABLE]);
  });

  test('ends if a lock is created while it waits for the key', async () => {
    const { sid } = await openShell();
    const joiner = join(careful, sid);
    await challengeOf(joiner);
    const { json } = await admin.call('PUT', `${SITE}/locks`, { targets: { user: 'careful' }, message: 'gone' });
    await joiner.closed;
    expect(textOf(joiner)).toContain('lock targeting User:"careful" is in force: gone');
    await admin.call('DELETE', `${SITE}/locks/${(json as { name: string }).name}`);
  });

  test('does not count as a session of the joining user', async () => {
    const { sid } = await openShell();
    const joiner = join(careful, sid);
    await challengeOf(joiner);
    expect(gateway.app.gateway.terminals.begunBy('careful')).toBe(0);
  });
});

describe('H3: if the cluster requires a key at each session', () => {
  const setEach = async (required: boolean) => {
    const { json } = await admin.call('GET', 'postern/documents/cluster_auth_preference/cluster-auth-preference');
    const { revision } = json as { revision: string };
    const content = JSON.stringify({
      kind: 'cluster_auth_preference',
      version: 'v2',
      metadata: { name: 'cluster-auth-preference' },
      spec: { second_factor: 'optional', require_session_mfa: required },
    });
    const path = 'postern/documents/cluster_auth_preference/cluster-auth-preference';
    const answer = await admin.call('PUT', path, { content, revision });
    expect(answer.status, answer.text).toBe(200);
  };

  test('a join requires the key, also one by the owner, and the shell starts only after the key is used', async () => {
    const owner = await gateway.user(admin, 'olga', ['access']);
    await admin.call('PUT', 'users', { name: 'olga', roles: ['access'], traits: { logins: [LOGIN] } });
    const guest = await gateway.user(admin, 'gus', ['access']);
    await addRole(admin, 'watch-all', { allow: { join_sessions: policy(['observer']) } });
    await admin.call('PUT', 'users', { name: 'gus', roles: ['access', 'watch-all'], traits: {} });
    const [ownerKey, guestKey] = [await addSecurityKey(owner), await addSecurityKey(guest)];
    await addSecurityKey(admin);
    const { owner: first, sid } = await openShell(owner);
    await setEach(true);
    try {
      const watcher = join(guest, sid, 'observer');
      watcher.send('n', answered(guestKey, await challengeOf(watcher)));
      await watcher.sees('ready> ');
      watcher.drop();
      first.drop();
      const again = join(owner, sid);
      again.send('n', answered(ownerKey, await challengeOf(again)));
      await again.sees('ready> ');
    } finally {
      await setEach(false);
    }
  });
});
