// A server joins with a token: the real script in real shells, with a real sshd (http-resources §12.2).
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { RESOURCE_ID_LABEL } from '../../src/wire/joinTokens.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { filesOfJoin, joinOptions, joinScriptOf, runJoinScript } from '../support/joinScript.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import {
  LOGIN,
  SIZE,
  startTerminalGateway,
  TERMINAL_CONFIG,
  type TerminalGateway,
} from '../support/terminalGateway.ts';
import { newKeys } from '../support/tunnelHost.ts';

const SHELLS = ['dash', 'bash', 'busybox sh'];

let gateway: TerminalGateway;
let host: Sshd;
let directory: string;
let before: string;
/** The resource id in the labels of the newest token, for which the page waits. */
let resourceId: string;

beforeAll(async () => {
  const tunnels = `ssh: { tunnel_listen: '127.0.0.1:${await freePort('127.0.0.1')}' }`;
  gateway = await startTerminalGateway({ config: `${TERMINAL_CONFIG}${tunnels}\n` });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  host = await startSshd();
  directory = host.directory;
  before = config();
});
afterEach(async () => {
  await host.stop();
  // The next sshd may get the same port: the gateway would treat it as the same server with other keys.
  const joined = await server();
  if (joined) await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${joined.id}`);
});

const config = () => readFileSync(join(directory, 'sshd_config'), 'utf8');
const written = () => filesOfJoin(directory);

async function newToken(): Promise<string> {
  const made = await gateway.admin.expect('POST', '/token', { roles: ['Node'], join_method: 'token' });
  resourceId = made.suggestedLabels.find(({ name }: { name: string }) => name === RESOURCE_ID_LABEL)?.value;
  return String(made.id);
}

const scriptOf = (token: string) => joinScriptOf(gateway.base, token, directory);
const run = (script: string, shell = 'sh', options: readonly string[] = []) =>
  runJoinScript(script, shell, [...joinOptions(directory), ...options]);

async function server(): Promise<{ id: string; addr: string; tunnel: boolean } | undefined> {
  const { items } = await gateway.admin.expect(
    'GET',
    `/sites/-current-/nodes?limit=1&search=${encodeURIComponent(`${RESOURCE_ID_LABEL} ${resourceId}`)}`,
  );
  return items[0];
}

/** sshd briefly accepts no connections after each change of its configuration. */
const listensAgain = (times: number) =>
  expect.poll(() => host.log().match(/Server listening on/g)).toHaveLength(1 + times);

async function openShell(id: string) {
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: id, term: SIZE });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  return terminal;
}

test('the join script passes shellcheck', async () => {
  const script = await scriptOf(await newToken());
  execFileSync('shellcheck', ['--shell', 'sh', '-'], { input: script });
});

test.each(SHELLS)('a server joins with %s, and a shell opens with a certificate for that session', async (shell) => {
  const script = await scriptOf(await newToken());
  const { status, output } = run(script, shell);
  expect(output).toContain(`is in the cluster example.test as ${hostname()}`);
  expect(status).toBe(0);
  const node = await server();
  expect(node).toMatchObject({ addr: host.addr });

  await listensAgain(1);
  const terminal = await openShell(node?.id ?? '');
  terminal.type('echo in-$((40 + 2))\r');
  await terminal.sees('in-42');
  expect(host.log()).toMatch(/ED25519-CERT .* ID session [0-9a-f-]{36} \(serial \d+\) CA ED25519/);

  const once = written();
  const again = run(script, shell);
  expect([again.status, again.output]).toEqual([0, expect.stringContaining('trusts the gateway already')]);
  expect(written()).toEqual(once);

  const gone = run(script, shell, ['--uninstall']);
  expect([gone.status, gone.output]).toEqual([0, expect.stringContaining('no longer trusts the gateway')]);
  expect(written()).toEqual([before]);
  await listensAgain(2);
  const refused = await openShell(node?.id ?? '');
  await refused.sees('refused the login');
});

/** Runs the tunnel service in the shell under test, like an init system other than systemd. */
function holdTunnel(shell: string, ...words: string[]) {
  const [program = '', ...args] = shell.split(' ');
  const child = spawn(program, [...args, ...words], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  return new Promise<void>((resolve) => void child.once('exit', () => resolve()));
}

test.each(SHELLS)('a server opens a reverse tunnel with %s, and a shell opens through it', async (shell) => {
  const token = await newToken();
  const script = await scriptOf(token);
  const { status, output } = run(script, shell, ['--tunnel']);
  expect([status, output]).toEqual([0, expect.stringContaining('This machine has no systemd.')]);
  const file = join(directory, 'postern', 'tunnel.sh');
  execFileSync('shellcheck', ['--shell', 'sh', file]);
  const node = await server();
  expect(node).toMatchObject({ tunnel: true });
  const id = node?.id ?? '';
  const reach = () => gateway.admin.expect('GET', `/postern/sites/-current-/nodes/${id}/reach`);
  expect(await reach()).toMatchObject({ via: 'tunnel', tunnel: { connected: false } });
  const warnings = async () => {
    const { joins } = await gateway.admin.expect('GET', `/postern/tokens/${token}/joins`);
    const reports: { step: string; text: string; ok: boolean }[] = joins;
    return reports.filter(({ step, ok }) => step === 'reach' && !ok).map(({ text }) => text);
  };
  expect(await warnings()).toEqual(['The reverse tunnel is not connected yet']);

  const isOver = holdTunnel(shell, file);
  await expect.poll(reach, { timeout: 15_000 }).toMatchObject({ tunnel: { connected: true } });
  const terminal = await openShell(id);
  terminal.type('echo in-$((40 + 2))\r');
  await terminal.sees('in-42');

  const once = written();
  const again = run(script, shell, ['--tunnel']);
  expect([again.status, again.output]).toEqual([0, expect.stringContaining('trusts the gateway already')]);
  expect(written()).toEqual(once);
  expect(await warnings()).toHaveLength(1);

  const gone = run(script, shell, ['--uninstall']);
  expect([gone.status, gone.output]).toEqual([0, expect.stringContaining('reverse tunnel and its key are removed')]);
  expect(written()).toEqual([before]);
  await isOver;
  await expect.poll(reach, { timeout: 15_000 }).toMatchObject({ tunnel: { connected: false } });
});

test('--uninstall ends a reverse tunnel that another init system keeps open', async () => {
  const script = await scriptOf(await newToken());
  expect(run(script, 'sh', ['--tunnel']).status).toBe(0);
  const node = await server();
  const isOver = holdTunnel('sh', join(directory, 'postern', 'tunnel.sh'), 'once');
  const reach = () => gateway.admin.expect('GET', `/postern/sites/-current-/nodes/${node?.id}/reach`);
  await expect.poll(reach, { timeout: 15_000 }).toMatchObject({ tunnel: { connected: true } });
  expect(run(script, 'sh', ['--uninstall']).status).toBe(0);
  await isOver;
});

test('a shell on a removed server is refused with 404', async () => {
  run(await scriptOf(await newToken()));
  const id = (await server())?.id ?? '';
  await gateway.admin.addRole('keeper', {
    allow: { rules: [{ resources: ['node'], verbs: ['delete', 'list', 'read'] }] },
  });
  const keeper = await gateway.admin.invite('keeper', ['access', 'keeper']);
  await keeper.expect('DELETE', `/postern/documents/node/${id}`);
  expect(await server()).toBeUndefined();
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: id, term: SIZE });
  expect(await terminal.opened).toMatchObject({ status: 404 });
});

test.each(['\n', ''])('the script adds a line to the trusted authorities of sshd, which end with %j', async (end) => {
  const own = join(directory, 'authorities');
  writeFileSync(own, readFileSync(join(directory, 'host.pub'), 'utf8').trimEnd() + end);
  appendFileSync(join(directory, 'sshd_config'), `TrustedUserCAKeys ${own}\n`);
  const [settings, authorities] = [config(), readFileSync(own, 'utf8')];
  const script = await scriptOf(await newToken());
  expect(run(script)).toMatchObject({ status: 0 });
  expect(config()).toBe(settings);
  expect(readFileSync(own, 'utf8')).toMatch(new RegExp(`^ssh-ed25519 \\S+\n${authorities.replaceAll('+', '\\+')}$`));
  expect(run(script, 'sh', ['--uninstall'])).toMatchObject({ status: 0 });
  expect(readFileSync(own, 'utf8')).toBe(authorities);
});

test('the script follows a symbolic link', async () => {
  const [link, real] = [join(directory, 'sshd_config'), join(directory, 'real', 'config')];
  mkdirSync(join(directory, 'real'));
  renameSync(link, real);
  symlinkSync(real, link);
  const script = await scriptOf(await newToken());
  expect(run(script)).toMatchObject({ status: 0 });
  expect(readFileSync(real, 'utf8')).toMatch(/^TrustedUserCAKeys /m);
  expect(run(script, 'sh', ['--uninstall'])).toMatchObject({ status: 0 });
  expect([readlinkSync(link), readFileSync(real, 'utf8')]).toEqual([real, before]);
});

test.each(['0', '0022', '65536', '99999', '100000000000000000000', '-1', '2x'])(
  'the script refuses port %s at once',
  async (port) => {
    const { status, output } = run(await scriptOf(await newToken()), 'sh', ['--port', port]);
    expect([status, output]).toEqual([1, `Error: --port: ${port} is not a port from 1 to 65535.\n`]);
  },
);

test('the script changes no file if sshd refuses its configuration or would not accept certificates', async () => {
  const script = await scriptOf(await newToken());
  for (const [line, why] of [
    ['NoSuchSetting yes', 'refuses its present configuration'],
    ['PubkeyAuthentication no', 'PubkeyAuthentication is off'],
    ['AuthorizedPrincipalsFile /etc/principals', 'decides about principals'],
  ]) {
    writeFileSync(join(directory, 'sshd_config'), `${before}${line}\n`);
    const { status, output } = run(script);
    expect([status, output]).toEqual([1, expect.stringContaining(why ?? '')]);
    expect(written()).toEqual([`${before}${line}\n`]);
    expect(await server()).toBeUndefined();
  }
});

test('the script undoes all changes if the gateway does not accept the host', async () => {
  const script = await scriptOf(await newToken());
  expect(run(script.replace(/^TOKEN=.*$/m, `TOKEN='${'0'.repeat(32)}'`))).toEqual({
    status: 1,
    output: expect.stringContaining('The join token is unknown or has expired'),
  });
  expect(written()).toEqual([before]);
  expect(run(script)).toMatchObject({ status: 0 });
  // Like another machine with the same address and name.
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(directory, 'other')]);
  writeFileSync(join(directory, 'host.pub'), readFileSync(join(directory, 'other.pub')));
  expect(run(script)).toEqual({ status: 1, output: expect.stringContaining('joined with other host keys') });
});

test.each([
  [{ hostname: 'a b', address: '127.0.0.1', port: 22, host_keys: [] }, 'hostname: this is not a host name'],
  [{ hostname: 'a', address: '../x', port: 22, host_keys: [] }, 'address: this is not an address'],
  [{ hostname: 'a', address: '127.0.0.1', port: 0, host_keys: [] }, 'address: this is not an address'],
  [{ hostname: 'a', address: '127.0.0.1', port: '22', host_keys: [] }, 'port: a number from 1 to 65535'],
  [{ hostname: 'a', address: '', port: 22, host_keys: ['ssh-ed25519 AAAA'] }, 'none of a kind that this gateway knows'],
  [{ hostname: 'a', address: '', port: 22, host_keys: new Array(9).fill('x') }, 'host_keys: at most 8'],
  [[], 'the body must be an object'],
])('the gateway refuses the host %j', async (body, why) => {
  const token = await newToken();
  // Earlier joins of the same IP address count towards the rate limit. The limit refills while the test polls.
  await expect
    .poll(() => post(token, body), { timeout: 15_000 })
    .toEqual({ status: 400, text: expect.stringContaining(why) });
});

describe('hosts behind one NAT', () => {
  /** The UUID that the host gets, or the reason of the refusal. */
  const joined = async (body: object) => {
    const path = `/scripts/${await newToken()}/host`;
    const shared = { hostname: 'nat-1', address: '192.0.2.7', port: 22 };
    // Each client has its own IP address, and none reaches the rate limit.
    const { text } = await new ApiClient(gateway.base).send({ method: 'POST', path, body: { ...shared, ...body } });
    return text.split('\n')[0];
  };
  const keys = () => ({ host_keys: [newKeys().public], tunnel_key: newKeys().public });

  test('are different servers, and each keeps its ID at another address', async () => {
    const [one, two] = [keys(), { ...keys(), hostname: 'nat-2' }];
    const first = await joined(one);
    expect(await joined({ ...two, hostname: 'nat-1' })).toContain('Another machine needs another host name');
    const second = await joined(two);
    expect(second).not.toBe(first);
    expect(await joined(one)).toBe(first);
    expect(await joined({ ...two, address: '192.0.2.99' })).toBe(second);
    expect(await joined({ ...one, address: '192.0.2.98' })).toBe(first);
    for (const id of [first, second]) await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${id}`);
  });

  test('can retry the join until the tunnel has been open', async () => {
    const { host_keys, tunnel_key } = keys();
    const first = await joined({ host_keys, tunnel_key });
    expect(await joined({ host_keys, tunnel_key: newKeys().public })).toBe(first);
    expect(await joined({ host_keys })).toBe(first);
    await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${first}`);
  });
});

async function post(token: string, body: unknown): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${gateway.base}/scripts/${token}/host`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}
