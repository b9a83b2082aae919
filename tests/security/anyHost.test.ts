// Hosts that users enter by name, where gateway.yaml allows it: they do not bypass locks or denied labels (streams
// §3.1, resource-specs §13).
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AuthnChallengeJson } from '../../src/wire/webauthn.ts';
import type { ApiClient } from '../support/ApiClient.ts';
import { startInProcess, type InProcess } from '../support/appInProcess.ts';
import { addRole, openTerminal, SITE, textOf } from '../support/inProcessTerminal.ts';
import { addSecurityKey } from '../support/securityKey.ts';
import type { SoftKey } from '../support/SoftKey.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import type { TerminalClient } from '../support/terminalClient.ts';

const LOGIN = userInfo().username;
const SIZE = { w: 80, h: 24 };
const SHELL = "PS1='in-''side> '; unset PROMPT_COMMAND\r";
const INSIDE = 'in-side> ';
const ID = '00000000-0000-4000-8000-000000000100';

const every = { logins: [LOGIN], node_labels: { '*': '*' } };
const ROLES: Record<string, object> = {
  every: { allow: every },
  'no-prod': { allow: every, deny: { node_labels: { env: 'prod' } } },
  'no-prod-expression': { allow: every, deny: { node_labels_expression: 'labels["env"] == "prod"' } },
  'only-others': { allow: { logins: [LOGIN], node_labels_expression: 'labels["env"] != "prod"' } },
  'prod-with-key': {
    allow: { logins: [LOGIN], node_labels: { env: 'prod' } },
    options: { require_session_mfa: true },
  },
};

let sshd: Sshd;
/** Its inventory has the sshd as a server with `env: prod`. */
let named: InProcess;
/** Its inventory has no server on this machine. */
let other: InProcess;
const admins = new Map<InProcess, ApiClient>();
const users = new Map<InProcess, Record<string, ApiClient>>();
const keys = new Map<InProcess, SoftKey>();
const userOf = (gateway: InProcess, name: string): ApiClient => users.get(gateway)![name]!;

async function start(node: false | { name: string }, addr: string): Promise<InProcess> {
  const gateway = await startInProcess({
    auth: { second_factor: 'optional' },
    node,
    ssh: { any_host: true, identity_file: sshd.identity, known_hosts: join(sshd.directory, 'all_names') },
    inventory: [
      {
        kind: 'node',
        version: 'v2',
        sub_kind: 'openssh',
        metadata: { name: ID, labels: { env: 'prod' } },
        spec: { hostname: 'prod-1', addr },
      },
    ],
  });
  const admin = await gateway.admin();
  admins.set(gateway, admin);
  for (const [name, spec] of Object.entries(ROLES)) await addRole(admin, name, spec);
  users.set(gateway, {
    ann: await gateway.user(admin, 'ann', ['every']),
    bob: await gateway.user(admin, 'bob', ['no-prod']),
    eve: await gateway.user(admin, 'eve', ['every', 'no-prod-expression']),
    kim: await gateway.user(admin, 'kim', ['only-others']),
    kay: await gateway.user(admin, 'kay', ['every', 'prod-with-key']),
  });
  return gateway;
}

beforeAll(async () => {
  sshd = await startSshd();
  // One key under every name: the tests are not about host keys.
  const key = readFileSync(sshd.knownHosts, 'utf8').split(' ').slice(1).join(' ');
  writeFileSync(join(sshd.directory, 'all_names'), `* ${key}`);
  named = await start({ name: 'node-1' }, sshd.addr);
  other = await start(false, '192.0.2.77:22');
}, 120_000);
afterAll(async () => {
  await named.stop();
  await other.stop();
  await sshd.stop();
});

const connect = (gateway: InProcess, name: string, server_id: string): TerminalClient =>
  openTerminal(gateway, userOf(gateway, name), { login: LOGIN, server_id, term: SIZE });

/** A shell that answers. */
async function opened(gateway: InProcess, name: string, host: string): Promise<TerminalClient> {
  const terminal = connect(gateway, name, host);
  expect(await terminal.opened).toBeUndefined();
  await terminal.until(() => textOf(terminal) !== '', 'a prompt');
  terminal.type(SHELL);
  await terminal.sees(INSIDE);
  return terminal;
}

