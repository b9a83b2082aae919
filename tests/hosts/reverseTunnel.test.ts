// A second host with its own sshd joins with the served script, first directly, then with the direct route cut.
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { REVERSE_TUNNELS } from '../../src/wire/config.ts';
import { HOSTNAME, mayMakeHosts, mayRunSystemd, startSecondHost, type SecondHost } from '../support/secondHost.ts';
import { SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';

const LOGIN = 'root';
/** A lost tunnel reconnects after five seconds. */
const BACK_MAX_MS = 20_000;

let host: SecondHost;
let gateway: TerminalGateway;
const started: { stop(): Promise<unknown> }[] = [];

const configOf = (url: string, tunnelPort: number) => `
cluster_name: example.test
public_url: ${url}
auth: { second_factor: 'off' }
admin: { name: admin, logins: ['${LOGIN}', nobody] }
node: { name: node-1, labels: { env: dev } }
ssh: { tunnel_listen: '0.0.0.0:${tunnelPort}' }
`;

async function newToken(): Promise<string> {
  const made = await gateway.admin.expect('POST', '/token', { roles: ['Node'], join_method: 'token' });
  return String(made.id);
}

/** The command from the page, with options of the script. */
const command = (token: string, options = '') =>
  `curl -fsSL ${gateway.base}/scripts/${token}/install-node.sh | sh -s -- ${options}`;

async function server(): Promise<{ id: string; addr: string; tunnel: boolean } | undefined> {
  const { items } = await gateway.admin.expect('GET', '/sites/-current-/nodes?limit=100');
  return items.find(({ hostname }: { hostname: string }) => hostname === HOSTNAME);
}

const reach = async (id: string) => gateway.admin.expect('GET', `/postern/sites/-current-/nodes/${id}/reach`);

async function openShell(id: string) {
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: id, term: SIZE });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  return terminal;
}

async function eventually<T>(ask: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  const endMs = performance.now() + BACK_MAX_MS;
  for (;;) {
    const value = await ask();
    if (isThere(value)) return value;
    if (performance.now() > endMs) throw new Error(`it stays ${JSON.stringify(value)}\n${tunnelLines()}`);
    await sleep(100);
  }
}
const tunnelLines = () =>
  gateway
    .log()
    .split('\n')
    .filter((line) => line.includes('tunnel'))
    .join('\n');
const connected = (id: string) =>
  eventually(
    () => reach(id),
    ({ tunnel }) => tunnel?.connected === true,
  );

