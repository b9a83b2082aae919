import type { Party } from '../../../api/activeSessions.ts';
import { ACTIVE_SESSION_AGE_MS } from '../../../wire/constants.ts';
import type { SessionState } from '../session/sessionState.ts';

/** What closing a tab does to the people in its session. */
export type ClosingEffect =
  /** Nobody is asked: there is nothing to lose, or nothing is known. */
  | { kind: 'none' }
  /** The shell ends with its only participant. */
  | { kind: 'ends' }
  /** The others go on. */
  | { kind: 'leaves'; others: number };

type Facts = {
  state: SessionState;
  /** When the session began; undefined: the server has not told. */
  created: Date | undefined;
  /** undefined: not read yet, or the list does not show this session. */
  parties: readonly Party[] | undefined;
  nowMs: number;
};

/** A session that is worth a question: connected, and older than a slip of the hand (streams §3.11). */
export const isActive = ({ state, created, nowMs }: Pick<Facts, 'state' | 'created' | 'nowMs'>): boolean =>
  state.kind === 'live' && created !== undefined && nowMs - created.getTime() > ACTIVE_SESSION_AGE_MS;

export function closingEffect(facts: Facts): ClosingEffect {
  if (!facts.parties || facts.parties.length === 0 || !isActive(facts)) return { kind: 'none' };
  return facts.parties.length === 1 ? { kind: 'ends' } : { kind: 'leaves', others: facts.parties.length - 1 };
}
