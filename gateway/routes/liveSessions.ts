// Active sessions (http-resources §9).
import type { SessionJson } from '../../src/wire/terminal/sessionJson.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import { toSessionJson } from '../sessions/sessionJson.ts';
import type { Api } from './api.ts';

export function liveSessionRoutes(api: Api, { liveSessions }: Pick<Gateway, 'liveSessions'>): void {
  api.on('GET', 'sites/:site/sessions', 'session+site', ({ caller, param }) => ({
    sessions: liveSessions
      .all()
      .map((session) => ({ session, json: toSessionJson(session, param('site')) }))
      .filter(({ session, json }) => mayKnow(session, json, caller))
      .map(({ session, json }) => ({ ...json, participantModes: session.modesFor(caller) })),
  }));
}

/** Who may list sessions, or join this one; a rule that denies them hides it (resource-specs §23 has what rules may ask). */
function mayKnow(session: LiveSession, json: SessionJson, caller: Caller): boolean {
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
      host_user: session.owner,
    },
  };
  return (
    caller.access.rule('ssh_session', 'list', asSession).ok &&
    (caller.access.rule('session_tracker', 'list', asTracker).ok || session.modesFor(caller) !== null)
  );
}
