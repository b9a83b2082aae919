// The route to an SSH server: every host that the gateway signs in at, the server itself last.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SshConnect, SshDefaults, SshIdentity, SshKeepalive, SshTrust } from '../config/settings.ts';
import { SSH_KEEPALIVE_DEFAULT } from '../config/toSshConnect.ts';
import type { JoinedServers } from './JoinedServers.ts';

/** The gateway's SSH configuration, and its access to servers that joined with a token. */
export type SshDialing = SshDefaults & { joinedServers: SignIns };
type SignIns = Pick<JoinedServers, 'certify' | 'dial' | 'opened'>;

export type Hop = {
  /** The name for users. */
  name: string;
  /** The destination server, if this host is only a jump host: users do not see its name. */
  onTheWayTo?: string;
  host: string;
  port: number;
  user: string;
  /** Keys to try, in this order, before the agent's. */
  identities: readonly SshIdentity[];
  /** Socket of the agent. */
  agent?: string;
  /** Absent: any host key is accepted. */
  knownHosts?: string;
  /**
   * It joined with a token: only these host keys are accepted, and the gateway signs in only with a certificate for
   * `purpose`. `tunnel`: it is reached only through its reverse tunnel.
   */
  joined?: { node: string; hostKeys: readonly string[]; tunnel?: true; purpose: string; servers: SignIns };
  timeoutMs: number;
  keepalive: SshKeepalive;
};

export type Surroundings = { home: string; agent: string | undefined; exists: (file: string) => boolean };

const CONNECT_TIMEOUT_MS = 10_000;
/** Keys that are tried if none is configured and there is no agent, like in OpenSSH. */
const IDENTITIES = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/**
 * The server's own `connect` has priority over the defaults. A jump host inherits from the server. `purpose`: the
 * purpose of the connection, which a certificate shows to the host.
 */
export function toRoute(
  server: { name: string; host: string; port: number },
  { login, purpose }: { login: string; purpose: string },
  settings: SshConnect,
  defaults: SshDialing,
  around: Surroundings = thisProcess(),
): Hop[] {
  const { joinedServers, ...shared } = defaults;
  const connect: SshConnect = { ...shared, ...settings };
  const pace = {
    timeoutMs: connect.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    keepalive: connect.keepalive ?? SSH_KEEPALIVE_DEFAULT,
  };
  const { joined } = settings;
  const jumps = (joined?.tunnel ? [] : (connect.jump ?? [])).map(({ host, port, user = login, ...trust }) => ({
    ...{ name: `${host}:${port}`, onTheWayTo: server.name, host, port, user, ...pace },
    ...toCredentials({ ...connect, ...trust }, around),
  }));
  const last = { ...server, user: login, ...pace };
  return [
    ...jumps,
    joined
      ? { ...last, identities: [], joined: { ...joined, purpose, servers: joinedServers } }
      : { ...last, ...toCredentials(connect, around) },
  ];
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
