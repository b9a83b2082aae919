// The way to an SSH server: every host that is signed in at, the server itself last.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SshConnect, SshIdentity, SshKeepalive, SshTrust } from '../config/settings.ts';
import { SSH_KEEPALIVE_DEFAULT } from '../config/toSshConnect.ts';

export type Hop = {
  /** What people call it. */
  name: string;
  /** The server that somebody wants to get to, where this is only a host in between: people are not told which. */
  onTheWayTo?: string;
  host: string;
  port: number;
  user: string;
  /** Keys to show, in this order, before the agent's. */
  identities: readonly SshIdentity[];
  /** Socket of the agent. */
  agent?: string;
  /** Absent: any host key is taken. */
  knownHosts?: string;
  timeoutMs: number;
  keepalive: SshKeepalive;
};

export type Surroundings = { home: string; agent: string | undefined; exists: (file: string) => boolean };

const CONNECT_TIMEOUT_MS = 10_000;
/** Keys that are looked for where none is named and no agent is there, as OpenSSH does. */
const IDENTITIES = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/** What the server's own `connect` says goes before the defaults of all; a host on the way inherits from the server. */
export function toRoute(
  server: { name: string; host: string; port: number },
  login: string,
  own: SshConnect,
  defaults: SshConnect,
  around: Surroundings = thisProcess(),
): Hop[] {
  const connect: SshConnect = { ...defaults, ...own };
  const pace = {
    timeoutMs: connect.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepalive: connect.keepalive ?? SSH_KEEPALIVE_DEFAULT,
  };
  const jumps = (connect.jump ?? []).map(({ host, port, user = login, ...trust }) => ({
    ...{ name: `${host}:${port}`, onTheWayTo: server.name, host, port, user, ...pace },
    ...toCredentials({ ...connect, ...trust }, around),
  }));
  return [...jumps, { ...server, user: login, ...pace, ...toCredentials(connect, around) }];
}

function toCredentials(trust: SshTrust, { home, agent, exists }: Surroundings): Omit<Hop, keyof Addressed> {
  const { identity, checkHostKey = true } = trust;
  const asksAgent = agent !== undefined && (trust.agent ?? identity === undefined);
  const usual = IDENTITIES.map((name) => join(home, '.ssh', name)).filter((file) => !asksAgent && exists(file));
  return {
    identities: identity ? [identity] : usual.map((file) => ({ file })),
    ...(asksAgent && { agent }),
    ...(checkHostKey && { knownHosts: trust.knownHosts ?? join(home, '.ssh', 'known_hosts') }),
  };
}

type Addressed = Pick<Hop, 'name' | 'onTheWayTo' | 'host' | 'port' | 'user' | 'timeoutMs' | 'keepalive'>;

const thisProcess = (): Surroundings => ({ home: homedir(), agent: process.env['SSH_AUTH_SOCK'], exists: existsSync });
