// What the script of a server that joins takes back: at --uninstall, and where a join comes to nothing (http-resources §12.2).
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { filesOfJoin, joinOptions, joinScriptOf, runJoinScript } from '../support/joinScript.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import { newToken } from '../support/tunnelHost.ts';

const UNTRUSTED = 'This machine no longer trusts the gateway.';

let gateway: TerminalGateway;
let host: Sshd;
let script: string;
/** Files beside the configuration of sshd, by their names. */
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

/** The command that the script says at its end. */
function uninstall() {
  const { status, stdout, stderr } = spawnSync('sh', [at('postern', 'host.sh'), '--uninstall'], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Settings that sshd reads from a directory that is not beside its configuration. */
function includeDirectory(): string {
  const directory = at('settings', 'sshd');
  mkdirSync(directory, { recursive: true });
  writeFileSync(at('sshd_config'), `Include ${directory}/*.conf\n${readFileSync(at('sshd_config'), 'utf8')}`);
  return directory;
}

/** An environment in which curl is a script that may go on with the real one, `exec curl "$@"`. */
function withCurl(lines: string): SpawnSyncOptions {
  mkdirSync(at('bin'));
  const path = process.env['PATH'];
  writeFileSync(at('bin', 'curl'), `#!/bin/sh\nPATH='${path}'\n${lines}\nexec curl "$@"\n`, { mode: 0o755 });
  return { env: { ...process.env, PATH: `${at('bin')}:${path}` } };
}

test.each(['absolute', 'relative'])(
  'takes back what it changed in a configuration of another name, with its %s path',
  (kind) => {
    const before = filesOfJoin(host.directory);
    const config = kind === 'absolute' ? at('sshd_config') : 'sshd_config';
    const joined = runJoinScript(script, 'sh', ['--sshd-config', config], { cwd: host.directory });
    expect(joined).toMatchObject({ status: 0 });
    expect(uninstall()).toEqual({ status: 0, said: expect.stringContaining(UNTRUSTED) });
    expect(filesOfJoin(host.directory)).toEqual(before);
  },
);

test('takes back a setting in a directory far from the configuration', () => {
  const included = includeDirectory();
  expect(joinHost()).toMatchObject({ status: 0 });
  expect(readdirSync(included)).toEqual(['10-postern.conf']);
  expect(uninstall()).toEqual({ status: 0, said: expect.stringContaining(UNTRUSTED) });
  expect(readdirSync(included)).toEqual([]);
});

test('says that the gateway is still trusted, or that there was nothing to take back', () => {
  const included = includeDirectory();
  joinHost();
  renameSync(join(included, '10-postern.conf'), join(included, '20-own.conf'));
  const kept = uninstall();
  expect(kept).toEqual({
    status: 1,
    said: expect.stringContaining(`sshd still reads ${at('postern/user_authority')}`),
  });
  expect(kept.said).not.toContain(UNTRUSTED);
  rmSync(join(included, '20-own.conf'));
  expect(uninstall()).toEqual({ status: 0, said: expect.stringContaining(UNTRUSTED) });

  const nothing = runJoinScript(script, 'sh', [...options(), '--uninstall']);
  expect(nothing).toEqual({ status: 1, said: expect.stringContaining('has nothing of the gateway') });
});

test('names no script for taking back where it could not be saved, and saves it the next time', () => {
  const joined = joinHost(withCurl('case "$*" in *install-node.sh) exit 7 ;; esac'));
  expect(joined).toEqual({ status: 0, said: expect.stringContaining('host.sh could not be saved') });
  expect(joined.said).not.toContain('To take everything back');
  expect(joinHost()).toEqual({ status: 0, said: expect.stringContaining('To take everything back') });
  expect(uninstall()).toMatchObject({ status: 0 });
});

test.each(['/etc/ssh dir/sshd_config', "/etc/'ssh/sshd_config"])('refuses the path %s', (path) => {
  const { status, said } = runJoinScript(script, 'sh', ['--sshd-config', path]);
  expect([status, said]).toEqual([1, expect.stringContaining('--sshd-config: ')]);
});
