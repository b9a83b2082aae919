// A host that joins with a token and opens reverse tunnels as OpenSSH does, or with deviations.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Ssh2 from 'ssh2';
import type { Client, ConnectConfig } from 'ssh2';
import { startSshd, type Sshd } from './sshd.ts';
import type { WebClient } from './webClient.ts';

export const ssh2 = createRequire(import.meta.url)('ssh2') as typeof Ssh2;

export type Keys = { private: string; public: string };

export type JoinedHost = {
  node: string;
  keys: Keys;
  sshd: Sshd;
  /** Public host key: `ssh-ed25519 AAAA…` */
  hostKey: string;
};

export function newKeys(): Keys {
  for (;;) {
    const made = ssh2.utils.generateKeyPairSync('ed25519');
    if (!(ssh2.utils.parseKey(made.private) instanceof Error))
      return { private: made.private, public: made.public.split(' ').slice(0, 2).join(' ') };
  }
}

export const publicKey = (file: string): string => readFileSync(file, 'utf8').split(' ').slice(0, 2).join(' ').trim();

/** The answer of `POST /scripts/:token/host`. */
export async function register(base: string, token: string, body: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${base}/scripts/${token}/host`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

export async function newToken(admin: WebClient): Promise<string> {
  return String((await admin.expect('POST', '/token', { roles: ['Node'], join_method: 'token' })).id);
}

export async function joinTunnelHost(base: string, admin: WebClient, hostname: string): Promise<JoinedHost> {
  const token = await newToken(admin);
  const script = await (await fetch(`${base}/scripts/${token}/install-node.sh`)).text();
  const trusted = join(mkdtempSync(join(tmpdir(), 'postern-authority-')), 'authority');
  writeFileSync(trusted, `${/^AUTHORITY='(.*)'$/m.exec(script)?.[1]}\n`);
  const [sshd, keys] = [await startSshd([`TrustedUserCAKeys ${trusted}`]), newKeys()];
  const hostKey = publicKey(join(sshd.directory, 'host.pub'));
  const host = { hostname, address: '192.0.2.7', port: 22, host_keys: [hostKey], tunnel_key: keys.public };
  const { status, text } = await register(base, token, host);
  if (status !== 200) throw new Error(text);
  return { node: text.split('\n')[0] ?? '', keys, sshd, hostKey };
}

export type Attempt = ConnectConfig & { port: number };

/** A signed-in client. Rejects with the reason if the sign-in fails. */
export function signIn(config: Attempt): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    client
      .once('ready', () => resolve(client))
      .on('error', reject)
      .once('close', () => reject(new Error('closed')));
    client.connect({ host: '127.0.0.1', strictVendor: false, ...config });
  });
}

export const asHost = ({ node, keys }: Pick<JoinedHost, 'node' | 'keys'>, port: number): Attempt => ({
  port,
  username: node,
  privateKey: keys.private,
});

/** Requests a forward. Rejects if the server refuses it. */
export const forward = (client: Client, host = 'localhost', port = 22): Promise<void> =>
  new Promise((resolve, reject) => {
    client.once('close', () => reject(new Error('closed')));
    client.forwardIn(host, port, (error) => (error ? reject(error) : resolve()));
  });

/** An open tunnel to the host's own sshd. */
export async function openTunnel(host: JoinedHost, port: number, more: object = {}): Promise<Client> {
  const client = await signIn({ ...asHost(host, port), ...more });
  client.on('tcp connection', (_details, accept) => {
    const channel = accept();
    const socket = connect(host.sshd.port, '127.0.0.1');
    socket.on('error', () => channel.destroy());
    channel.on('error', () => socket.destroy());
    channel.pipe(socket).pipe(channel);
  });
  await forward(client);
  return client;
}

/** Resolves once the gateway has ended the connection. */
export const closed = (client: Client): Promise<void> =>
  new Promise((resolve) => client.once('close', () => resolve()));
