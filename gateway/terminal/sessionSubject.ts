import type { Demand } from '../../src/access/moderation.ts';
import type { ParticipantInfo } from './Participant.ts';
import type { Target } from './target.ts';

/** The fixed properties of a session. */
export type SessionSubject = {
  id: string;
  login: string;
  target: Target;
  /** The owner of the session. */
  owner: ParticipantInfo;
  /** Roles of the owner when the session began. They decide who may join. */
  ownerRoles: readonly string[];
  /** The participants that it requires besides the owner. Can be empty (streams §3.8). */
  demands: readonly Demand[];
  /** The session must not run without a recording (role option `record_session`). */
  recordStrictly: boolean;
};
