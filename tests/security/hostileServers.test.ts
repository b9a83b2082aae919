// Attacks by the servers that the gateway connects to.
import { once, type EventEmitter } from 'node:events';
import { rmSync, mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ssh2 } from '../../gateway/ssh/library.ts';
import { serverId, startSshGateway, writeBeside } from '../support/sshGateway.ts';
import { LOGIN, SIZE, type TerminalGateway } from '../support/terminalGateway.ts';

const ANSWER_MAX_MS = 5000;

type Protocol = Record<string, (...args: unknown[]) => void>;
/** What the server does with a connection. */
let behave: (protocol: Protocol, connection: EventEmitter) => void = () => undefined;
/** Resolves when the gateway has closed a connection. */
let closed = newSignal();

const directory = mkdtempSync(join(tmpdir(), 'postern-hostile-'));
const hostKey = ssh2().utils.generateKeyPairSync('ed25519');
const identity = writeBeside(directory, 'identity', ssh2().utils.generateKeyPairSync('ed25519').private);
const hostile = new (ssh2().Server)({ hostKeys: [hostKey.private] }, (connection) => {
  connection.once('close', () => closed.resolve());
  connection.on('error', () => undefined);
  connection.on('authentication', (context) => context.accept());
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
  gateway = await startSshGateway([{ hostname: 'hostile', addr: `127.0.0.1:${port}`, connect }]);
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

test('a server that takes packets of no bytes does not stop the gateway', async () => {
  behave = (protocol) => {
    const confirm = protocol['channelOpenConfirm'];
    protocol['channelOpenConfirm'] = (remote, local, window) => confirm?.call(protocol, remote, local, window, 0);
  };
  const terminal = await openShell();
  terminal.type('echo\r');
  await terminal.closed;
  await closed.promise;
});

test('a server that sends more than the window of the channel loses its connection', async () => {
  let isPaused = false;
  behave = (protocol, connection) => {
    const flood = () => {
      if (isPaused) for (let i = 0; i < 32; i++) protocol['channelData']?.(0, Buffer.alloc(32 * 1024, 'x'));
    };
    const timer = setInterval(flood, 20);
    connection.once('close', () => clearInterval(timer));
  };
  const terminal = await openShell();
  terminal.pause(); // the gateway stops reading, too
  isPaused = true;
  await closed.promise;
  terminal.drop();
});
