import type { ConnectProblem } from '../../../api/terminal.ts';
import type { LossReason, SessionState } from './sessionState.ts';

/** What follows from a socket that never opened: worth another try, or over. */
export type Judgement = { kind: 'lost'; why: LossReason } | { kind: 'over'; state: SessionState };

/** What is known of the session when a socket to it does not open. */
export type Before = {
  /** The session is known to have run. */
  wasThere: boolean;
  /** What the server said in place of a shell, when it opened the socket before. */
  refusal: string | undefined;
  /** Why the server closed the connection before. */
  closedWhy: string | undefined;
};

export function judgeProblem(problem: ConnectProblem, { wasThere, refusal, closedWhy }: Before): Judgement {
  if (problem.kind === 'unreachable') return { kind: 'lost', why: { kind: 'network' } };
  if (problem.kind === 'blocked') return { kind: 'lost', why: problem };
  if (problem.status >= 500) return { kind: 'lost', why: { kind: 'closed', words: problem.why } };
  if (problem.status !== 404 || !wasThere) return { kind: 'over', state: { ...problem, kind: 'refused' } };
  if (refusal !== undefined) return { kind: 'over', state: { kind: 'refused', status: 0, why: refusal } };
  return { kind: 'over', state: { kind: 'ended', how: { kind: 'gone', ...(closedWhy && { why: closedWhy }) } } };
}
