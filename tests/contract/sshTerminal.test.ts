// Terminals on other machines, with real sshds (streams §3).
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fromUtf8 } from '../../src/lib/encoding.ts';
import { makeKey, startSshd, type Sshd } from '../support/sshd.ts';
import { serverId, sshConfig, startSshGateway, writeBeside, type SshServer } from '../support/sshGateway.ts';
import type { TerminalClient } from '../support/terminalClient.ts';
import { LOGIN, SIZE, type TerminalGateway } from '../support/terminalGateway.ts';

const PASSPHRASE = 'a secret of the test';
const CUT = 'wait: remote command exited without exit status or exit signal';

let near: Sshd;
let far: Sshd;
let gateway: TerminalGateway;
let servers: SshServer[];
let agent: { socket: string; pid: number };

beforeAll(async () => {
  [near, far] = await Promise.all([startSshd(), startSshd()]);
  const at = (name: string) => join(near.directory, name);
  makeKey(at('locked'), PASSPHRASE);
  makeKey(at('agents'));
  for (const name of ['locked.pub', 'agents.pub']) near.admit(at(name));
  agent = startAgent(at('agent.sock'), at('agents'));
  const known = { known_hosts: near.knownHosts };
  const empty = writeBeside(near.directory, 'empty', '');
  const swapped = writeBeside(
    near.directory,
    'swapped',
    readFileSync(far.knownHosts, 'utf8').replace(String(far.port), String(near.port)),
  );
  const passphraseFile = writeBeside(near.directory, 'passphrase', `${PASSPHRASE}\n`);
  servers = [
    { hostname: 'plain', addr: near.addr, connect: { identity_file: near.identity, ...known } },
    {
      hostname: 'pass-file',
      addr: near.addr,
      connect: { identity_file: at('locked'), passphrase_file: passphraseFile, ...known },
    },
    {
      hostname: 'pass-env',
      addr: near.addr,
      connect: { identity_file: at('locked'), passphrase_env: 'KEY_PASS', ...known },
    },
    { hostname: 'pass-none', addr: near.addr, connect: { identity_file: at('locked'), ...known } },
    { hostname: 'by-agent', addr: near.addr, connect: { agent: true, ...known } },
    { hostname: 'unknown-key', addr: near.addr, connect: { identity_file: near.identity, known_hosts: empty } },
    { hostname: 'wrong-key', addr: near.addr, connect: { identity_file: near.identity, known_hosts: swapped } },
    { hostname: 'unchecked', addr: near.addr, connect: { identity_file: near.identity, check_host_key: false } },
    { hostname: 'stranger', addr: near.addr, connect: { identity_file: far.identity, ...known } },
    { hostname: 'nobody-there', addr: '127.0.0.1:1', connect: { identity_file: near.identity, ...known } },
    { hostname: 'key-directory', addr: near.addr, connect: { identity_file: near.directory, ...known } },
    { hostname: 'no-key-file', addr: near.addr, connect: { identity_file: at('missing'), ...known } },
    {
      hostname: 'behind',
      addr: far.addr,
      connect: {
        identity_file: far.identity,
        known_hosts: far.knownHosts,
        jump: [{ host: near.addr, identity_file: near.identity, known_hosts: near.knownHosts }],
      },
    },
    {
      hostname: 'behind-unknown',
      addr: far.addr,
      connect: {
        identity_file: far.identity,
        known_hosts: far.knownHosts,
        jump: [{ host: near.addr, identity_file: near.identity, known_hosts: empty }],
      },
    },
  ];
  gateway = await startSshGateway(servers, {}, { env: { KEY_PASS: PASSPHRASE, SSH_AUTH_SOCK: agent.socket } });
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  process.kill(agent.pid);
  await Promise.all([near.stop(), far.stop()]);
});

