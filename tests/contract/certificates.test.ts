// Checks our certificates with OpenSSH: ssh-keygen reads them, sshd accepts them.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addKey, assertionOf } from '../support/accountKey.ts';
import { ApiClient } from '../support/ApiClient.ts';
import { runHeadlessLogin, startGateway, type Gateway } from '../support/gateway.ts';
import { PASSWORD } from '../support/replay.ts';
import { startSshd } from '../support/sshd.ts';

const LOGIN = userInfo().username;
let gateway: Gateway;
let dir: string;
let identity: string;
let output: string;

/** Signs in with the real client. An API client approves the sign-in. */
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
  const [, id = ''] = await client.prints(/\/web\/headless\/(\S+)/);
  await browser.call('GET', `headless/${id}`);
  await browser.call('PUT', `headless/${id}`, {
    action: 'accept',
    webauthnAssertionResponse: await assertionOf(browser, key),
  });
  expect(await client.exit, client.log()).toBe(0);
  output = client.log();
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('the client writes files that only their owner can read, and prints a command that uses them', () => {
  expect(readdirSync(identity).sort()).toEqual(['id', 'id-cert.pub', 'id.pub', 'known_hosts', 'tls-ca.crt', 'tls.crt']);
  expect(statSync(identity).mode & 0o777).toBe(0o700);
  for (const name of readdirSync(identity)) expect(statSync(join(identity, name)).mode & 0o777, name).toBe(0o600);
  expect(output).toContain(`ssh -i ${join(identity, 'id')}`);
});

test('the certificate contains the logins and options of the roles, as ssh-keygen prints them', () => {
  const text = execFileSync('ssh-keygen', ['-L', '-f', join(identity, 'id-cert.pub')], { encoding: 'utf8' });
  expect(text).toContain('ecdsa-sha2-nistp256-cert-v01@openssh.com user certificate');
  expect(text).toContain('Key ID: "ann"');
  expect(text).toMatch(new RegExp(`Principals: \\n\\s+${LOGIN}\\n\\s+deploy\\n`));
  expect(text).toContain('Critical Options: (none)');
  expect(text).toContain('permit-pty');
});

test('sshd accepts the certificate only for a login of the roles', async () => {
  const sshd = await startTrustingSshd();
  try {
    const certified = join(identity, 'id');
    const bare = join(dir, 'bare'); // without a certificate next to it
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
    await expect.poll(() => sshd.log()).toContain('ID ann');
    expect(login('nobody', certified).stderr).toContain('Permission denied');
    expect(login(LOGIN, bare).stderr).toContain('Permission denied');
  } finally {
    await sshd.stop();
  }
});

/** An sshd that trusts the user authority of the gateway, as in docs/command-line.md. */
async function startTrustingSshd() {
  const response = await fetch(`${gateway.base}/webapi/auth/export?type=user`);
  const trusted = join(dir, 'users_ca.pub');
  writeFileSync(trusted, (await response.text()).replace(/^cert-authority /, ''));
  return startSshd([`TrustedUserCAKeys ${trusted}`]);
}
