// Attacks on the endpoint for reverse tunnels: by any client of the network, and by a joined host.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../gateway/process/listen.ts';
import { isObject } from '../../src/lib/json.ts';
import { expectShortPauses, fileUrl, readProbe } from '../support/loopScene.ts';
import { LOGIN, SIZE, startTerminalGateway, type TerminalGateway } from '../support/terminalGateway.ts';
import {
  asHost,
  closed,
  forward,
  joinTunnelHost,
  newKeys,
  newToken,
  openTunnel,
  register,
  signIn,
  type JoinedHost,
} from '../support/tunnelHost.ts';

type Label = { name: string; value: string };

const BUSY_MAX_MS = 50;
const OTHER_NETWORK = '127.0.0.2';
const MB = 1024 * 1024;

let gateway: TerminalGateway;
let port: number;
let probe: string;
let host: JoinedHost;
let other: JoinedHost;

beforeAll(async () => {
  port = await freePort('127.0.0.1');
  probe = join('/tmp', `postern-probe-${process.pid}-${port}`);
  gateway = await startTerminalGateway({
    config: `
cluster_name: example.test
auth: { second_factor: 'off' }
admin: { name: admin, logins: ['${LOGIN}'] }
ssh: { tunnel_listen: '127.0.0.1:${port}' }
`.replace(/^/, 'node: { name: node-1 }\n'),
    env: { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe },
  });
  host = await joinTunnelHost(gateway.base, gateway.admin, 'web-1');
  other = await joinTunnelHost(gateway.base, gateway.admin, 'web-2');
  (await openTunnel(host, port)).destroy(); // the library is loaded
}, 240_000);
afterAll(async () => {
  await gateway.stop();
  await Promise.all([host, other].map(({ sshd }) => sshd.stop()));
});

const tunnelOf = async ({ node }: JoinedHost): Promise<{ connected: boolean }> =>
  (await gateway.admin.expect('GET', `/postern/sites/-current-/nodes/${node}/reach`)).tunnel;