function startAgent(socket: string, key: string): { socket: string; pid: number } {
  const outputOf = execFileSync('ssh-agent', ['-a', socket], { encoding: 'utf8' });
  execFileSync('ssh-add', ['-q', key], { env: { ...process.env, SSH_AUTH_SOCK: socket }, stdio: 'ignore' });
  return { socket, pid: Number(/SSH_AGENT_PID=(\d+)/.exec(outputOf)?.[1]) };
}

const idOf = (hostname: string) => serverId(servers.findIndex((server) => server.hostname === hostname));

async function openShell(
  hostname: string,
  at: TerminalGateway = gateway,
  id = idOf(hostname),
): Promise<TerminalClient> {
  const terminal = at.admin.terminal({ login: LOGIN, server_id: id, term: SIZE });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  terminal.type("PS1='re''ady> '; PS2=; unset PROMPT_COMMAND\r");
  await terminal.sees('ready> ');
  return terminal;
}

const textOf = (terminal: TerminalClient) =>
  terminal
    .of('r')
    .map(({ payload }) => fromUtf8(payload))
    .join('');

/** The output of a socket that opens no shell. */
async function outputOf(hostname: string, more: object = {}): Promise<string> {
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: idOf(hostname), term: SIZE, ...more });
  expect(await terminal.opened).toBeUndefined();
  expect(await terminal.closed).toBe(1000);
  return textOf(terminal);
}

const fingerprintOf = (sshd: Sshd) =>
  execFileSync('ssh-keygen', ['-l', '-f', join(sshd.directory, 'host.pub')], { encoding: 'utf8' }).split(' ')[1] ?? '';

