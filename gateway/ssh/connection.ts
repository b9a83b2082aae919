// A connection to an SSH server over any number of jump hosts. Each host has to show a known key.
import { readFile } from 'node:fs/promises';
import type { Duplex } from 'node:stream';
import type { AnyAuthMethod, Client, ServerHostKeyAlgorithm } from 'ssh2';
import { reason } from '../config/files.ts';
import { TargetError } from '../terminal/target.ts';
import { certificateKey } from './certificateKey.ts';
import { CLIENT_ALGORITHMS } from './clientAlgorithms.ts';
import { guardChannels, guardSignIn } from './guardClient.ts';
import { refusalOf } from './hostKeyRefusal.ts';
import { IdentityError, readIdentity } from './identity.ts';
import { hostEntryName, knownKeyTypes } from './knownHosts.ts';
import { objectIn, ssh2 } from './library.ts';
import { ABANDONED, openChannel } from './openChannel.ts';
import { readInTurns } from './readInTurns.ts';
import { toUnreachable, unreachable } from './refusal.ts';
import type { Hop } from './route.ts';

/** Types of host keys, the best first. RSA keys sign with any of these that the host supports, never with SHA-1. */
const SIGNATURES: Record<string, ServerHostKeyAlgorithm[]> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};

/** How long a server may take to close a connection that the gateway has ended. */
const END_MAX_MS = 3000;

/**
 * Ending the client ends the whole route. Rejects with a TargetError that names the host and the reason, and at once
 * when `signal` aborts.
 */
export async function connectOver(route: readonly Hop[], signal?: AbortSignal): Promise<Client> {
  let last: Client | undefined;
  for (const hop of route) {
    const before = last;
    try {
      last = await connectTo(hop, before, signal);
      last.on('close', () => before?.end());
    } catch (error) {
      before?.end();
      throw error;
    }
  }
  if (!last) throw new TargetError('this server is unreachable');
  return last;
}

async function connectTo(hop: Hop, through: Client | undefined, signal: AbortSignal | undefined): Promise<Client> {
  const { host, port, user: username, timeoutMs, keepalive, joined } = hop;
  const [knownHosts, methods] = await Promise.all([readKnownHosts(hop), joined ? [] : authMethods(hop)]);
  const sock = await socketTo(hop, through, signal);
  const serverHostKey = preferred(knownHosts ?? '', hop);
  return new Promise((resolve, reject) => {
    const client = new (ssh2().Client)();
    let refusal: TargetError | undefined;
    const abandon = () => fail(new TargetError(ABANDONED));
    signal?.addEventListener('abort', abandon);
    const fail = (error: Error) => {
      signal?.removeEventListener('abort', abandon);
      client.off('close', closed);
      // Later errors of a closed connection are ignored.
      client.on('error', () => undefined).destroy();
      sock?.destroy();
      reject(refusal ?? (error instanceof TargetError ? error : toUnreachable(error, hop)));
    };
    const closed = () => fail(new Error('it closed the connection'));
    if (signal?.aborted) return abandon();
    client.once('error', fail).once('close', closed);
    client.once('ready', () => {
      signal?.removeEventListener('abort', abandon);
      client.off('error', fail).off('close', closed);
      limitEnd(client, through);
      // A broken connection ends what runs over it, which reports the end.
      client.on('error', () => client.destroy().end());
      guardChannels(client);
      // Keys and requests for pieces of a file are short: with Nagle's algorithm each would wait for the previous
      // answer.
      client.setNoDelay(true);
      try {
        joined?.servers.opened(joined.node, client);
        resolve(client);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error))); // ssh2 would not report it
      }
    });
    try {
      client.connect({
        host,
        port,
        username,
        ...(sock && { sock }),
        readyTimeout: timeoutMs,
        keepaliveInterval: keepalive.intervalMs,
        keepaliveCountMax: keepalive.count,
        authHandler: joined ? [signInOnce(client, hop, joined, through === undefined)] : methods,
        algorithms: { ...CLIENT_ALGORITHMS, serverHostKey },
        hostVerifier: (key: Buffer) => {
          refusal = knownHosts === undefined ? undefined : refusalOf(hop, knownHosts, key);
          return refusal === undefined;
        },
      });
      readInTurns(client);
      guardSignIn(client);
    } catch (error) {
      sock?.destroy();
      throw error;
    }
  });
}

