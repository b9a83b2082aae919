// Whether somebody gets a shell on a server, and from where.
import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../identity/caller.ts';
import type { SshConnect, SshDefaults } from '../config/settings.ts';
import { sshTarget } from '../ssh/sshTarget.ts';
import { localTarget } from './localTarget.ts';
import { nodeOf, type ResolvedServer } from './resolveServer.ts';
import { TargetError, type Target, type TargetNode } from './target.ts';

/** Who asks, from where (address:port). */
export type Visitor = { caller: Caller; remoteAddr: string };

export type ShellRequest = {
  visitor: Visitor;
  server: ResolvedServer;
  login: string;
  /** Sessions that the visitor has begun already. */
  begun: number;
};

type Parts = {
  audit: Audit;
  /** Id of this machine's node. */
  hostId: string;
  /** What holds for every server that is reached over SSH. */
  ssh: () => SshDefaults;
};

/** Throws a TargetError for whoever gets none: its text is shown in the terminal (streams §3.9). */
export function grantShell({ visitor, server, login, begun }: ShellRequest, { audit, hostId, ssh }: Parts): Target {
  const node = nodeAsked(server, ssh());
  const { id: key, labels } = node;
  const { access, user } = visitor.caller;
  const asked = { user: user.name, login, 'addr.local': node.addr, 'addr.remote': visitor.remoteAddr };
  const verdict = access.resource('node', labels, { login });
  if (!verdict.ok) {
    audit.emit('auth', { ...asked, code: 'T3007W', success: false, error: verdict.message });
    throw new TargetError(`access denied to ${login} connecting to ${node.hostname}`);
  }
  const { maxConnections } = access.options();
  if (maxConnections > 0 && begun >= maxConnections) {
    audit.emit('session.rejected', {
      ...asked,
      namespace: 'default',
      proto: 'ssh',
      server_id: key,
      max: maxConnections,
      reason: `max_connections of ${maxConnections} reached`,
    });
    throw new TargetError(`You have ${begun} terminals open, and your roles allow no more.\nClose one first.`);
  }
  if (access.isModerated('ssh')) throw new TargetError('ssh: could not start shell');
  if (access.requiresSessionMfa('node', labels, { login })) throw new TargetError(NEEDS_KEY);
  return key === hostId ? localTarget(node) : sshTarget(node, connectOf(server), ssh());
}

/** A host that no server of the inventory has is one without labels: only roles for all servers let anybody in. */
export function nodeAsked(server: ResolvedServer, { anyHost }: SshDefaults): TargetNode {
  if (server.kind === 'found') return nodeOf(server.entry);
  const { id, hostname, port } = server.asked;
  if (server.kind === 'ambiguous' || !anyHost) throw new TargetError(NOT_FOUND[server.kind](hostname));
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return { id, hostname, addr: port > 0 ? `${host}:${port}` : host, labels: {} };
}

/** What gateway.yaml says about the way to a server. */
export const connectOf = (server: ResolvedServer): SshConnect =>
  server.kind === 'found' && server.entry.connect.via === 'ssh' ? server.entry.connect : {};

const NOT_FOUND = {
  unknown: (name: string) => `There is no server "${name}".\nCheck the name, or pick the server from the list.`,
  ambiguous: (name: string) =>
    `Several servers are called "${name}".\nPick one from the list, or connect to it by its id.`,
};
const NEEDS_KEY =
  'only hardware keys are supported on the web terminal, please register a hardware device to connect to this server';
