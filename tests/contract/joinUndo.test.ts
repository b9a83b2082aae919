// The join script undoes its changes with --uninstall, and after a failed join (http-resources §12.2).
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { filesOfJoin, joinOptions, joinScriptOf, runJoinScript } from '../support/joinScript.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import { newToken } from '../support/tunnelHost.ts';

const UNTRUSTED = 'This machine no longer trusts the gateway.';

let gateway: TerminalGateway;
let host: Sshd;
let script: string;
/** Paths of files in the directory of the sshd configuration. */
let at: (...names: string[]) => string;

beforeAll(async () => {
  gateway = await startTerminalGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  host = await startSshd();
  at = (...names) => join(host.directory, ...names);
  script = await joinScriptOf(gateway.base, await newToken(gateway.admin), host.directory);
});
afterEach(async () => {
  await host.stop();
  for (const { id } of await joinedServers())
    await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${id}`);
});

async function joinedServers(): Promise<{ id: string }[]> {
  const { items } = await gateway.admin.expect('GET', '/sites/-current-/nodes?limit=100');
  return items.filter(({ joined }: { joined?: boolean }) => joined);
}

const options = () => joinOptions(host.directory);
const joinHost = (more: SpawnSyncOptions = {}) => runJoinScript(script, 'sh', options(), more);

/** Runs the uninstall command that the script prints at its end. */
function uninstall() {
  const { status, stdout, stderr } = spawnSync('sh', [at('postern', 'host.sh'), '--uninstall'], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** A settings directory of sshd in another directory than its configuration. */
function includeDirectory(): string {
  const directory = at('settings', 'sshd');
  mkdirSync(directory, { recursive: true });
  writeFileSync(at('sshd_config'), `Include ${directory}/*.conf\n${readFileSync(at('sshd_config'), 'utf8')}`);
  return directory;
}

/** An environment in which curl is a script with these lines that ends with `exec curl "$@"`. */
function withCurl(lines: string): SpawnSyncOptions {
  mkdirSync(at('bin'), { recursive: true });
  const path = process.env['PATH'];
  writeFileSync(at('bin', 'curl'), `#!/bin/sh\nPATH='${path}'\n${lines}\nexec curl "$@"\n`, { mode: 0o755 });
  return { env: { ...process.env, PATH: `${at('bin')}:${path}` } };
}

test.each(['absolute', 'relative'])(
  '--uninstall undoes changes of a configuration with another name and %s path',
  (kind) => {
    const before = filesOfJoin(host.directory);
    const config = kind === 'absolute' ? at('sshd_config') : 'sshd_config';
    const joined = runJoinScript(script, 'sh', ['--sshd-config', config], { cwd: host.directory });
    expect(joined).toMatchObject({ status: 0 });
    expect(uninstall()).toEqual({ status: 0, output: expect.stringContaining(UNTRUSTED) });
    expect(filesOfJoin(host.directory)).toEqual(before);
  },
);

test('--uninstall undoes a setting in another directory than the configuration', () => {
  const included = includeDirectory();
  expect(joinHost()).toMatchObject({ status: 0 });
  expect(readdirSync(included)).toEqual(['10-postern.conf']);
  expect(uninstall()).toEqual({ status: 0, output: expect.stringContaining(UNTRUSTED) });
  expect(readdirSync(included)).toEqual([]);
});

test('--uninstall reports that the gateway is still trusted, or that nothing was installed', () => {
  const included = includeDirectory();
  joinHost();
  renameSync(join(included, '10-postern.conf'), join(included, '20-own.conf'));
  const kept = uninstall();
  expect(kept).toEqual({
    status: 1,
    output: expect.stringContaining(`sshd still reads ${at('postern/user_authority')}`),
  });
  expect(kept.output).not.toContain(UNTRUSTED);
  rmSync(join(included, '20-own.conf'));
  expect(uninstall()).toEqual({ status: 0, output: expect.stringContaining(UNTRUSTED) });

  const nothing = runJoinScript(script, 'sh', [...options(), '--uninstall']);
  expect(nothing).toEqual({ status: 1, output: expect.stringContaining('has nothing of the gateway') });
});

test('the output omits the uninstall command if the script could not be saved', () => {
  const joined = joinHost(withCurl('case "$*" in *install-node.sh) exit 7 ;; esac'));
  expect(joined).toEqual({ status: 0, output: expect.stringContaining('host.sh could not be saved') });
  expect(joined.output).not.toContain('To take everything back');
  expect(joinHost()).toEqual({ status: 0, output: expect.stringContaining('To take everything back') });
  expect(uninstall()).toMatchObject({ status: 0 });
});

test.each(['/etc/ssh dir/sshd_config', "/etc/'ssh/sshd_config"])('the script refuses the path %s', (path) => {
  const { status, output } = runJoinScript(script, 'sh', ['--sshd-config', path]);
  expect([status, output]).toEqual([1, expect.stringContaining('--sshd-config: ')]);
});

/** Runs the script until it calls the gateway to join, sends a signal, and resolves when the script has ended. */
async function interrupted(shell: string, signal: NodeJS.Signals, to: 'shell' | 'all'): Promise<string> {
  writeFileSync(at('script'), script);
  const [program = '', ...args] = shell.split(' ');
  const pause = to === 'all' ? 60 : 1;
  const { env } = withCurl(`case "$*" in */host) : > '${at('asks')}'; sleep ${pause} ;; esac`);
  const child = spawn(program, [...args, at('script'), ...options()], { env, detached: true });
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  const over = once(child, 'exit');
  await expect.poll(() => existsSync(at('asks'))).toBe(true);
  process.kill((to === 'all' ? -1 : 1) * (child.pid ?? 0), signal);
  expect(await over).toEqual([1, null]);
  return (await texts).join('');
}

test.each(['dash', 'bash', 'busybox sh'])('all changes are undone if %s is interrupted', async (shell) => {
  const before = filesOfJoin(host.directory);
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT', 'SIGPIPE'] as const) {
    expect(await interrupted(shell, signal, 'all')).toContain('was taken back');
    expect(filesOfJoin(host.directory)).toEqual(before);
    expect(existsSync(at('postern'))).toBe(false);
    expect(await joinedServers()).toEqual([]);
    rmSync(at('asks'));
  }
});

test('a failed join with another authority does not change an earlier join', () => {
  expect(joinHost()).toMatchObject({ status: 0 });
  const before = filesOfJoin(host.directory);
  const other = script.replace(/^AUTHORITY=.*$/m, "AUTHORITY='ssh-ed25519 AAAAother of another gateway'");
  const refused = runJoinScript(other, 'sh', options(), withCurl('case "$*" in */host) exit 7 ;; esac'));
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining('was taken back') });
  expect(filesOfJoin(host.directory)).toEqual(before);
});

test.each(['dash', 'bash', 'busybox sh'])(
  'a join that the gateway accepts is kept if %s is interrupted',
  async (shell) => {
    expect(await interrupted(shell, 'SIGTERM', 'shell')).not.toContain('taken back');
    expect(await joinedServers()).toHaveLength(1);
    expect(readFileSync(at('sshd_config'), 'utf8')).toContain('TrustedUserCAKeys');
    expect(existsSync(at('postern', 'user_authority'))).toBe(true);
  },
);
