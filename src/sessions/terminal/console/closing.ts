import type { ParticipantInfo } from '../../../api/activeSessions.ts';
import { ACTIVE_SESSION_AGE_MS } from '../../../wire/constants.ts';
import type { SessionState } from '../session/sessionState.ts';

/** The effect of closing panes on their sessions. */
export type ClosingEffect =
  /** No question: there is nothing to lose, or nothing is known. */
  | { kind: 'none' }
  /** The shell ends with its only participant. `lingers`: in another user's session, it waits for its owner. */
  | { kind: 'ends'; lingers: boolean }
  /** The other participants continue. */
  | { kind: 'leaves'; others: number }
  /** Several sessions at once. */
  | { kind: 'several'; ends: number; leaves: number; lingers: boolean };

type Facts = {
  state: SessionState;
  /** The start of the session. Undefined: the server has not sent it. */
  created: Date | undefined;
  /** Undefined: not read yet, or the list does not contain this session. */
  parties: readonly ParticipantInfo[] | undefined;
  /** The session is known to belong to another user. */
  isGuest: boolean;
  nowMs: number;
};

/** A session that needs a question: connected, and older than an accidental start (streams §3.11). */
export const isActive = ({ state, created, nowMs }: Pick<Facts, 'state' | 'created' | 'nowMs'>): boolean =>
  state.kind === 'live' && created !== undefined && nowMs - created.getTime() > ACTIVE_SESSION_AGE_MS;

function effectOfOne(facts: Facts): Exclude<ClosingEffect, { kind: 'several' }> {
  if (!facts.parties || facts.parties.length === 0 || !isActive(facts)) return { kind: 'none' };
  const others = facts.parties.length - 1;
  return others === 0 ? { kind: 'ends', lingers: facts.isGuest } : { kind: 'leaves', others };
}

export function closingEffect(...panes: readonly Facts[]): ClosingEffect {
  const effects = panes.map(effectOfOne).filter(({ kind }) => kind !== 'none');
  if (effects.length < 2) return effects[0] ?? { kind: 'none' };
  const ends = effects.filter((effect) => effect.kind === 'ends');
  const lingers = ends.some((effect) => effect.lingers);
  return { kind: 'several', ends: ends.length, leaves: effects.length - ends.length, lingers };
}