/** The message instead of a shell. */
async function refused(gateway: InProcess, name: string, host: string): Promise<string> {
  const terminal = connect(gateway, name, host);
  const refusal = await terminal.opened;
  if (refusal) return `${refusal.status} ${refusal.body}`;
  await Promise.race([terminal.closed, terminal.until(() => /[#$] $/.test(textOf(terminal)), 'a prompt')]);
  return textOf(terminal);
}

const files = (gateway: InProcess, name: string, host: string, what: 'scp' | 'files') =>
  userOf(gateway, name).call(
    'GET',
    `${SITE}/nodes/${encodeURIComponent(host)}/${LOGIN}/${what}?${new URLSearchParams({ location: '/etc/hostname', filename: 'x', path: '/' })}`,
  );

/** The answer to a client that queries the requirement before it connects. */
async function requiresKey(gateway: InProcess, name: string, host: string): Promise<boolean> {
  const node = { node_name: host, login: LOGIN };
  const { json } = await userOf(gateway, name).call('POST', `${SITE}/mfa/required`, { node });
  return (json as { required: boolean }).required;
}

/** Other forms of the address of the sshd. */
const spellings = (port: number): string[] => [
  `127.0.0.1:${port}`,
  `localhost:${port}`,
  `LocalHost.:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `[::FFFF:7f00:1]:${port}`,
  `127.1:${port}`,
  `2130706433:${port}`,
  `0x7f.0.0.1:${port}`,
  `127.0.0.2:${port}`,
  `0.0.0.0:${port}`,
  `prod-1:${port}`,
  `PROD-1`,
];

describe('H6: a server that the roles hide', () => {
  test('does not exist under any of its names', async () => {
    for (const host of spellings(sshd.port)) {
      for (const name of ['bob', 'eve', 'kim']) {
        const text = await refused(named, name, host);
        expect([host, name, text]).toEqual([host, name, expect.stringMatching(/^(access denied|There is no server)/)]);
      }
    }
  });

  test('refuses file transfers', async () => {
    for (const host of spellings(sshd.port)) {
      for (const what of ['scp', 'files'] as const) {
        const answer = await files(named, 'bob', host, what);
        expect([host, what, answer.status, answer.text]).toEqual([
          host,
          what,
          expect.toSatisfy((n) => n >= 400),
          expect.not.stringContaining('"entries"'),
        ]);
      }
    }
  });

  test('is refused like an unknown host, so that its name is not revealed', async () => {
    const hidden = await refused(named, 'bob', sshd.addr);
    const unknown = await refused(named, 'bob', '192.0.2.200:22');
    expect(hidden.replaceAll('127.0.0.1', 'HOST')).toBe(unknown.replaceAll('192.0.2.200', 'HOST'));
  });
});

describe('H6: a server that the roles show, addressed by another of its names', () => {
  test('opens a session on that server', async () => {
    for (const host of [`localhost:${sshd.port}`, `127.1:${sshd.port}`]) {
      const terminal = await opened(named, 'ann', host);
      expect(await terminal.session()).toMatchObject({ server_id: ID });
      terminal.drop();
    }
  });

  test('requires the key that its labels require', async () => {
    const kay = userOf(named, 'kay');
    await addSecurityKey(kay);
    const terminal = connect(named, 'kay', `localhost:${sshd.port}`);
    await terminal.until(() => terminal.of('n').length > 0, 'a challenge');
    expect(textOf(terminal)).toBe('');
    for (const what of ['scp', 'files'] as const)
      expect((await files(named, 'kay', `localhost:${sshd.port}`, what)).text).toContain('MFA required');
    expect(await requiresKey(named, 'kay', `localhost:${sshd.port}`)).toBe(true);
  });

  test('is locked if the server is locked', async () => {
    await locked(named, { server_id: ID });
    expect(await refused(named, 'ann', `localhost:${sshd.port}`)).toContain('403');
    expect((await files(named, 'ann', `localhost:${sshd.port}`, 'files')).status).toBe(403);
  });

  test('is refused at another port of its host', async () => {
    expect(await refused(named, 'ann', 'localhost:1')).toMatch(/^The inventory has the host localhost/);
    expect(await refused(named, 'ann', '127.0.0.1:1')).toMatch(/^The inventory has the host 127.0.0.1/);
  });
});

/** Applies until the end of the test. */
async function locked(gateway: InProcess, targets: object): Promise<void> {
  const admin = admins.get(gateway)!;
  const { json, status, text } = await admin.call('PUT', `${SITE}/locks`, { targets, message: 'stopped' });
  expect(status, text).toBe(200);
  onTestFinished(async () => {
    await admin.call('DELETE', `${SITE}/locks/${(json as { name: string }).name}`);
  });
}

describe('H6: a host outside the inventory', () => {
  test('is allowed for users whose roles allow every server', async () => {
    const terminal = await opened(other, 'ann', sshd.addr);
    const asked = { server_id: '127.0.0.1', server_hostname: '127.0.0.1', server_hostport: sshd.port };
    const { id, ...begun } = await terminal.session();
    expect(begun).toMatchObject(asked);
    // A window that rejoins starts transfers and further sessions at the same port.
    const joined = openTerminal(other, userOf(other, 'ann'), { sid: id, term: SIZE });
    expect(await joined.session()).toMatchObject(asked);
    terminal.drop();
    expect((await files(other, 'ann', sshd.addr, 'files')).status).toBe(200);
  });

  test.each(['bob', 'eve', 'kim'])('is refused to %s, whose roles do not allow every server', async (name) => {
    expect(await refused(other, name, sshd.addr)).toMatch(/^access denied/);
    for (const what of ['scp', 'files'] as const) expect((await files(other, name, sshd.addr, what)).status).toBe(403);
  });

  test('requires the key that a role requires on some servers', async () => {
    keys.set(other, await addSecurityKey(userOf(other, 'kay')));
    const terminal = connect(other, 'kay', sshd.addr);
    await terminal.until(() => terminal.of('n').length > 0, 'a challenge');
    expect(textOf(terminal)).toBe('');
    for (const what of ['scp', 'files'] as const)
      expect((await files(other, 'kay', sshd.addr, what)).text).toContain('MFA required');
    expect(await requiresKey(other, 'kay', sshd.addr)).toBe(true);
    expect(await requiresKey(other, 'ann', sshd.addr)).toBe(false);
  });
});

describe('H5: a lock', () => {
  const targets: [string, object][] = [
    ['a user', { user: 'ann' }],
    ['a role', { role: 'every' }],
    ['a login', { login: LOGIN }],
    ['the host', { node: '127.0.0.1' }],
    ['the host as a server', { server_id: '127.0.0.1' }],
    ['any server of the inventory, which the host may be', { server_id: ID }],
  ];

  test.each(targets)('on %s applies to hosts outside the inventory', async (_, target) => {
    await locked(other, target);
    expect(await refused(other, 'ann', sshd.addr)).toMatch(/^403 [^]*lock targeting/);
    for (const what of ['scp', 'files'] as const) expect((await files(other, 'ann', sshd.addr, what)).status).toBe(403);
  });

  test.each(targets)('on %s ends the shell on a host outside the inventory', async (_, target) => {
    const terminal = await opened(other, 'ann', sshd.addr);
    await locked(other, target);
    await terminal.closed;
    expect(textOf(terminal)).toContain('lock targeting');
  });

  test.each([
    ['another user', { user: 'bob' }],
    ['a server for another user', { server_id: ID, user: 'bob' }],
    ['another login', { login: 'nobody' }],
  ])('on %s does not apply to hosts outside the inventory', async (_, target) => {
    await locked(other, target);
    const terminal = await opened(other, 'ann', sshd.addr);
    terminal.drop();
  });

  test('on a user applies also to hosts that no user may reach', async () => {
    await locked(other, { user: 'bob' });
    expect(await refused(other, 'bob', 'nowhere.example.test')).toMatch(/^403 [^]*lock targeting/);
  });

  test('on a hardware key refuses the transfer that it signs', async () => {
    const kay = userOf(other, 'kay');
    const transfer = async () => {
      const { json } = await kay.call('POST', 'mfa/authenticatechallenge');
      const { publicKey } = (json as AuthnChallengeJson).webauthn_challenge!;
      const webauthn = JSON.stringify({ webauthnAssertionResponse: keys.get(other)!.get(publicKey) });
      const query = new URLSearchParams({ location: '/etc/hostname', filename: 'x', webauthn });
      return kay.call('GET', `${SITE}/nodes/${encodeURIComponent(sshd.addr)}/${LOGIN}/scp?${query}`);
    };
    expect((await transfer()).status).toBe(200);
    const [device] = (await kay.call('GET', 'mfa/devices')).json as { id: string }[];
    await locked(other, { mfa_device: device?.id });
    const refusal = await transfer();
    expect([refusal.status, refusal.text]).toEqual([403, expect.stringContaining('lock targeting MFADevice')]);
  });

  test('ends a session that waits for a key', async () => {
    const terminal = connect(other, 'kay', sshd.addr);
    await terminal.until(() => terminal.of('n').length > 0, 'a challenge');
    await locked(other, { user: 'kay', login: LOGIN });
    await terminal.closed;
    // The session had not started, so no message about its end follows.
    expect(textOf(terminal)).toMatch(/^lock targeting .* is in force: stopped$/);
  });
});
