import type { Demand } from '../../src/access/moderation.ts';
import type { ParticipantInfo } from './Participant.ts';
import type { Target } from './target.ts';

/** What a session is of, from its beginning to its end. */
export type SessionSubject = {
  id: string;
  login: string;
  target: Target;
  /** Whose session it is. */
  owner: ParticipantInfo;
  /** Roles of the owner when the session began: they say who may join. */
  ownerRoles: readonly string[];
  /** Whom it needs besides; empty: nobody (streams §3.8). */
  demands: readonly Demand[];
  /** Without a recording there must be no session (role option `record_session`). */
  recordStrictly: boolean;
};
