// Joining other users' sessions (resource-specs §1.1, §1.7, streams §3.8).
import { PARTICIPANT_MODES, type ParticipantMode } from '../wire/terminal/participantMode.ts';
import { glob } from '../lib/glob.ts';
import type { Role } from './role.ts';
import type { LabelSet } from './selector.ts';

export type SessionKind = 'ssh' | 'k8s' | 'db' | 'app' | 'desktop';

export type SessionOwner = { userName: string; roles: readonly string[] };

/** Server and account of a shell. `labels`: undefined if the server is not in the inventory. */
export type ShellTarget = { labels: LabelSet | undefined; login: string };

/** Role versions whose holders can join without `join_sessions`, if they have no other versions. */
export const WITHOUT_JOIN_RULES: ReadonlySet<string> = new Set(['v3', 'v4']);
/** Whether a policy for these kinds applies to this one. */
export const covers = (kinds: readonly string[], kind: SessionKind): boolean =>
  kinds.includes(kind) || kinds.includes('*');

/**
 * The participant modes of a user in a session: all of them for the owner, for others as their roles allow. Roles older
 * than join rules allow joining the shells that their holder could open (`mayLogIn`).
 */
export function joinModes(
  userName: string,
  roles: readonly Role[],
  owner: SessionOwner,
  kind: SessionKind,
  mayLogIn: () => boolean,
): readonly ParticipantMode[] {
  if (userName === owner.userName) return ['peer', 'moderator', 'observer']; // in the order of the reference
  if (roles.length > 0 && roles.every(({ version }) => WITHOUT_JOIN_RULES.has(version)))
    return kind === 'ssh' && mayLogIn() ? ['peer'] : [];
  const granted = roles
    .flatMap(({ spec }) => spec.allow.join_sessions)
    .filter((policy) => covers(policy.kinds, kind) && policy.roles.some((name) => owner.roles.some(glob(name))))
    .flatMap(({ modes }) => modes);
  return PARTICIPANT_MODES.filter((mode) => granted.includes(mode));
}