const isConnected = (to: JoinedHost) => expect.poll(async () => (await tunnelOf(to)).connected, { timeout: 5_000 });
const memoryMb = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${gateway.process.pid}/status`, 'utf8'))?.[1]) / 1024;

async function tunnelTo(...args: Parameters<typeof openTunnel>) {
  const tunnel = await openTunnel(...args);
  onTestFinished(() => void tunnel.destroy());
  return tunnel;
}

async function shellOn({ node }: JoinedHost) {
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: node, term: SIZE });
  onTestFinished(() => terminal.drop());
  expect(await terminal.opened).toBeUndefined();
  return terminal;
}

/** The library's internal protocol, for messages that its public API does not offer. */
function protocolOf(client: object): Record<string, (...args: unknown[]) => void> {
  const protocol: unknown = Reflect.get(client, '_protocol');
  if (!isObject(protocol)) throw new TypeError('no protocol');
  return protocol as Record<string, (...args: unknown[]) => void>;
}

test('a joined host gets its tunnel, and a shell opens through it', async () => {
  const tunnel = await tunnelTo(host, port);
  await isConnected(host).toBe(true);
  const terminal = await shellOn(host);
  terminal.type('echo in-$((40 + 2))\r');
  await terminal.sees('in-42');
  expect(host.sshd.log()).toMatch(/ED25519-CERT .* ID session/);
  tunnel.destroy();
  await isConnected(host).toBe(false);
});

test.each<[string, () => object]>([
  ['another key', () => ({ privateKey: newKeys().private })],
  ['the key of another host', () => ({ privateKey: other.keys.private })],
  ['an unknown server', () => ({ username: '00000000-0000-8000-8000-000000000000' })],
  ['a name that is a path', () => ({ username: '../../etc/passwd' })],
  ['a password', () => ({ privateKey: undefined, password: 'x' })],
  ['no proof at all', () => ({ privateKey: undefined, authHandler: ['none'] })],
  ['a keyboard', () => ({ privateKey: undefined, tryKeyboard: true })],
])('no client signs in with %s', async (_what, change) => {
  await expect(signIn({ ...asHost(host, port), ...change() })).rejects.toThrow(/authentication methods failed|closed/);
});

test.each<[string, (client: Awaited<ReturnType<typeof signIn>>, done: (error?: Error | null) => void) => void]>([
  ['a shell', (client, done) => client.shell(done)],
  ['a command', (client, done) => client.exec('id', done)],
  ['files', (client, done) => client.sftp(done)],
  ['a connection', (client, done) => client.forwardOut('127.0.0.1', 1, '127.0.0.1', 22, done)],
  ['a connection to a socket', (client, done) => client.openssh_forwardOutStreamLocal('/run/x', done)],
  ['a forwarded socket', (client, done) => client.openssh_forwardInStreamLocal('/run/x', done)],
  ['another port', (client, done) => client.forwardIn('localhost', 3080, done)],
  ['a free port', (client, done) => client.forwardIn('localhost', 0, done)],
  ['another address', (client, done) => client.forwardIn('0.0.0.0', 22, done)],
  ['an agent', (client, done) => client.shell({ term: 'x' }, done)],
])('a host that requests %s is disconnected', async (_what, ask) => {
  const client = await signIn(asHost(host, port));
  client.on('error', () => undefined);
  const over = closed(client);
  const answer = new Promise<unknown>((resolve) => ask(client, resolve));
  await over;
  expect(await Promise.race([answer, sleep(200)])).not.toBeNull();
  expect((await tunnelOf(host)).connected).toBe(false);
});

test('a second forward ends the tunnel', async () => {
  const tunnel = await tunnelTo(host, port);
  const over = closed(tunnel);
  tunnel.forwardIn('localhost', 22, () => undefined);
  await over;
  await isConnected(host).toBe(false);
});

test('an open tunnel is not taken over by another one with the same key', async () => {
  await tunnelTo(host, port);
  await expect(tunnelTo(host, port, { localAddress: OTHER_NETWORK })).rejects.toThrow(/refus|Unable to bind|closed/);
  expect((await tunnelOf(host)).connected).toBe(true);
  const terminal = await shellOn(host);
  terminal.type('echo in-$((40 + 2))\r');
  await terminal.sees('in-42');
});

test('a new tunnel replaces a dead one', async () => {
  const dead = await tunnelTo(host, port);
  const socket = Reflect.get(dead, '_sock') as Socket;
  socket.pause(); // as after a power failure: no answers
  const tunnel = await tunnelTo(host, port);
  await isConnected(host).toBe(true);
  tunnel.destroy();
  dead.destroy();
});

test('a token does not take over the tunnel of a host whose public keys are known', async () => {
  const body = { hostname: 'web-1', address: '192.0.2.7', port: 22, host_keys: [host.hostKey] };
  const mine = newKeys().public;
  for (const more of [{ tunnel_key: mine }, {}]) {
    const answer = await register(gateway.base, await newToken(gateway.admin), { ...body, ...more });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('another reverse tunnel')]);
  }
  // With its own host key and the known key it joins again, and the gateway still trusts only the known key.
  const own = { ...body, host_keys: [host.hostKey, mine], tunnel_key: host.keys.public };
  expect((await register(gateway.base, await newToken(gateway.admin), own)).status).toBe(200);
  await tunnelTo({ ...host, sshd: other.sshd }, port);
  const terminal = await shellOn(host);
  await terminal.sees('does not match the known key');
});

test.each(['', 'ssh-rsa AAAA', 'ssh-ed25519 AAAA', `ssh-ed25519 ${'A'.repeat(10_000)}`, 'ssh-ed25519 AAAA\nx'])(
  'a join with the tunnel key %j is refused, except an empty one',
  async (tunnel_key) => {
    const body = { hostname: 'web-9', address: '192.0.2.9', port: 22, host_keys: [newKeys().public], tunnel_key };
    const { status } = await register(gateway.base, await newToken(gateway.admin), body);
    expect(status).toBe(tunnel_key === '' ? 200 : 400);
  },
);

test('a thousand half-open connections block no other client and do not delay the gateway', async () => {
  await readProbe(probe);
  const sockets = Array.from({ length: 1000 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write('SSH-2.0-x\r\n');
    return socket.resume();
  });
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const tunnel = await tunnelTo(host, port, { localAddress: OTHER_NETWORK });
  await isConnected(host).toBe(true);
  await expect
    .poll(() => sockets.filter((socket) => !socket.closed).length, { timeout: 8_000 })
    .toBeLessThanOrEqual(16);
  expect(await readProbe(probe)).toBeLessThan(BUSY_MAX_MS);
  tunnel.destroy();
}, 30_000);

/** An SSH packet that is ignored. */
const IGNORED = Buffer.of(0, 0, 0, 12, 6, 2, ...Array<number>(10).fill(0));

test('sixty clients that send thousands of packets at once do not delay the gateway', async () => {
  await expectShortPauses(probe, async () => {
    const sockets = Array.from({ length: 60 }, (_, i) =>
      connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${20 + (i % 6)}` })
        .on('error', () => undefined)
        .resume(),
    );
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'data')));
    gateway.process.kill('SIGSTOP'); // all packets have arrived when the gateway continues
    for (const socket of sockets)
      socket.write(Buffer.concat([Buffer.from('SSH-2.0-x\r\n'), ...Array(4000).fill(IGNORED)]));
    await sleep(300);
    gateway.process.kill('SIGCONT');
    await Promise.all(sockets.map((socket) => once(socket, 'data'))); // the answer to the version
    await sleep(1000);
    sockets.forEach((socket) => socket.destroy());
  });
}, 60_000);

