// A running session on the wire, in lists and for participants who join (http-resources §9, streams §3.2).
import { ZERO_TIME } from '../../src/wire/http.ts';
import type { SessionJson } from '../../src/wire/terminal/sessionJson.ts';
import type { LiveSession } from './liveSessions.ts';

/** Constant fields of sessions of all kinds. */
export const NO_TARGETS = {
  kubernetes_cluster_name: '',
  desktop_name: '',
  database_name: '',
  app_name: '',
} as const;

/** `clusterName`: the cluster's name in the request. `extensions`: includes fields that clusters do not have. */
export const toSessionJson = (session: LiveSession, clusterName: string, extensions = false): SessionJson => ({
  kind: session.kind,
  id: session.id,
  namespace: 'default',
  parties: session.parties.map(({ id, user, lastActive, mode }) => ({
    id,
    remote_addr: '',
    user,
    server_id: session.serverId,
    last_active: lastActive.toISOString(),
    ...(extensions && mode !== undefined && { mode }),
  })),
  terminal_params: { w: 80, h: 25 }, // constants of the contract, not the real size
  login: session.login,
  created: session.created.toISOString(),
  last_active: session.parties.length > 0 ? session.lastActive.toISOString() : ZERO_TIME,
  server_id: session.serverId,
  server_hostname: session.serverHostname,
  server_hostport: session.serverPort ?? 0,
  server_addr: session.serverId,
  cluster_name: clusterName,
  ...NO_TARGETS,
  ...(session.kubernetesCluster !== undefined && { kubernetes_cluster_name: session.kubernetesCluster }),
  ...(session.kind === 'desktop' && { desktop_name: session.serverHostname }),
  ...(session.kind === 'db' && { database_name: session.serverHostname }),
  owner: session.owner,
  moderated: session.moderated,
  ...(extensions && session.moderated && { waiting: session.waiting }),
});
