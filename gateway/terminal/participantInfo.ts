import type { SessionConfig } from '../config/settings.ts';
import type { Caller } from '../identity/caller.ts';
import type { Limits } from './limits.ts';
import type { ParticipantInfo } from './Participant.ts';
import type { Visitor } from './shellRequest.ts';

/** The user who opens a socket, in the form that sessions use. */
export const toParticipantInfo = ({ caller, remoteAddr }: Visitor, rules: SessionConfig): ParticipantInfo => ({
  user: caller.user.name,
  roles: caller.user.roles,
  loginId: caller.session.loginId,
  remoteAddr,
  limits: toLimits(caller, rules),
  ...(caller.session.mfaDevice !== undefined && { signInDevice: caller.session.mfaDevice }),
});

function toLimits({ access, session }: Caller, rules: SessionConfig): Limits {
  const { clientIdleTimeoutMs, disconnectExpiredCert } = access.options();
  const idle = [clientIdleTimeoutMs, rules.idleTimeoutMs].filter((ms) => ms > 0);
  return {
    idleMs: idle.length > 0 ? Math.min(...idle) : 0,
    ...(rules.idleMessage !== '' && { idleText: rules.idleMessage }),
    ...((disconnectExpiredCert || rules.endWithSignIn) && { untilMs: session.expiresMs }),
  };
}