describe('a shell on another machine', () => {
  test('is run by the sshd as the requested login', async () => {
    const terminal = await openShell('plain');
    terminal.type('echo "$USER:${SSH_CONNECTION##* }:$TERM"\r');
    await terminal.sees(`${LOGIN}:${near.port}:xterm-256color`);
    expect(await terminal.session()).toMatchObject({
      server_id: idOf('plain'),
      server_hostname: 'plain',
      login: LOGIN,
    });
  });

  test('has the size of the screen, and is resized with it', async () => {
    const terminal = await openShell('plain');
    terminal.type('stty size\r');
    await terminal.sees('24 80');
    for (let i = 0; i < 300; i++) terminal.resize(40 + i, 10 + (i % 40));
    terminal.resize(132, 50);
    terminal.type('stty size\r');
    await terminal.sees('50 132');
  });

  test('prints multibyte characters without splitting them', async () => {
    const terminal = await openShell('plain');
    terminal.type("printf '\\342'; sleep 0.2; printf '\\202\\254=%s\\n' euro\r");
    await terminal.sees('€=euro');
  });

  test.each([
    ['exit 3', 'Process exited with status 3'],
    ['kill -9 $$', 'Process exited with status 255'],
  ])('that ends by %s reports its status', async (command, words) => {
    const terminal = await openShell('plain');
    terminal.type(`exec sh -c '${command}'\r`);
    expect(await terminal.closed).toBe(1000);
    expect(textOf(terminal)).toMatch(new RegExp(`${words}$`));
    expect(terminal.of('c')).toHaveLength(0);
  });

  test('that exits with 0 closes the tab, and is in the audit log with a recording', async () => {
    const terminal = await openShell('plain');
    const { id } = await terminal.session();
    terminal.type('echo recorded-$((40+2)); exit\r');
    await terminal.closed;
    expect(terminal.of('c')).toHaveLength(1);
    const stream = () => gateway.admin.get(`/sites/-current-/sessions/${id}/stream?offset=0&bytes=100000`);
    await expect.poll(async () => (await stream()).text(), { timeout: 10_000 }).toContain('recorded-42');
    const { events } = await gateway.admin.expect(
      'GET',
      '/sites/-current-/events/search?include=session.start;session.end',
    );
    for (const event of ['session.start', 'session.end'])
      expect(events.find((e: { event: string; sid: string }) => e.event === event && e.sid === id)).toMatchObject({
        server_hostname: 'plain',
        server_addr: near.addr,
        server_labels: { env: 'prod' },
      });
  });

  test('delivers a flood completely, also to a browser that pauses reading', async () => {
    const terminal = await openShell('plain');
    const BYTES = 10_000_000;
    let count = 0;
    terminal.onOutput = (bytes) => {
      // The output also contains the echo of the command and the prompt.
      for (const byte of bytes) if (byte === 120) count++;
    };
    terminal.type(`head -c ${BYTES} /dev/zero | tr '\\0' 'x'; echo; exec true\r`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    terminal.pause();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    terminal.resume();
    await terminal.closed;
    expect(count).toBe(BYTES + 1 + 1); // the echoed command has the letter in 'x' and in `exec`
  }, 60_000);

  test('is kept after a disconnection, and can be joined by its session ID', async () => {
    const first = await openShell('plain');
    const { id } = await first.session();
    first.type('echo kept-$((1+1))\r');
    await first.sees('kept-2');
    first.drop();
    const again = gateway.admin.terminal({ sid: id, term: SIZE });
    expect(await again.opened).toBeUndefined();
    await again.sees('kept-2');
    again.type('exit\r');
    await again.closed;
  });
});

describe('the gateway signs in to', () => {
  test.each(['pass-file', 'pass-env', 'by-agent', 'unchecked'])('%s', async (hostname) => {
    const terminal = await openShell(hostname);
    terminal.type('exit\r');
    await terminal.closed;
  });

  test('a server through a jump host, whose connection ends with the shell', async () => {
    const ended = () => near.log().split('Received disconnect').length;
    const before = ended();
    const terminal = await openShell('behind');
    terminal.type('echo "port ${SSH_CONNECTION##* }"\r');
    await terminal.sees(`port ${far.port}`);
    terminal.type('exit\r');
    await terminal.closed;
    await expect.poll(ended).toBe(before + 1);
  });
});

describe('the terminal reports', () => {
  test('an unknown host key with its fingerprint', async () => {
    const text = await outputOf('unknown-key');
    expect(text).toContain(`The host key of unknown-key (${near.addr}) is unknown.`);
    expect(text).toContain(fingerprintOf(near));
    await expect.poll(() => gateway.log()).toContain(`${join(near.directory, 'empty')} has no key for this host`);
  });

  test('a host key that differs from the known key', async () => {
    const text = await outputOf('wrong-key');
    expect(text).toContain(`The host key of wrong-key (${near.addr}) does not match the known key.`);
    expect(text).toContain(fingerprintOf(near));
    await expect
      .poll(() => gateway.log())
      .toContain(`${join(near.directory, 'swapped')} has a different key in line 1`);
  });

  test('a jump host without its name', async () => {
    const text = await outputOf('behind-unknown');
    expect(text).toContain('The host key of a host on the way to behind-unknown is unknown.');
    expect(text).not.toContain(String(near.port));
    await expect
      .poll(() => gateway.log())
      .toContain(`[127.0.0.1]:${near.port} presented the host key ${fingerprintOf(near)}`);
  });

  test('a login that the server refuses', async () => {
    expect(await outputOf('stranger')).toMatch(
      new RegExp(`^failed to connect to stranger \\(${near.addr}\\): it refused the login ${LOGIN}\\.\r\n`),
    );
    await expect.poll(() => gateway.log()).toContain(`${LOGIN}@${near.addr}: rejected the login with ${far.identity}`);
  });

  test('refusals that are also in the audit log with user and request', async () => {
    const { events } = await gateway.admin.expect('GET', '/sites/-current-/events/search?include=auth&limit=50');
    const refused = (events as Record<string, unknown>[]).filter((event) => event['code'] === 'T3007W');
    const about = (words: string) => refused.find(({ error }) => String(error).includes(words));
    const asked = { user: 'admin', login: LOGIN, success: false, 'addr.local': near.addr };
    expect(about('wrong-key (')).toMatchObject(asked);
    expect(about('it refused the login')).toMatchObject(asked);
    expect(JSON.stringify(refused)).not.toContain(near.directory);
  });

  test('a refused connection', async () => {
    expect(await outputOf('nobody-there')).toBe(
      'failed to connect to nobody-there (127.0.0.1:1): the connection was refused',
    );
  });

  test('a missing key, an unreadable key, and a key without its passphrase', async () => {
    for (const [hostname, why] of [
      ['no-key-file', 'missing cannot be read: it does not exist'],
      ['key-directory', `the key ${near.directory} cannot be read: it is a directory`],
      ['pass-none', 'it has a passphrase, but none is configured'],
    ] as const) {
      expect(await outputOf(hostname)).toBe(
        `failed to connect to ${hostname} (${near.addr}): the gateway’s key for it cannot be used. See the gateway’s log for the reason.`,
      );
      await expect.poll(() => gateway.log()).toContain(why);
    }
  });

  test('a login without an account on the server', async () => {
    expect(await outputOf('plain', { login: 'no-such-user' })).toContain('it refused the login no-such-user.');
  });

  test('an unknown host if gateway.yaml does not allow all hosts', async () => {
    expect(await outputOf('plain', { server_id: near.addr.replace('127.0.0.1', 'localhost') })).toContain(
      'There is no server "localhost"',
    );
  });

  test("errors without the paths of the gateway's keys", async () => {
    const hostnames = [
      'unknown-key',
      'wrong-key',
      'behind-unknown',
      'stranger',
      'no-key-file',
      'key-directory',
      'pass-none',
    ];
    for (const hostname of hostnames) {
      const text = await outputOf(hostname);
      const moved = await gateway.admin.get(
        `/sites/-current-/nodes/${idOf(hostname)}/${LOGIN}/scp?location=a&filename=a`,
      );
      expect([moved.status, await moved.text()]).toEqual([504, expect.not.stringContaining(near.directory)]);
      expect(text).not.toContain(near.directory);
      expect(text).not.toContain(far.directory);
    }
  });

  test('errors without a secret in the log', () => {
    expect(gateway.log()).not.toContain(PASSPHRASE);
    expect(gateway.log()).not.toContain('PRIVATE KEY');
  });
});

describe('a server that is lost', () => {
  const noAgent = '/nowhere/agent.sock';
  /** Accepts connections and sends nothing. */
  const mute = createServer().on('connection', (socket) => socket.on('error', () => undefined));
  let other: Sshd;
  let alone: TerminalGateway;
  beforeAll(async () => {
    other = await startSshd();
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const stranger = join(other.directory, 'stranger');
    makeKey(stranger);
    const byAgent = { hostname: 'by-agent', addr: other.addr, connect: { agent: true, identity_file: stranger } };
    const ssh = {
      any_host: true,
      identity_file: other.identity,
      known_hosts: other.knownHosts,
      keepalive: { interval: '1s', count: 2 },
    };
    alone = await startSshGateway(
      [
        { hostname: 'fragile', addr: other.addr },
        byAgent,
        { hostname: 'mute', addr: `127.0.0.1:${(mute.address() as AddressInfo).port}` },
      ],
      { ssh },
      { env: { SSH_AUTH_SOCK: noAgent } },
    );
  }, 240_000);
  afterAll(async () => {
    await alone.stop();
    mute.close();
    await other.stop();
  });

  test('ends the shell if its sshd is killed', async () => {
    const terminal = await openShell('fragile', alone, serverId(0));
    terminal.type('exec kill -9 $PPID\r');
    expect(await terminal.closed).toBe(1000);
    expect(textOf(terminal)).toMatch(new RegExp(`${CUT}$`));
    expect(terminal.of('c')).toHaveLength(0);
  });

  test('ends the shell if it does not answer heartbeats', async () => {
    const terminal = await openShell('fragile', alone, serverId(0));
    other.signal('SIGSTOP');
    try {
      const beganMs = performance.now();
      expect(await terminal.closed).toBe(1000);
      expect(textOf(terminal)).toMatch(new RegExp(`${CUT}$`));
      expect(performance.now() - beganMs).toBeLessThan(10_000);
    } finally {
      other.signal('SIGCONT');
    }
  });

  test('keeps shells while sshd restarts, and accepts new shells afterwards', async () => {
    const terminal = await openShell('fragile', alone, serverId(0));
    await other.restart(async () => {
      const late = alone.admin.terminal({ login: LOGIN, server_id: serverId(0), term: SIZE });
      await late.closed;
      expect(textOf(late)).toBe(`failed to connect to fragile (${other.addr}): the connection was refused`);
    });
    terminal.type('echo still-$((40+2)); exit\r');
    await terminal.sees('still-42');
    await terminal.closed;
    const again = await openShell('fragile', alone, serverId(0));
    again.type('exit\r');
    await again.closed;
  });

  test('ends the shell with the message of a lock, and refuses shells during the lock', async () => {
    const terminal = await openShell('fragile', alone, serverId(0));
    const locks = '/sites/-current-/locks';
    await alone.admin.expect('PUT', locks, { targets: { server_id: serverId(0) }, message: 'being repaired' });
    expect(await terminal.closed).toBe(1000);
    expect(textOf(terminal)).toMatch(new RegExp(`being repaired[^]*${CUT}$`));
    const late = alone.admin.terminal({ login: LOGIN, server_id: serverId(0), term: SIZE });
    expect((await late.opened)?.status).toBe(403);
    for (const { name } of await alone.admin.expect('GET', locks))
      await alone.admin.expect('DELETE', `${locks}/${name}`);
  });

  test('is disconnected at once when the client disconnects during the connection', async () => {
    const terminal = alone.admin.terminal({ login: LOGIN, server_id: serverId(2), term: SIZE });
    const [dialled] = (await once(mute, 'connection')) as [Socket];
    const gone = once(dialled.resume(), 'close');
    const beganMs = performance.now();
    terminal.drop();
    await gone;
    expect(performance.now() - beganMs).toBeLessThan(5000);
  });

  test('is reported if the agent of the gateway does not answer', async () => {
    const terminal = alone.admin.terminal({ login: LOGIN, server_id: serverId(1), term: SIZE });
    await terminal.closed;
    expect(textOf(terminal)).toBe(`failed to connect to by-agent (${other.addr}): the gateway’s agent does not answer`);
    await expect.poll(() => alone.log()).toContain(`the agent at ${noAgent} does not answer`);
  });

  test('is found by every form of its address if gateway.yaml allows host names', async () => {
    const terminal = alone.admin.terminal({ login: LOGIN, server_id: `LocalHost.:${other.port}`, term: SIZE });
    await terminal.closed;
    expect(textOf(terminal)).toMatch(/^Several servers are called "LocalHost\."/);
  });

  test('is reachable again after a changed gateway.yaml without a restart', async () => {
    const file = join(alone.dataDir, 'gateway.yaml');
    const before = readFileSync(file, 'utf8');
    const write = async (text: string, pattern: RegExp) => {
      const seen = alone.log().length;
      writeFileSync(file, text);
      alone.process.kill('SIGHUP');
      await expect.poll(() => alone.log().slice(seen), { timeout: 10_000 }).toMatch(pattern);
    };
    const jump = { identity_file: other.identity, known_hosts: other.knownHosts, jump: [{ host: 'a b' }] };
    await write(
      sshConfig([{ hostname: 'fragile', addr: other.addr }], { ssh: jump }),
      /ssh\.jump\[0\]\.host: expected an address/,
    );
    const still = await openShell('fragile', alone, serverId(0));
    still.type('exit\r');
    await still.closed;
    await write(before.replace('"fragile"', '"renamed"'), /gateway\.yaml/);
    await expect
      .poll(async () =>
        (await alone.admin.expect('GET', '/sites/-current-/nodes?limit=10')).items.map(
          (n: { hostname: string }) => n.hostname,
        ),
      )
      .toContain('renamed');
  });
});
