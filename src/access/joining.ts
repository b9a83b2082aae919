// Joining the sessions of others (resource-specs §1.1, §1.7; streams §3.8).
import { PARTICIPANT_MODES } from '../wire/terminal/connectParams.ts';
import type { ParticipantMode } from '../wire/terminal/connectParams.ts';
import { glob } from './pattern.ts';
import type { Role } from './role.ts';

export type SessionKind = 'ssh' | 'k8s' | 'db' | 'app' | 'desktop';

export type SessionOwner = { userName: string; roles: readonly string[] };

const WITHOUT_JOIN_RULES: ReadonlySet<string> = new Set(['v3', 'v4']);
/** Whether a policy for these kinds is about this one. */
export const covers = (kinds: readonly string[], kind: SessionKind): boolean =>
  kinds.includes(kind) || kinds.includes('*');

/** Modes in which somebody may take part in a session: the owner in every one, others as their roles say. */
export function joinModes(
  userName: string,
  roles: readonly Role[],
  owner: SessionOwner,
  kind: SessionKind,
): readonly ParticipantMode[] {
  if (userName === owner.userName) return ['peer', 'moderator', 'observer']; // in the order of the reference
  if (roles.length > 0 && roles.every(({ version }) => WITHOUT_JOIN_RULES.has(version)))
    return kind === 'ssh' ? ['peer'] : [];
  const granted = roles
    .flatMap(({ spec }) => spec.allow.join_sessions)
    .filter((policy) => covers(policy.kinds, kind) && policy.roles.some((name) => owner.roles.some(glob(name))))
    .flatMap(({ modes }) => modes);
  return PARTICIPANT_MODES.filter((mode) => granted.includes(mode));
}
