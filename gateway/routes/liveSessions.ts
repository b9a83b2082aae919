// Active sessions (http-resources §9).
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import { toSessionJson } from '../sessions/sessionJson.ts';
import type { Api } from './api.ts';

export function liveSessionRoutes(api: Api, { liveSessions }: Pick<Gateway, 'liveSessions'>): void {
  api.on('GET', 'sites/:site/sessions', { guard: 'session+site', compress: true }, ({ caller, param, query }) => ({
    sessions: liveSessions
      .all()
      .filter((session) => mayKnow(session, caller, param('site')))
      .map((session) => ({
        ...toSessionJson(session, param('site'), query('extensions') === '1'),
        participantModes: session.modesFor(caller),
      })),
  }));
}

/**
 * Whether the caller may list this session, or join it. A deny rule hides it (resource-specs §23 lists the conditions
 * of rules).
 */
export function mayKnow(session: LiveSession, caller: Caller, site: string): boolean {
  const json = toSessionJson(session, site);
  const participants = session.parties.map(({ user }) => user);
  const asSession = { ssh_session: { ...json, participants } };
  const asTracker = {
    session_tracker: {
      session_id: session.id,
      kind: session.kind,
      participants,
      hostname: session.serverHostname,
      address: session.serverId,
      login: session.login,
      cluster: json.cluster_name,
      kube_cluster: json.kubernetes_cluster_name,
      host_user: session.owner,
      host_roles: session.ownerRoles,
    },
  };
  return (
    caller.access.rule('ssh_session', 'list', asSession).ok &&
    (caller.access.rule('session_tracker', 'list', asTracker).ok || session.modesFor(caller) !== null)
  );
}
