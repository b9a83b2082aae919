// Attacks by the servers that the gateway connects to.
import { once, type EventEmitter } from 'node:events';
import { rmSync, mkdtempSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ssh2 } from '../../gateway/ssh/library.ts';
import { expectShortPauses, fileUrl } from '../support/loopScene.ts';
import { serverId, startSshGateway, writeBeside } from '../support/sshGateway.ts';
import { LOGIN, SIZE, type TerminalGateway } from '../support/terminalGateway.ts';
import { newKeys } from '../support/tunnelHost.ts';

const ANSWER_MAX_MS = 5000;

type Protocol = Record<string, (...args: unknown[]) => void>;
/** The server's behaviour on a connection. */
let behave: (protocol: Protocol, connection: EventEmitter) => void = () => undefined;
type Request = { accept(): void };
const acceptAll = (request: Request) => request.accept();
/** The server's answer to each request to sign in. */
let judge: (request: Request, protocol: Protocol) => void = acceptAll;
/** Resolves when the gateway has closed a connection. */
let closed = newSignal();

const directory = mkdtempSync(join(tmpdir(), 'postern-hostile-'));
const probe = join(directory, 'probe');
const hostKey = newKeys();
const identity = writeBeside(directory, 'identity', newKeys().private);
const hostile = new (ssh2().Server)({ hostKeys: [hostKey.private] }, (connection) => {
  connection.once('close', () => closed.resolve());
  connection.on('error', () => undefined);
  connection.on('authentication', (context) => judge(context, Reflect.get(connection, '_protocol') as Protocol));
  connection.on('session', (accept) => {
    const session = accept();
    for (const request of ['env', 'pty', 'shell'] as const) session.on(request, (take?: () => void) => take?.());
  });
  behave(Reflect.get(connection, '_protocol') as Protocol, connection);
});

function newSignal() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

let gateway: TerminalGateway;
beforeAll(async () => {
  hostile.listen(0, '127.0.0.1');
  await once(hostile, 'listening');
  const { port } = hostile.address() as AddressInfo;
  const knownHosts = writeBeside(directory, 'known_hosts', `[127.0.0.1]:${port} ${hostKey.public}\n`);
  const connect = { identity_file: identity, known_hosts: knownHosts };
  const env = { NODE_OPTIONS: `--import=${fileUrl('loopProbe.mjs')}`, LOOP_PROBE: probe };
  gateway = await startSshGateway([{ hostname: 'hostile', addr: `127.0.0.1:${port}`, connect }], {}, { env });
}, 240_000);
afterEach(async () => {
  closed = newSignal();
  const startedMs = performance.now();
  await gateway.admin.expect('GET', '/sites/-current-/sessions');
  expect(performance.now() - startedMs).toBeLessThan(ANSWER_MAX_MS);
});
afterAll(async () => {
  await gateway.kill();
  hostile.close();
  rmSync(directory, { recursive: true, force: true });
});

async function openShell() {
  const terminal = gateway.admin.terminal({ login: LOGIN, server_id: serverId(0), term: SIZE });
  expect(await terminal.opened).toBeUndefined();
  return terminal;
}

test('a server with a maximum packet size of zero does not block the gateway', async () => {
  behave = (protocol) => {
    const confirm = protocol['channelOpenConfirm'];
    protocol['channelOpenConfirm'] = (remote, local, window) => confirm?.call(protocol, remote, local, window, 0);
  };
  const terminal = await openShell();
  terminal.type('echo\r');
  await terminal.closed;
  await closed.promise;
});

test('a server that sends more than the channel window is disconnected', async () => {
  let isPaused = false;
  behave = (protocol, connection) => {
    const flood = () => {
      if (isPaused) for (let i = 0; i < 32; i++) protocol['channelData']?.(0, Buffer.alloc(32 * 1024, 'x'));
    };
    const timer = setInterval(flood, 20);
    connection.once('close', () => clearInterval(timer));
  };
  const terminal = await openShell();
  terminal.pause(); // the gateway also stops reading
  isPaused = true;
  await closed.promise;
  terminal.drop();
});

const PK_OK = 60;
const CHANNEL_OPEN = 90;
const GLOBAL_REQUEST = 80;
const field = (text: string) => Buffer.from(`\0\0\0${String.fromCharCode(text.length)}${text}`);
/** A channel for X11 with no window, which the gateway refuses. */
const X11 = Buffer.concat([Buffer.of(CHANNEL_OPEN), field('x11'), Buffer.alloc(12), field('a'), Buffer.alloc(4)]);

/** As many empty keys as fit into a packet. */
const HOST_KEYS = Buffer.concat([
  Buffer.of(GLOBAL_REQUEST),
  field('hostkeys-00@openssh.com'),
  Buffer.alloc(1 + 4 * 8000),
]);

type PacketWriter = { alloc(bytes: number): Buffer; allocStart: number; finalize(packet: Buffer): Buffer };

/** A message in the library's form. */
function sendMessage(protocol: Protocol, message: Uint8Array): void {
  const { write } = Reflect.get(protocol, '_packetRW') as unknown as { write: PacketWriter };
  const cipher = Reflect.get(protocol, '_cipher') as unknown as { encrypt(packet: Buffer): void };
  const packet = write.alloc(message.length);
  packet.set(message, write.allocStart);
  cipher.encrypt(write.finalize(packet));
}

test('a server that accepts the key repeatedly gets at most one signature', async () => {
  let requests = 0;
  behave = (protocol) => {
    const handlers = Reflect.get(protocol, '_handlers') as unknown as Protocol;
    const handle = handlers['USERAUTH_REQUEST'];
    handlers['USERAUTH_REQUEST'] = (...parts) => {
      requests += 1;
      handle?.(...parts);
    };
  };
  judge = (_request, protocol) => {
    const message = Buffer.concat([Buffer.of(PK_OK), field('ssh-ed25519'), field('key')]);
    for (let i = 0; i < 1000; i++) sendMessage(protocol, message);
  };
  const terminal = await openShell();
  await closed.promise;
  await terminal.closed;
  judge = acceptAll;
  expect(requests).toBeLessThanOrEqual(2); // the first request offers the key
});

test.each([
  ['one request after the other', X11],
  ['long lists of host keys', HOST_KEYS],
])('a server that sends %s does not delay the gateway', async (_what, message) => {
  behave = (protocol, connection) => {
    const flood = () => {
      const socket = Reflect.get(connection, '_sock') as Socket;
      if (socket.destroyed) return;
      socket.cork();
      for (let i = 0; i < 5000 && socket.writableLength < 2 ** 20; i++) sendMessage(protocol, message);
      socket.uncork();
      setTimeout(flood, 1);
    };
    connection.once('ready', flood);
  };
  const terminal = await openShell();
  await terminal.session();
  await sleep(1500); // the flood has started
  await expectShortPauses(probe, () => sleep(1000));
  terminal.drop();
});
