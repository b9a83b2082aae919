// What the programs of OpenSSH say about our certificates: ssh-keygen reads them, sshd lets them in.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { addKey, assertionOf } from '../support/accountKey.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { runHeadlessLogin, startGateway, type Gateway } from '../support/gateway.ts';
import { PASSWORD } from '../support/replay.ts';

const SSHD = '/usr/sbin/sshd';
const LOGIN = userInfo().username;
let gateway: Gateway;
let dir: string;
let identity: string;
let said: string;

/** Signs the real client in, approved by a browser without a picture. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-ssh-'));
  identity = join(dir, 'identity');
  gateway = await startGateway({
    config: `{ cluster_name: example.test, auth: { second_factor: optional }, admin: { name: ann, logins: [${LOGIN}, deploy] } }`,
  });
  const browser = new ApiClient(gateway.base);
  await browser.accept(gateway.invite?.split('/').at(-1) ?? '', PASSWORD);
  const key = await addKey(browser, gateway.base);
  const client = runHeadlessLogin(['--url', gateway.base, '--user', 'ann', '--out', identity, '--ttl', '1h']);
  const [, id = ''] = await client.said(/\/web\/headless\/(\S+)/);
  await browser.call('GET', `headless/${id}`);
  await browser.call('PUT', `headless/${id}`, {
    action: 'accept',
    webauthnAssertionResponse: await assertionOf(browser, key),
  });
  expect(await client.exit, client.log()).toBe(0);
  said = client.log();
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('the client writes what its owner alone may read, and says how to use it', () => {
  expect(readdirSync(identity).sort()).toEqual(['id', 'id-cert.pub', 'id.pub', 'known_hosts', 'tls-ca.crt', 'tls.crt']);
  expect(statSync(identity).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(identity)) expect(statSync(join(identity, name)).mode & 0o777, name).toBe(0o600);
  expect(said).toContain(`ssh -i ${join(identity, 'id')}`);
});

test('ssh-keygen finds in the certificate what the roles grant', () => {
  const text = execFileSync('ssh-keygen', ['-L', '-f', join(identity, 'id-cert.pub')], { encoding: 'utf8' });
  expect(text).toContain('ecdsa-sha2-nistp256-cert-v01@openssh.com user certificate');
  expect(text).toContain('Key ID: "ann"');
  expect(text).toMatch(new RegExp(`Principals: \\n\\s+${LOGIN}\\n\\s+deploy\\n`));
  expect(text).toContain('Critical Options: (none)');
  expect(text).toContain('permit-pty');
});

test('sshd lets the certificate in for a login of the roles, and nothing else', async () => {
  const sshd = await startSshd();
  try {
    const certified = join(identity, 'id');
    const bare = join(dir, 'bare'); // without a certificate beside it
    copyFileSync(certified, bare);
    const login = (as: string, key: string) =>
      spawnSync(
        'ssh',
        [
          ...['-F', 'none', '-i', key, '-o', 'IdentitiesOnly=yes', '-o', 'BatchMode=yes', '-o', 'LogLevel=ERROR'],
          ...['-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
          ...['-p', String(sshd.port), `${as}@127.0.0.1`, 'echo came in'],
        ],
        { encoding: 'utf8', timeout: 30_000 },
      );
    const inside = login(LOGIN, certified);
    expect(inside.stdout, inside.stderr).toBe('came in\n');
    await expect.poll(sshd.log).toContain('ID ann');
    expect(login('nobody', certified).stderr).toContain('Permission denied');
    expect(login(LOGIN, bare).stderr).toContain('Permission denied');
  } finally {
    await sshd.stop();
  }
});

/** A server of its own that trusts the gateway's users, as README.md tells it to. */
async function startSshd() {
  const response = await fetch(`${gateway.base}/webapi/auth/export?type=user`);
  const trusted = (await response.text()).replace(/^cert-authority /, '');
  writeFileSync(join(dir, 'users_ca.pub'), trusted);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(dir, 'host')]);
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 }); // it insists on it as root
  const port = await freePort('127.0.0.1');
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(dir, 'host')}`,
    'PidFile none',
    'UsePAM no',
    'StrictModes no',
    'PermitRootLogin yes',
    'AuthorizedKeysFile none',
    'AuthenticationMethods publickey',
    `TrustedUserCAKeys ${join(dir, 'users_ca.pub')}`,
  ];
  writeFileSync(join(dir, 'sshd_config'), `${config.join('\n')}\n`);
  const child = spawn(SSHD, ['-D', '-e', '-f', join(dir, 'sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  await expect.poll(() => log, { timeout: 20_000 }).toContain('Server listening');
  return { port, log: () => log, stop: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'close');
}
