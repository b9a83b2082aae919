import { at, parseJson, textAt } from '../../lib/json.ts';
import { WireError } from '../envelope.ts';
import { readTime } from '../http.ts';

export type SessionKind = 'ssh' | 'k8s' | 'db' | 'app' | 'desktop';
/** `remote_addr` is always empty, and one user can occur several times. `mode`: an extension, only for shells. */
type PartyJson = { id: string; remote_addr: ''; user: string; server_id: string; last_active: string; mode?: string };

/** A session in the `s` frame and in the list of active sessions (streams §3.2, http-resources §9). */
export type SessionJson = {
  /** Empty for a command's run (streams §8.2). */
  kind: SessionKind | '';
  id: string;
  namespace: 'default';
  /** null for a new session, empty when all participants have left. */
  parties: PartyJson[] | null;
  terminal_params: { w: number; h: number };
  login: string;
  created: string;
  last_active: string;
  server_id: string;
  server_hostname: string;
  server_hostport: number;
  server_addr: string;
  cluster_name: string;
  kubernetes_cluster_name: string;
  desktop_name: string;
  database_name: string;
  app_name: string;
  owner: string;
  moderated: boolean;
  /** An extension for moderated sessions: a required participant is missing, so the session is paused. */
  waiting?: boolean | undefined;
};

/** Payload of the `s` frame. */
export const encodeSessionMetadata = (session: SessionJson): string => JSON.stringify({ session });

/** The part of the `s` frame that a console needs. */
export type SessionMetadata = {
  id: string;
  login: string;
  /** Includes the port if one was requested: another session or a transfer must use the same port. */
  serverId: string;
  hostname: string;
  clusterId: string;
  owner: string;
  moderated: boolean;
  /** Undefined if the server did not send a time. */
  created: Date | undefined;
};

/**
 * Missing texts read as empty, so that a newer server's frame still opens the terminal. Without an id, decoding fails.
 */
export function decodeSessionMetadata(payload: string): SessionMetadata {
  const session = at(parseJson(payload), 'session');
  const id = textAt(session, 'id');
  if (!id) throw new WireError('session metadata: no session id');
  return {
    id,
    login: textAt(session, 'login'),
    serverId: withPort(textAt(session, 'server_id'), at(session, 'server_hostport')),
    hostname: textAt(session, 'server_hostname'),
    clusterId: textAt(session, 'cluster_name'),
    owner: textAt(session, 'owner'),
    moderated: at(session, 'moderated') === true,
    created: readTime(textAt(session, 'created')),
  };
}

function withPort(host: string, port: unknown): string {
  if (typeof port !== 'number' || port <= 0) return host;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
