// Whether a user gets a shell on a server, and how the gateway connects to it.
import { plural } from '../../src/lib/numbers.ts';
import type { Audit } from '../audit/audit.ts';
import type { Caller } from '../identity/caller.ts';
import type { SshConnect } from '../config/settings.ts';
import type { SshDialing } from '../ssh/route.ts';
import { sshTarget } from '../ssh/sshTarget.ts';
import { localTarget } from './localTarget.ts';
import { asksKey, judgeLogin } from './nodeAccess.ts';
import { nodeOf, type AskedServer, type ResolvedServer } from './resolveServer.ts';
import { serverIdOf, TargetError, type Target, type TargetNode } from './target.ts';

/** The user who asks, and their address (address:port). */
export type Visitor = { caller: Caller; remoteAddr: string };

export type ShellRequest = {
  visitor: Visitor;
  server: ResolvedServer;
  login: string;
  /** The number of sessions that the visitor has open. */
  begun: number;
};

type Parts = {
  audit: Audit;
  /** Id of this machine's node. */
  hostId: string;
  /** The settings of all servers that use SSH. */
  ssh: () => SshDialing;
};

type TargetParts = Pick<Parts, 'ssh'> & {
  /** Whether users may log in to this machine as the gateway's own account. */
  ownAccount: () => boolean;
};

/** A permitted login, on this machine or on a server that uses SSH. */
export type Grant = {
  node: TargetNode;
  isHere: boolean;
  connect: SshConnect;
  /** A hardware key is required first (streams §3.4). */
  asksKey: boolean;
};

/** `sid`: the id of the session that the shell is for. */
export const shellTarget = ({ node, isHere, connect }: Grant, { ssh, ownAccount }: TargetParts, sid: string): Target =>
  isHere ? localTarget(node, ownAccount()) : sshTarget(node, connect, ssh(), `session ${sid}`);

/**
 * Throws a TargetError if the visitor may not log in, or has as many sessions as the roles allow. The terminal shows
 * its text (streams §3.9).
 */
export function grantLogin({ visitor, server, login, begun }: ShellRequest, { audit, hostId, ssh }: Parts): Grant {
  const node = nodeAsked(server, ssh());
  const { id: key } = node;
  const { access, user } = visitor.caller;
  const fields = { user: user.name, login, 'addr.local': node.addr, 'addr.remote': visitor.remoteAddr };
  const verdict = judgeLogin(access, node, login);
  if (!verdict.ok) {
    audit.refuse('auth', { ...fields, code: 'T3007W', success: false, error: verdict.message });
    throw new TargetError(`access denied to ${login} connecting to ${node.hostname}`);
  }
  requireUnlisted(server);
  requireRoom(visitor, { begun, node, login }, audit);
  return { node, isHere: key === hostId, connect: connectOf(server), asksKey: asksKey(access, node, login) };
}

/** Throws a TargetError if the visitor has as many sessions as the roles allow. */
export function requireRoom(
  { caller: { access, user }, remoteAddr }: Visitor,
  { begun, node, login }: { begun: number; node: TargetNode; login: string },
  audit: Audit,
): void {
  const { maxConnections } = access.options();
  if (maxConnections === 0 || begun < maxConnections) return;
  audit.refuse('session.rejected', {
    user: user.name,
    login,
    'addr.local': node.addr,
    'addr.remote': remoteAddr,
    namespace: 'default',
    proto: node.pod ? 'kube' : 'ssh',
    server_id: serverIdOf(node),
    max: maxConnections,
    reason: `max_connections of ${maxConnections} reached`,
  });
  throw new TargetError(asManyAsAllowed(begun));
}

/** The refusal for a user with as many sessions as `max_connections` of the roles allows. */
export function asManyAsAllowed(begun: number): string {
  const open = `${plural(begun, 'session')} open (terminals, commands, desktops and queries)`;
  return `You have ${open}, and your roles do not allow more.\nClose one first.`;
}

/** The requested machine, whether it may be accessed or not. */
export function askedNode(server: ResolvedServer): TargetNode {
  if (server.kind === 'found') return nodeOf(server.entry);
  const { id, hostname, port } = server.requested;
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  const addr = port > 0 ? `${host}:${port}` : host;
  return { id, hostname, addr, labels: {}, unlisted: true, port };
}

/** The same. Throws if the text matches no server and hosts outside the inventory are not allowed. */
export function nodeAsked(server: ResolvedServer, { anyHost }: Pick<SshDialing, 'anyHost'>): TargetNode {
  if (server.kind === 'found' || (server.kind === 'unknown' && anyHost)) return askedNode(server);
  throw new TargetError(NOT_FOUND[server.kind](server.requested));
}

/**
 * Throws for an inventory host that was asked for by an address of none of its servers. Check the login first, so that
 * users without access learn no host names.
 */
export function requireUnlisted(server: ResolvedServer): void {
  if (server.kind === 'unknown' && server.isListed)
    throw new TargetError(
      `The inventory has the host ${server.requested.hostname}.\nConnect to its server by name, address or ID.`,
    );
}

/** The connection settings of a server in gateway.yaml. */
export const connectOf = (server: ResolvedServer): SshConnect =>
  server.kind === 'found' && server.entry.connect.via === 'ssh' ? server.entry.connect : {};

const NOT_FOUND = {
  unknown: ({ hostname, port }: AskedServer) =>
    port > 0
      ? `There is no server "${hostname}" with the port ${port}.\nLeave out the port, or select the server from the list.`
      : `There is no server "${hostname}".\nCheck the name, or select the server from the list.`,
  ambiguous: ({ hostname }: AskedServer) =>
    `Several servers are called "${hostname}".\nSelect one from the list, or connect to it by its ID.`,
};
