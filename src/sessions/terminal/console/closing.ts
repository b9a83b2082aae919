import type { ParticipantInfo } from '../../../api/activeSessions.ts';
import { ACTIVE_SESSION_AGE_MS } from '../../../wire/constants.ts';
import type { SessionState } from '../session/sessionState.ts';

/** What closing panes does to the people in their sessions. */
export type ClosingEffect =
  /** Nobody is asked: there is nothing to lose, or nothing is known. */
  | { kind: 'none' }
  /** The shell ends with its only participant; `lingers`: in the session of another user, where it waits for its owner. */
  | { kind: 'ends'; lingers: boolean }
  /** The others go on. */
  | { kind: 'leaves'; others: number }
  /** Several at once. */
  | { kind: 'several'; ends: number; leaves: number; lingers: boolean };

type Facts = {
  state: SessionState;
  /** When the session began; undefined: the server has not told. */
  created: Date | undefined;
  /** undefined: not read yet, or the list does not show this session. */
  parties: readonly ParticipantInfo[] | undefined;
  /** The session is known to be of another user. */
  isGuest: boolean;
  nowMs: number;
};

/** A session that is worth a question: connected, and older than a slip of the hand (streams §3.11). */
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
