// Connections through servers of the inventory, over real sshds.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Entry } from '../../gateway/inventory/entry.ts';
import { Dialer } from '../../gateway/ssh/Dialer.ts';
import { throughNotices } from '../../gateway/ssh/throughServer.ts';
import { TargetError } from '../../gateway/terminal/target.ts';
import { startSshd, type Sshd } from '../support/sshd.ts';
import { startTcpProxy } from '../support/tcpProxy.ts';
import { writeBeside } from '../support/sshGateway.ts';

const login = userInfo().username;
const UNUSED_PORT = 1;

let sshd: Sshd;
let strict: Sshd;
/** Echoes its input. */
let echo: { port: number; sockets: Socket[]; stop: () => void };

beforeAll(async () => {
  [sshd, strict] = await Promise.all([startSshd(), startSshd(['AllowTcpForwarding no'])]);
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  echo = { port: (server.address() as AddressInfo).port, sockets, stop: () => void server.close() };
}, 120_000);
afterAll(async () => {
  echo.stop();
  for (const socket of echo.sockets) socket.destroy();
  await Promise.all([sshd.stop(), strict.stop()]);
});

const entry = (hostname: string, addr: string, connect: object, key = `id-of-${hostname}`): Entry => ({
  kind: 'node',
  key,
  origin: 'config-file',
  document: { kind: 'node', version: 'v2', metadata: { name: key }, spec: { hostname, addr } },
  connect: { via: 'ssh', ...connect },
  labels: {},
});
const reaching = ({ identity, knownHosts }: Sshd) => ({ identity: { file: identity }, knownHosts, agent: false });

function dialerOver(entries: Entry[], idleMs = 60_000) {
  const inventory = {
    find: (_kind: string, key: string) => entries.find((one) => one.key === key),
    named: (_kind: string, name: string) => entries.filter(({ document }) => document.spec['hostname'] === name),
  };
  const dialer = new Dialer({
    inventory,
    hostId: 'this-machine',
    ssh: () => ({
      anyHost: false,
      joinedServers: {
        certify: () => '',
        dial: () => Promise.reject(new Error('no tunnel')),
        opened: () => undefined,
      },
    }),
    idleMs,
  });
  onTestFinished(() => dialer.close());
  return dialer;
}
const one = (idleMs?: number) => dialerOver([entry('jump', sshd.addr, reaching(sshd))], idleMs);
const toEcho = () => ({ host: '127.0.0.1', port: echo.port });

async function sendsBack(connection: Duplex, text = 'hello'): Promise<void> {
  connection.write(text);
  let got = '';
  for await (const chunk of connection.iterator({ destroyOnReturn: false })) {
    got += String(chunk);
    if (got.length >= text.length) break;
  }
  expect(got).toBe(text);
}
const refusal = (dialled: Promise<unknown>): Promise<TargetError> =>
  dialled.then(
    () => Promise.reject(new Error('it connected')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(TargetError);
      return error as TargetError;
    },
  );

test('the dialer connects through a server by hostname and by ID, over one SSH connection', async () => {
  const dialer = one();
  const connections = await Promise.all([
    dialer.dial(toEcho(), { server: 'jump', login }),
    dialer.dial(toEcho(), { server: 'id-of-jump', login }),
    ...Array.from({ length: 20 }, () => dialer.dial(toEcho(), { server: 'jump', login })),
  ]);
  await Promise.all(connections.map((connection, i) => sendsBack(connection, `text ${i}`)));
  expect(dialer.tunnels).toBe(1);
  for (const connection of connections) connection.destroy();
});

test('the dialer connects directly without a server and through this machine', async () => {
  const dialer = dialerOver([entry('here', 'unused:1', {}, 'this-machine')]);
  for (const through of [undefined, { server: 'here', login }]) {
    const connection = await dialer.dial(toEcho(), through);
    await sendsBack(connection);
    connection.destroy();
  }
  expect(dialer.tunnels).toBe(0);
});

test('the dialer names the server in between only in the log', async () => {
  const twins = dialerOver([entry('twin', 'a:1', {}, 'first'), entry('twin', 'b:1', {}, 'second')]);
  const unknown = await refusal(twins.dial(toEcho(), { server: 'gone', login }));
  expect(unknown.message).not.toContain('gone');
  expect(unknown.forLog).toContain('names the server gone, which is not in the inventory');
  const ambiguous = await refusal(twins.dial(toEcho(), { server: 'twin', login }));
  expect(ambiguous.forLog).toContain('several servers are called twin');
});

test('the dialer reports a login that the server refuses, and connects after it is allowed', async () => {
  const dialer = one();
  const { message, forLog } = await refusal(dialer.dial(toEcho(), { server: 'jump', login: 'no-such-user' }));
  expect(message).toContain(`a host on the way to 127.0.0.1:${echo.port}`);
  expect(message).not.toContain(sshd.identity);
  expect(forLog).toContain(sshd.identity);
  expect(dialer.tunnels).toBe(0);
  const connection = await dialer.dial(toEcho(), { server: 'jump', login });
  await sendsBack(connection);
  connection.destroy();
});

test('the dialer reports a port that does not answer behind the server', async () => {
  const dialer = one();
  const { message } = await refusal(dialer.dial({ host: '127.0.0.1', port: UNUSED_PORT }, { server: 'jump', login }));
  expect(message).toBe(`cannot connect to 127.0.0.1:${UNUSED_PORT}: the server in between reports: Connection refused`);
});