describe.skipIf(!mayMakeHosts())('a second host', () => {
  beforeAll(async () => {
    started.push((host = await startSecondHost()));
    const [port, tunnelPort] = [await freePort('0.0.0.0'), await freePort('0.0.0.0')];
    const url = `http://${host.gatewayAddress}:${port}`;
    gateway = await startTerminalGateway({
      config: configOf(url, tunnelPort),
      args: ['--host', '0.0.0.0', '--port', String(port), '--trust-proxy'],
    });
    started.push(gateway);
  }, 240_000);
  afterAll(async () => {
    for (const each of started.toReversed()) await each.stop();
  });

  test('joins with the command of the page, and the gateway connects to it', async () => {
    await host.listen('0.0.0.0');
    const token = await newToken();
    const { status, output } = host.run(command(token));
    expect([status, output]).toEqual([0, expect.stringContaining('The gateway reaches sshd of this machine')]);
    const node = await server();
    expect(node).toMatchObject({ addr: `${host.address}:22`, tunnel: false, joined: true });
    const id = node?.id ?? '';
    expect(await reach(id)).toEqual({
      via: 'direct',
      address: `${host.address}:22`,
      joined: { time: expect.any(String), token: expect.stringMatching(/^\*+[0-9a-f]{8}$/) },
    });

    const terminal = await openShell(id);
    terminal.type('uname -n; echo in-$((40 + 2))\r');
    await terminal.sees(HOSTNAME);
    await terminal.sees('in-42');
    expect(await reach(id)).toHaveProperty('contact');

    const { joins } = await gateway.admin.expect('GET', `/postern/tokens/${token}/joins`);
    expect(joins.map(({ step, ok }: { step: string; ok: boolean }) => `${step} ${ok}`)).toEqual([
      'start true',
      ...['authority true', 'sshd true', 'sshd true', 'register true', 'reach true'],
      ...['finish true', 'finish true'],
    ]);
    expect(joins[0]).toMatchObject({ hostname: HOSTNAME });
    const { uses } = await gateway.admin.expect('GET', '/postern/tokens/uses');
    expect(uses).toEqual([
      expect.objectContaining({
        token: `${'*'.repeat(24)}${token.slice(24)}`,
        node: id,
        hostname: HOSTNAME,
        present: true,
      }),
    ]);

    // The terminal is open when the server is removed.
    await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${id}`);
    await terminal.sees(`the server ${HOSTNAME} has been removed`);
    await terminal.closed;
    expect((await gateway.admin.expect('GET', '/postern/tokens/uses')).uses[0]).toMatchObject({ present: false });
    expect(host.run('sh /etc/ssh/postern/host.sh --uninstall').status).toBe(0);
    expect(host.run('ls /etc/ssh/postern 2>&1').output).toContain('No such file');
  });

  test('joins behind a reverse tunnel, which reconnects after a kill and ends when the server is removed', async () => {
    expect((await (await fetch(`${gateway.base}/web/config.js`)).text()).includes(`"${REVERSE_TUNNELS}":true`)).toBe(
      true,
    );
    await host.listen('127.0.0.1');
    const direct = host.run(command(await newToken()));
    expect(direct.output).toContain('The gateway does not reach sshd of this machine at port 22');
    expect(direct.output).toContain('--tunnel');

    const token = await newToken();
    const { status, output } = host.run(command(token, '--tunnel'));
    expect([status, output]).toEqual([0, expect.stringContaining('sh /etc/ssh/postern/tunnel.sh')]);
    const node = await server();
    expect(node).toMatchObject({ addr: '', tunnel: true });
    const id = node?.id ?? '';
    const early = await openShell(id);
    await early.sees('its reverse tunnel is not connected');

    host.start('exec sh /etc/ssh/postern/tunnel.sh');
    expect(await connected(id)).toMatchObject({ via: 'tunnel', address: '', tunnel: { since: expect.any(String) } });
    const terminal = await openShell(id);
    terminal.type('echo $SSH_CLIENT; echo in-$((40 + 2))\r');
    await terminal.sees('127.0.0.1');
    await terminal.sees('in-42');
    expect(host.log()).toMatch(/ED25519-CERT .* ID session [0-9a-f-]{36}/);

    execFileSync('shellcheck', ['--shell', 'sh', '-'], { input: host.run('cat /etc/ssh/postern/tunnel.sh').output });

    // A repeated run changes nothing, also without the option.
    const files = () => host.run('cat /etc/ssh/postern/* /etc/ssh/sshd_config.d/*').output;
    const before = files();
    expect(host.run(command(token))).toMatchObject({ status: 0 });
    expect(files()).toBe(before);
    expect(await reach(id)).toMatchObject({ via: 'tunnel', tunnel: { connected: true } });

    // The loop restarts the client.
    host.run('kill -9 "$(pgrep -P "$(cat /etc/ssh/postern/tunnel.pid)" -x ssh)"');
    await terminal.closed;
    expect(
      await eventually(
        () => reach(id),
        ({ tunnel }) => !tunnel.connected,
      ),
    ).toMatchObject({ tunnel: { since: expect.any(String) } });
    await connected(id);
    const again = await openShell(id);
    again.type('echo in-$((40 + 3))\r');
    await again.sees('in-43');

    await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${id}`);
    await again.closed;
    expect(await server()).toBeUndefined();
    expect(gateway.log()).toContain('this server has been removed');
    const gone = gateway.admin.terminal({ login: LOGIN, server_id: id, term: SIZE });
    expect(await gone.opened).toMatchObject({ status: 404 });

    const off = host.run('sh /etc/ssh/postern/host.sh --uninstall');
    expect([off.status, off.output]).toEqual([
      0,
      expect.stringContaining('The reverse tunnel and its key are removed'),
    ]);
    expect(host.run('ls /etc/ssh/postern 2>&1; pgrep -x ssh').output).toContain('No such file');
  });

  test('has its tunnel ended and refused by a lock until the lock is removed', async () => {
    await host.listen('127.0.0.1');
    host.start(command(await newToken(), '--tunnel-foreground'));
    const id = (await eventually(server, (found) => found !== undefined))?.id ?? '';
    await connected(id);
    const terminal = await openShell(id);
    terminal.type('echo in-$((40 + 2))\r');
    await terminal.sees('in-42');
    const lock = await gateway.admin.expect('PUT', '/sites/-current-/locks', { targets: { server_id: id } });
    await terminal.closed;
    expect(await reach(id)).toMatchObject({ tunnel: { connected: false } });
    await sleep(6_000);
    expect(await reach(id)).toMatchObject({ tunnel: { connected: false } });
    await gateway.admin.expect('DELETE', `/sites/-current-/locks/${lock.name}`);
    await connected(id);
    expect(host.run('sh /etc/ssh/postern/host.sh --uninstall').status).toBe(0);
    await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${id}`);
  });

  test.skipIf(!mayRunSystemd())('has a systemd service that restarts the tunnel and is removed with it', async () => {
    const machine = await startSecondHost({ systemd: true });
    onTestFinished(() => machine.stop());
    await machine.listen('127.0.0.1');
    const token = await newToken();
    const joined = machine.run(command(token, '--tunnel'));
    expect([joined.status, joined.output]).toEqual([0, expect.stringContaining('The service postern-tunnel opens')]);
    expect(joined.output).toContain('sshd has read its configuration anew');
    const id = (await server())?.id ?? '';
    await connected(id);
    const property = (name: string) =>
      machine.run(`systemctl show --property ${name} --value postern-tunnel`).output.trim();
    expect([property('ActiveState'), property('UnitFileState')]).toEqual(['active', 'enabled']);
    const terminal = await openShell(id);
    terminal.type('echo in-$((40 + 2))\r');
    await terminal.sees('in-42');
    expect(machine.log()).toMatch(/ED25519-CERT .* ID session [0-9a-f-]{36}/);

    // After a second run the service continues.
    const first = property('MainPID');
    expect(machine.run(command(token, '--tunnel'))).toMatchObject({ status: 0 });
    expect(property('MainPID')).toBe(first);

    machine.run(`kill -9 ${first}`);
    await terminal.closed;
    await eventually(
      async () => property('MainPID'),
      (pid) => !['0', first].includes(pid),
    );
    expect(property('NRestarts')).toBe('1');
    await connected(id);
    const again = await openShell(id);
    again.type('echo in-$((40 + 3))\r');
    await again.sees('in-43');

    const off = machine.run('sh /etc/ssh/postern/host.sh --uninstall');
    expect([off.status, off.output]).toEqual([
      0,
      expect.stringContaining('The reverse tunnel and its key are removed'),
    ]);
    expect(property('LoadState')).toBe('not-found');
    expect(
      machine.run('ls -d /etc/systemd/system/postern* /etc/systemd/system/*/postern*; pgrep -x ssh').output,
    ).not.toMatch(/^[/\d]/m);
    await again.closed;
    await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${id}`);
  });
});
