// Active sessions (http-resources §9).
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import type { Api } from './api.ts';

export function liveSessionRoutes(api: Api, { liveSessions }: Pick<Gateway, 'liveSessions'>): void {
  api.on('GET', 'sites/:site/sessions', 'session+site', ({ caller, param }) => ({
    sessions: liveSessions
      .all()
      .filter((session) => mayKnow(session, caller))
      .map((session) => toJson(session, caller, param('site'))),
  }));
}

/** Who may list sessions, or join this one; a rule that denies them hides all. */
const mayKnow = (session: LiveSession, caller: Caller): boolean =>
  caller.access.rule('ssh_session', 'list').ok &&
  (caller.access.rule('session_tracker', 'list').ok || session.modesFor(caller) !== null);

const toJson = (session: LiveSession, caller: Caller, site: string) => ({
  kind: session.kind,
  id: session.id,
  namespace: 'default',
  parties: session.parties.map(({ id, user, lastActive }) => ({
    id,
    remote_addr: '',
    user,
    server_id: session.serverId,
    last_active: lastActive.toISOString(),
  })),
  terminal_params: { w: 80, h: 25 }, // constants of the contract, not the real size
  login: session.login,
  created: session.created.toISOString(),
  last_active: session.lastActive.toISOString(),
  server_id: session.serverId,
  server_hostname: session.serverHostname,
  server_hostport: 0,
  server_addr: session.serverId,
  cluster_name: site,
  kubernetes_cluster_name: '',
  desktop_name: '',
  database_name: '',
  app_name: '',
  owner: session.owner,
  moderated: session.moderated,
  participantModes: session.modesFor(caller),
});