/** A server may leave its end of a connection open, and a jump host its channel: then the whole route ends. */
function limitEnd(client: Client, through: Client | undefined): void {
  const socket = objectIn(client, '_sock') as Duplex;
  const end = client.end.bind(client);
  const cut = () => {
    socket.destroy();
    through?.end();
  };
  client.end = () => {
    setTimeout(cut, END_MAX_MS).unref();
    return end();
  };
}

/** Runs `open` over a connection. If `signal` aborts, the connection ends, and with it the wait. */
export async function openOver<Opened>(
  client: Client,
  signal: AbortSignal | undefined,
  open: (client: Client) => Promise<Opened>,
): Promise<Opened> {
  // Not `end`, which waits for the other side.
  const abandon = () => client.destroy();
  signal?.addEventListener('abort', abandon);
  if (signal?.aborted) abandon();
  try {
    return await open(client);
  } finally {
    signal?.removeEventListener('abort', abandon);
  }
}

/** undefined: host keys are not checked. A missing file contains no hosts. */
async function readKnownHosts(hop: Hop): Promise<string | undefined> {
  const { knownHosts, joined, host, port } = hop;
  if (joined) return joined.hostKeys.map((key) => `${hostEntryName(host, port)} ${key}`).join('\n');
  if (knownHosts === undefined) return undefined;
  try {
    return await readFile(knownHosts, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw unreachable(hop, 'the known host keys cannot be read', `${knownHosts} cannot be read: ${reason(error)}`);
  }
}

/** A separate certificate for each sign-in. It is made, and bound to an address, after the host has shown its key. */
function signInOnce(
  client: Client,
  { user: login }: Hop,
  { node, purpose, servers, tunnel }: NonNullable<Hop['joined']>,
  isDirect: boolean,
): AnyAuthMethod {
  const key = certificateKey(client, (line, from) =>
    servers.certify(line, {
      ...{ node, login, purpose, isTunnel: tunnel === true },
      from: isDirect ? from : undefined,
    }),
  );
  return { type: 'publickey', username: login, key };
}

async function authMethods(hop: Hop): Promise<AnyAuthMethod[]> {
  const { user: username, identities, agent } = hop;
  const keys = await Promise.all(identities.map(readIdentity)).catch((error: unknown) => {
    if (!(error instanceof IdentityError)) throw error;
    throw unreachable(
      hop,
      'the gateway’s key for it cannot be used. See the gateway’s log for the reason.',
      error.message,
    );
  });
  return [
    ...keys.map((key) => ({ type: 'publickey' as const, username, ...key })),
    ...(agent === undefined ? [] : [{ type: 'agent' as const, username, agent }]),
  ];
}

/** A host with several keys is asked for a known one: any other would look like a change. */
function preferred(knownHosts: string, { host, port }: Hop): ServerHostKeyAlgorithm[] {
  const types = knownKeyTypes(knownHosts, host, port);
  return [...new Set([...types, ...Object.keys(SIGNATURES)].flatMap((type) => SIGNATURES[type] ?? []))];
}

type ConnectSocket = NonNullable<Parameters<Client['connect']>[0]['sock']>;

/** Absent: the library connects by itself. */
async function socketTo(
  hop: Hop,
  through: Client | undefined,
  signal: AbortSignal | undefined,
): Promise<ConnectSocket | undefined> {
  const { joined } = hop;
  try {
    if (through) return await openChannel(through, hop, hop.timeoutMs, signal);
    return joined?.tunnel ? await joined.servers.dial(joined.node) : undefined;
  } catch (error) {
    throw unreachable(hop, reason(error));
  }
}