test('a slow handshake ends after ten seconds', async () => {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.3' })
    .on('error', () => undefined)
    .resume();
  const startMs = performance.now();
  const timer = setInterval(() => socket.write('x'), 100);
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  clearInterval(timer);
  expect(performance.now() - startMs).toBeLessThan(12_000);
}, 20_000);

const FROM = (last: number) => ({ localAddress: `127.0.0.${last}` });

test('endless data ends the connection, before the tunnel is open and while it is idle', async () => {
  const waiting = await signIn({ ...asHost(host, port), ...FROM(4) });
  waiting.on('error', () => undefined);
  await flood(waiting);
  const tunnel = await tunnelTo(host, port, FROM(4));
  tunnel.on('error', () => undefined);
  await flood(tunnel);
  await isConnected(host).toBe(false);
});

/** Requests that require an answer, until the gateway disconnects. */
async function flood(client: Awaited<ReturnType<typeof signIn>>): Promise<void> {
  const socket = Reflect.get(client, '_sock') as Socket;
  const startBytes = socket.bytesWritten;
  while (!socket.closed) {
    for (let i = 0; i < 500; i += 1) protocolOf(client)['ping']?.();
    expect(socket.bytesWritten - startBytes).toBeLessThan(64 * MB);
    await sleep(1);
  }
}

test('a host that ignores the window of a channel cannot fill memory', async () => {
  await readProbe(probe);
  const beforeMb = memoryMb();
  const tunnel = await signIn({ ...asHost(host, port), ...FROM(5) });
  tunnel
    .on('error', () => undefined)
    .on('tcp connection', (_details, accept) => {
      const channel = accept();
      channel.on('error', () => undefined);
      const outgoing: unknown = Reflect.get(channel, 'outgoing');
      if (!isObject(outgoing)) return;
      Object.assign(outgoing, { window: Infinity });
      const piece = Buffer.alloc(32 * 1024, 'SSH-2.0-endless ');
      const write = () => {
        for (let i = 0; i < 32 && !channel.destroyed; i += 1) channel.write(piece);
        if (!channel.destroyed) setTimeout(write, 1);
      };
      write();
      setTimeout(() => channel.destroy(), 3_000);
    });
  await forward(tunnel);
  const terminal = await shellOn(host);
  await terminal.closed;
  expect(memoryMb() - beforeMb).toBeLessThan(100);
  tunnel.destroy();
}, 30_000);

