// The gateway as the service of docs/deploy/postern.service, under a real systemd with its full sandbox.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import {
  fingerprintOf,
  startRdpServer,
  startVncServer,
  vncPassword,
  type VncServer,
} from '../support/desktopServers.ts';
import { DesktopSocket, desktopUrl } from '../support/desktopSocket.ts';
import { HOSTNAME, mayMakeHosts, mayRunSystemd, startSecondHost, type SecondHost } from '../support/secondHost.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';
import { SIZE } from '../support/terminalGateway.ts';
import { WebClient } from '../support/webClient.ts';

const DESKTOP_PASSWORD = 'secret12';
/** The service logs here, since the host has no journal. */
const LOG = '/run/postern.log';
/** The installation of docs/security.md, in a folder that is already built. */
const INSTALL = `
set -eu
useradd --system --home-dir /var/lib/postern --shell /usr/sbin/nologin postern
install -d -m 0750 -g postern /etc/postern
cat > /etc/postern/gateway.yaml
echo ${DESKTOP_PASSWORD} > /etc/postern/desktop_password
chown postern /etc/postern/desktop_password
chmod 600 /etc/postern/desktop_password
cp /opt/postern/docs/deploy/postern.service /etc/systemd/system/
mkdir /etc/systemd/system/postern.service.d
printf '[Service]\\nStandardOutput=append:${LOG}\\nStandardError=append:${LOG}\\n' \\
  > /etc/systemd/system/postern.service.d/log.conf
systemctl daemon-reload
systemctl --quiet enable --now postern
`;

const configOf = (base: string, desktop: string, fingerprint: string) => `
cluster_name: example.test
public_url: ${base}
listen: { host: 0.0.0.0, port: ${new URL(base).port}, trust_proxy: true }
auth: { second_factor: 'off' }
admin: { name: admin, logins: [root] }
node: false
inventory:
  - kind: windows_desktop
    version: v3
    metadata: { name: lab }
    spec: { addr: '${desktop}' }
    connect: { rdp: { user: alice, password_file: /etc/postern/desktop_password, fingerprint: '${fingerprint}' } }
`;

const DESKTOP_ROLE = {
  kind: 'role',
  version: 'v6',
  metadata: { name: 'lab' },
  spec: { allow: { windows_desktop_labels: { '*': '*' }, windows_desktop_logins: ['alice'] } },
};

let host: SecondHost;
let display: VncServer;
let base: string;
let admin: WebClient;
const ends: (() => unknown)[] = [];

const log = () => host.run(`cat ${LOG}`).output;
const service = (command: string) => host.run(`systemctl ${command} postern`).output.trim();

/** Resolves with the address at which the host reaches a desktop over RDP, and with its fingerprint. */
async function startDesktop(): Promise<[address: string, fingerprint: string]> {
  const directory = mkdtempSync(join(tmpdir(), 'service-unit-'));
  ends.push(() => rmSync(directory, { recursive: true }));
  const password = vncPassword(directory, DESKTOP_PASSWORD);
  display = await startVncServer(['-SecurityTypes', 'VncAuth', ...password], '800x600');
  ends.push(() => display.stop());
  const rdp = await startRdpServer(display);
  ends.push(() => rdp.stop());
  const proxy = await startTcpProxy(rdp.port, { at: { host: host.gatewayAddress, port: 0 } });
  ends.push(() => proxy.stop());
  return [`${host.gatewayAddress}:${proxy.port}`, await fingerprintOf(rdp)];
}

describe.skipIf(!mayMakeHosts() || !mayRunSystemd())('the service unit', () => {
  beforeAll(async () => {
    host = await startSecondHost({ systemd: true });
    ends.push(() => host.stop());
    await host.listen('0.0.0.0');
  }, 60_000);
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });

  test('starts after the installation of docs/security.md', async () => {
    const port = await freePort('127.0.0.1');
    base = `http://${host.address}:${port}`;
    const proxy = await startTcpProxy(port, { to: host.address, at: { host: '127.0.0.1', port } });
    ends.push(() => proxy.stop());
    expect(host.run(INSTALL, configOf(base, ...(await startDesktop())))).toEqual({ status: 0, output: '' });
    await expect.poll(log, { timeout: 20_000 }).toMatch(/web\/invite\/\w+\s/);
    admin = await WebClient.ofFirstInvite({ base, invite: /http\S+\/web\/invite\/\w+/.exec(log())?.[0] });
  });

  test('opens a shell on a server that joined', async () => {
    const { id } = await admin.expect('POST', '/token', { roles: ['Node'], join_method: 'token' });
    const joined = host.run(`curl -fsSL ${base}/scripts/${id}/install-node.sh | sh`);
    expect([joined.status, joined.output]).toEqual([0, expect.stringContaining('The gateway reaches sshd')]);
    const { items } = await admin.expect('GET', '/sites/-current-/nodes?limit=100');
    const terminal = admin.terminal({ login: 'root', server_id: items[0].id, term: SIZE });
    onTestFinished(() => terminal.drop());
    expect(await terminal.opened).toBeUndefined();
    terminal.type('uname -n; echo in-$((40 + 2))\r');
    await terminal.sees(HOSTNAME);
    await terminal.sees('in-42');
  });

  test('opens a desktop over RDP', async () => {
    await admin.expect('POST', '/roles', { content: JSON.stringify(DESKTOP_ROLE) });
    const { roles, traits } = await admin.expect('GET', '/users/admin');
    await admin.expect('PUT', '/users', { name: 'admin', roles: [...roles, 'lab'], traits });
    await admin.signIn('admin');
    const query = { username: 'alice', width: '800', height: '600', extensions: '1' };
    const desktop = new DesktopSocket(desktopUrl(base, admin, 'lab', query), { headers: { cookie: admin.cookie } });
    onTestFinished(() => desktop.socket.terminate());
    await desktop.sees('picture');
    desktop.send({ kind: 'pointerMove', x: 210, y: 211 });
    await expect.poll(() => display.output('xdotool', ['getmouselocation']).toString()).toContain('x:210 y:211');
  });

  test('reloads its configuration, restarts after a crash, and stops cleanly', async () => {
    const first = service('show --property MainPID --value');
    expect([service('reload'), service('is-active')]).toEqual(['', 'active']);
    host.run(`kill -9 ${first}`);
    await expect.poll(() => service('show --property MainPID --value')).not.toMatch(RegExp(`^(${first}|0)$`));
    await expect.poll(() => log().split('Postern listens on').length, { timeout: 20_000 }).toBe(3);
    expect(service('stop')).toBe('');
    expect(service('show --property ActiveState,Result --value')).toBe('success\ninactive');
    expect(host.run('pgrep --count --uid postern').output).toBe('0\n');
  });
});
