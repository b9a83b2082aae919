// Connections to misbehaving SSH servers.
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { Client, ClientChannel, Connection, Server, ServerChannel } from 'ssh2';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { SSH_KEEPALIVE_DEFAULT } from '../config/toSshConnect.ts';
import { runBriefly } from '../diagnostics/runBriefly.ts';
import { connectOver, openOver } from './connection.ts';
import { makeEd25519Key } from './ed25519Key.ts';
import { objectIn, ssh2 } from './library.ts';
import { openChannel, startChannel } from './openChannel.ts';
import { probeHost } from './probe.ts';
import type { Hop } from './route.ts';
import { openSftp } from './sftp.ts';
import { SshCommand } from './SshCommand.ts';
import { SshShell } from './SshShell.ts';
import { STATUS_OF_SIGNAL, type ShellEnd } from '../terminal/target.ts';

const servers: (TcpServer | Server)[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function portOf(server: TcpServer | Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const hop = (port: number, more: Partial<Hop> = {}): Hop => ({
  ...{ name: 'web-1', host: '127.0.0.1', port, user: 'root', identities: [], timeoutMs: 2000 },
  ...{ keepalive: SSH_KEEPALIVE_DEFAULT, ...more },
});

const SIZE = { cols: 80, rows: 24 };
const listener = { stdout: () => undefined, stderr: () => undefined, end: () => undefined };

/** A joined server that accepts every client and does not answer commands and forwards. */
async function silentHop(
  opened: (client: Client) => void = () => undefined,
  forwarded: () => void = () => undefined,
  run: (begin: () => ServerChannel, connection: Connection) => void = () => undefined,
  taken: (socket: Socket) => void = () => undefined,
  ready: (connection: Connection) => void = () => undefined,
): Promise<Hop> {
  const { privateKey, key } = makeEd25519Key();
  const ssh = new (ssh2().Server)({ hostKeys: [privateKey] }, (connection) => {
    connection.on('authentication', (context) => context.accept()).on('error', () => undefined);
    connection.on('session', (accept) => {
      const session = accept().on('exec', (begin) => run(begin, connection));
      session.on('pty', () => undefined);
    });
    connection.on('tcpip', () => forwarded()).on('ready', () => ready(connection));
  });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    ssh.injectSocket(socket);
    taken(socket);
  });
  const joinedServers = {
    certify: () => 'ssh-ed25519-cert-v01@openssh.com AAAA',
    dial: () => Promise.reject(new Error('it has no tunnel')),
    opened: (_node: string, client: Client) => opened(client),
  };
  const hostKey = `${key.type} ${key.getPublicSSH().toString('base64')}`;
  return hop(await portOf(server), {
    joined: { node: 'a', hostKeys: [hostKey], purpose: 'test', servers: joinedServers },
  });
}

/** The algorithms that a client offers before it has seen a host key. */
async function offerTo(connect: (port: number) => Promise<unknown>): Promise<string> {
  let output = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', (bytes) => (output += bytes.toString('latin1')));
    socket.write('SSH-2.0-x\r\n');
    setTimeout(() => socket.destroy(), 500);
  });
  await connect(await portOf(server)).catch(() => undefined);
  return output;
}

test.each<[string, (port: number) => Promise<unknown>]>([
  ['a connection', (port) => connectOver([hop(port)])],
  ['a probe', (port) => probeHost({ host: '127.0.0.1', port }, [])],
])('%s offers neither group exchange nor compression', async (_what, connect) => {
  const offer = await offerTo(connect);
  expect(offer).toContain('curve25519-sha256');
  expect(offer).not.toMatch(/group-exchange|zlib/);
});

test('registers each connection of a joined server until it ends', async () => {
  const open = new Set<Client>();
  const client = await connectOver([
    await silentHop((signedIn) => {
      open.add(signedIn);
      signedIn.once('close', () => open.delete(signedIn));
    }),
  ]);
  expect(open.size).toBe(1);
  client.end();
  await expect.poll(() => open.size).toBe(0);
});

test('refuses a joined server with the reason if its connection cannot be registered', async () => {
  const full = await silentHop(() => {
    throw new Error('the disk is full');
  });
  await expect(connectOver([full])).rejects.toThrow('the disk is full');
});

test('a command that the server never starts fails when the request is aborted', async () => {
  const stop = new AbortController();
  const client = await connectOver([await silentHop()], stop.signal);
  const begun = openOver(client, stop.signal, () => SshCommand.start(client, 'id', listener));
  setTimeout(() => stop.abort(), 100);
  await expect(begun).rejects.toThrow('the server closed the connection before the command started');
});

test('a command can be cancelled if its connection is lost before its output is read', async () => {
  const end = vi.fn<(end: ShellEnd) => void>();
  const server = await silentHop(undefined, undefined, (begin, connection) => {
    begin().write('output', () => setTimeout(() => connection.end(), 100));
  });
  const client = await connectOver([server]);
  const command = await SshCommand.start(client, 'id', { ...listener, end });
  await once(client, 'close');
  expect(end).not.toHaveBeenCalled(); // the command is paused
  command.cancel();
  await expect.poll(() => end.mock.calls).toEqual([[{ kind: 'exited', status: STATUS_OF_SIGNAL }]]);
});