test('a channel with a maximum packet size of zero does not block the gateway', async () => {
  const tunnel = await signIn({ ...asHost(host, port), ...FROM(6) });
  tunnel
    .on('error', () => undefined)
    .on('tcp connection', (_details, accept) => void accept().on('error', () => undefined));
  const protocol = protocolOf(tunnel);
  const confirm = protocol['channelOpenConfirm']?.bind(protocol);
  protocol['channelOpenConfirm'] = (remote, local, window) => confirm?.(remote, local, window, 0);
  await forward(tunnel);
  const over = closed(tunnel);
  const terminal = await shellOn(host);
  await terminal.sees('reverse tunnel was lost');
  await over;
  expect(await (await fetch(`${gateway.base}/v1/webapi/ping`)).json()).toHaveProperty('cluster_name');
});

test('a session cancelled while its connection opens does not end the gateway when the tunnel is lost', async () => {
  const tunnel = await signIn({ ...asHost(host, port), ...FROM(8) });
  let isAccepted = false;
  tunnel
    .on('error', () => undefined)
    .on('tcp connection', (_details, accept) => {
      setTimeout(() => {
        accept().on('error', () => undefined);
        isAccepted = true;
      }, 500);
    });
  await forward(tunnel);
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: host.node, term: SIZE });
  await sleep(200);
  terminal.drop();
  await expect.poll(() => isAccepted).toBe(true);
  await sleep(300);
  tunnel.destroy();
  await isConnected(host).toBe(false);
  expect(await (await fetch(`${gateway.base}/v1/webapi/ping`)).json()).toHaveProperty('cluster_name');
});

test('another token changes no labels of a joined server', async () => {
  const nodes = async () =>
    (await gateway.admin.expect('GET', '/sites/-current-/nodes?limit=100')).items as { id: string; tags: Label[] }[];
  const labels = async () => (await nodes()).find(({ id }) => id === host.node)?.tags;
  const before = await labels();
  const spec = { roles: ['Node'], join_method: 'token', labels: { env: 'dev' } };
  const { id } = await gateway.admin.expect('POST', '/token', spec);
  const facts = { hostname: 'web-1', address: '192.0.2.7', port: 22, host_keys: [host.hostKey] };
  const answer = await register(gateway.base, String(id), { ...facts, tunnel_key: host.keys.public });
  expect(answer.status, answer.text).toBe(200);
  expect(await labels()).toEqual(before);
});

test('an earlier key of the server cannot open a tunnel', async () => {
  const stolen = await signIn({ ...asHost(other, port), ...FROM(9) });
  stolen.on('error', () => undefined);
  await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${other.node}`);
  const facts = { hostname: 'web-2', address: '192.0.2.7', port: 22, host_keys: [other.hostKey] };
  const keys = newKeys();
  const answer = await register(gateway.base, await newToken(gateway.admin), { ...facts, tunnel_key: keys.public });
  expect(answer.status, answer.text).toBe(200);
  await expect(forward(stolen)).rejects.toThrow();
  other = { ...other, keys };
  stolen.destroy();
});

test('the key of a removed host is refused, and its open tunnel ends at once', async () => {
  const tunnel = await tunnelTo(other, port, FROM(7));
  const over = closed(tunnel);
  const terminal = await shellOn(other);
  terminal.type('echo in-$((40 + 2))\r');
  await terminal.sees('in-42');
  await gateway.admin.expect('DELETE', `/postern/sites/-current-/nodes/${other.node}`);
  await terminal.sees('has been removed');
  await Promise.all([over, terminal.closed]);
  await expect(signIn({ ...asHost(other, port), ...FROM(7) })).rejects.toThrow(/authentication methods failed/);
});

test('the log of these attacks is short, and none of them delayed the gateway', async () => {
  expect(await readProbe(probe)).toBeLessThan(BUSY_MAX_MS);
  const lines = gateway
    .log()
    .split('\n')
    .filter((line) => line.includes('reverse tunnel'));
  expect(lines.length).toBeLessThan(450);
  expect(lines.join('\n').length).toBeLessThan(150_000);
  expect(gateway.log()).not.toContain(host.keys.public.split(' ')[1]);
});
