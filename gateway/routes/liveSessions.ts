// Active sessions (http-resources §9).
import type { Gateway } from '../gateway.ts';
import type { Caller } from '../identity/caller.ts';
import type { LiveSession } from '../sessions/liveSessions.ts';
import { toSessionJson } from '../sessions/sessionJson.ts';
import type { Api } from './api.ts';

export function liveSessionRoutes(api: Api, { liveSessions }: Pick<Gateway, 'liveSessions'>): void {
  api.on('GET', 'sites/:site/sessions', 'session+site', ({ caller, param }) => ({
    sessions: liveSessions
      .all()
      .filter((session) => mayKnow(session, caller))
      .map((session) => ({
        ...toSessionJson(session, param('site')),
        participantModes: session.modesFor(caller),
      })),
  }));
}

/** Who may list sessions, or join this one; a rule that denies them hides all. */
const mayKnow = (session: LiveSession, caller: Caller): boolean =>
  caller.access.rule('ssh_session', 'list').ok &&
  (caller.access.rule('session_tracker', 'list').ok || session.modesFor(caller) !== null);