test('the dialer reports a server that forbids forwarding', async () => {
  const dialer = dialerOver([entry('jump', strict.addr, reaching(strict))]);
  const { message, forLog } = await refusal(dialer.dial(toEcho(), { server: 'jump', login }));
  expect(message).toContain('the server in between does not allow TCP forwarding');
  expect(forLog).toContain('through jump');
});

test('the dialer refuses a server whose host key is unknown', async () => {
  const empty = writeBeside(sshd.directory, 'dialer-empty', '');
  const dialer = dialerOver([entry('jump', sshd.addr, { ...reaching(sshd), knownHosts: empty })]);
  const { message } = await refusal(dialer.dial(toEcho(), { server: 'jump', login }));
  expect(message).toContain('is unknown');
  expect(message).not.toContain(sshd.directory);
});

test('the dialer ends open connections with an error if the server is lost, and reconnects afterwards', async () => {
  const dialer = one();
  const through = { server: 'jump', login };
  const reading = await dialer.dial(toEcho(), through);
  await sendsBack(reading);
  const idle = await dialer.dial(toEcho(), through); // this connection has no reader
  const errors = [reading, idle].map(async (connection) => {
    const [error] = (await once(connection, 'error')) as [Error];
    return error.message;
  });
  reading.resume();
  sshd.drop();
  expect(await Promise.all(errors)).toEqual(Array(2).fill('the SSH connection to the server in between was lost'));
  await expect.poll(() => dialer.tunnels).toBe(0);
  const again = await dialer.dial(toEcho(), through);
  await sendsBack(again);
  again.destroy();
});

test('the dialer uses changed settings for new connections at once, and open connections continue', async () => {
  const entries = [entry('jump', sshd.addr, reaching(sshd))];
  const dialer = dialerOver(entries);
  const through = { server: 'jump', login };
  const before = await dialer.dial(toEcho(), through);
  entries[0] = entry('jump', strict.addr, reaching(strict));
  await refusal(dialer.dial(toEcho(), through));
  entries.length = 0;
  expect((await refusal(dialer.dial(toEcho(), through))).forLog).toContain('not in the inventory');
  await sendsBack(before); // the open connection continues
  before.destroy();
});

test('the dialer closes an idle SSH connection, and opens a new connection on demand', async () => {
  const dialer = one(200);
  const through = { server: 'jump', login };
  const first = await dialer.dial(toEcho(), through);
  await sendsBack(first);
  first.destroy();
  await expect.poll(() => dialer.tunnels).toBe(0);
  const held = await dialer.dial(toEcho(), through);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(dialer.tunnels).toBe(1);
  await sendsBack(held);
  held.destroy();
});

test('the dialer stops at once when the last caller disconnects, and leaves no tunnel', async () => {
  const silent = await startTcpProxy(sshd.port);
  onTestFinished(() => silent.stop());
  silent.freeze();
  const dialer = dialerOver([entry('jump', `127.0.0.1:${silent.port}`, { ...reaching(sshd), checkHostKey: false })]);
  const abort = new AbortController();
  const dialled = refusal(dialer.dial(toEcho(), { server: 'jump', login }, abort.signal));
  setTimeout(() => abort.abort(), 100);
  expect((await dialled).message).toBe('the client has disconnected');
  expect(dialer.tunnels).toBe(0);
  expect((await refusal(dialer.dial(toEcho(), undefined, abort.signal))).message).toBe('the client has disconnected');
});

test('a caller that disconnects does not affect another caller that waits for the same server', async () => {
  const dialer = one();
  const abort = new AbortController();
  const leaving = refusal(dialer.dial(toEcho(), { server: 'jump', login }, abort.signal));
  const staying = dialer.dial(toEcho(), { server: 'jump', login });
  abort.abort();
  await leaving;
  const connection = await staying;
  await sendsBack(connection);
  connection.destroy();
});

test('a connection ends after the other side has ended and all bytes are read', async () => {
  const dialer = one();
  const connection = await dialer.dial(toEcho(), { server: 'jump', login });
  const BYTES = 64 * 1024 * 1024;
  let written = 0;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const write = () => {
    while (written < BYTES) {
      written += chunk.length;
      if (!connection.write(chunk)) return void connection.once('drain', write);
    }
    connection.end();
  };
  write();
  await new Promise((resolve) => setTimeout(resolve, 500));
  // Without a reader the windows in between fill, and the writer is blocked.
  const held = written;
  let read = 0;
  for await (const bytes of connection) read += (bytes as Buffer).length;
  expect(read).toBe(BYTES);
  expect(held).toBeLessThan(BYTES / 2);
  expect(connection.destroyed).toBe(true);
});

test('servers are dialled directly, so two servers that name each other do not loop', async () => {
  const nodes = [entry('a', sshd.addr, reaching(sshd)), entry('b', sshd.addr, reaching(sshd))];
  const looped = nodes.map((node, i) => ({
    ...node,
    connect: { ...node.connect, through: { server: i === 0 ? 'b' : 'a', login } },
  }));
  const connection = await dialerOver(looped).dial(toEcho(), { server: 'a', login });
  await sendsBack(connection);
  connection.destroy();
});

test('the dialer warns at startup of a server in between that does not exist', () => {
  const entries = [entry('jump', 'a:22', {})];
  const inventory = {
    find: () => undefined,
    named: (_kind: string, name: string) => (name === 'jump' ? entries : []),
  };
  const item = (name: string, server: string) => ({
    document: { kind: 'db', metadata: { name } },
    connect: { via: 'database' as const, through: { server, login: 'postern' } },
  });
  expect(throughNotices(inventory, [item('orders', 'jump'), item('shop', 'gone')])).toEqual([
    'db shop: connect.via names the server gone, which is not in the inventory',
  ]);
});