test('fails after the connect timeout if a jump host never opens the channel', async () => {
  const opening = connectOver([await silentHop(), hop(22, { timeoutMs: 200 })]);
  await expect(opening).rejects.toThrow('failed to connect to web-1 (127.0.0.1:22): it did not answer within 0.2 s');
}, 5000);

test('fails at once if the client disconnects while a jump host opens the channel', async () => {
  const stop = new AbortController();
  const jump = await silentHop(undefined, () => stop.abort());
  const opening = connectOver([jump, hop(22, { timeoutMs: 60_000 })], stop.signal);
  await expect(opening).rejects.toThrow('the client has disconnected');
}, 5000);

test('a short command that never starts fails at the timeout', async () => {
  const begun = runBriefly(() => new Promise<never>(() => undefined), AbortSignal.timeout(100));
  await expect(begun).rejects.toThrow(/timeout/);
}, 2000);

test.each<[string, (client: Client, socket: Socket) => void]>([
  ['when the gateway ends it', (client) => client.end()],
  ['after a protocol error', (_client, socket) => socket.write(Buffer.alloc(64 * 1024, 'x'))],
])('closes its connection to a server that never closes its side %s', { timeout: 20_000 }, async (_when, leave) => {
  let ofServer: Socket | undefined;
  const opened = await silentHop(undefined, undefined, undefined, (socket) => (ofServer = socket));
  const client = await connectOver([opened]);
  if (!ofServer) throw new Error('no connection');
  onTestFinished(() => void ofServer?.destroy());
  ofServer.removeAllListeners('data').resume();
  const closed = new Promise<void>((resolve) => client.once('close', resolve));
  leave(client, ofServer);
  await closed;
});

test.each<[string, (client: Client) => Promise<unknown>]>([
  [
    'shell',
    (client) => SshShell.open(client, SIZE, { ...listener, output: () => undefined, drained: () => undefined }, 200),
  ],
  ['command', (client) => SshCommand.start(client, 'true', listener, 200)],
])('closes the connection to a server that never starts a %s', { timeout: 10_000 }, async (what, open) => {
  const client = await connectOver([await silentHop()]);
  const closed = once(client, 'close');
  await expect(open(client)).rejects.toThrow(`the server did not start the ${what} within 0.2 s`);
  await closed;
});

test('closes a shell that starts after the timeout and does not deliver it', async () => {
  const client = Object.assign(new EventEmitter(), { end: () => undefined });
  let answer: ((error: undefined, channel: ClientChannel) => void) | undefined;
  let started = 0;
  const start = startChannel(client as unknown as Client, {
    kind: 'shell',
    send: (answered) => (answer = answered),
    started: () => started++,
    maxMs: 10,
  });
  await expect(start).rejects.toThrow('within 0.01 s');
  const channel = new PassThrough();
  answer?.(undefined, channel as unknown as ClientChannel);
  expect([started, channel.destroyed]).toEqual([0, true]);
});

const HOSTILE = `a\n\x1b[31mb\u202e${'x'.repeat(20_000)}`;
const field = (text: string): Buffer => {
  const bytes = Buffer.alloc(4 + Buffer.byteLength(text));
  bytes.writeUInt32BE(bytes.length - 4);
  bytes.write(text, 4);
  return bytes;
};

function expectSafe(refusal: unknown): void {
  expect(refusal).toBeInstanceOf(Error);
  const { message } = refusal as Error;
  expect(message).toMatch(/a \[31mb xxx/);
  expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(message.length).toBeLessThan(500);
}

test('the reason of a server that ends the handshake is one line without control characters', async () => {
  const message = Buffer.concat([Buffer.of(1, 0, 0, 0, 2), field(HOSTILE), field('')]);
  const padding = 4 + ((7 * (message.length + 9)) % 8); // packets are multiples of eight bytes
  const head = Buffer.alloc(5);
  head.writeUInt32BE(1 + message.length + padding);
  head.writeUInt8(padding, 4);
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .once('data', () => {
        socket.write(Buffer.concat([head, message, Buffer.alloc(padding)]));
      });
    socket.write('SSH-2.0-x\r\n');
  });
  expectSafe(await connectOver([hop(await portOf(server))]).catch((error: unknown) => error));
});

test.each<[string, (client: Client) => Promise<unknown>]>([
  [
    'a shell',
    (client) => SshShell.open(client, SIZE, { ...listener, output: () => undefined, drained: () => undefined }),
  ],
  ['a command', (client) => SshCommand.start(client, 'true', listener)],
  ['files', (client) => openSftp(client)],
  ['a forward', (client) => openChannel(client, { host: 'web-2', port: 22 }, 1000)],
])('the reason of a server that refuses %s is one line without control characters', async (_what, open) => {
  const refuse = (connection: Connection) => {
    const protocol = objectIn(connection, '_protocol') as {
      channelOpenFail(id: number, why: number, text: string): void;
    };
    const answer = (_protocol: unknown, { sender }: { sender: number }) => protocol.channelOpenFail(sender, 2, HOSTILE);
    Reflect.set(objectIn(protocol, '_handlers'), 'CHANNEL_OPEN', answer);
  };
  const client = await connectOver([await silentHop(undefined, undefined, undefined, undefined, refuse)]);
  expectSafe(await open(client).catch((error: unknown) => error));
  client.end();
});
