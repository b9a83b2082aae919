import { lockText } from '../locks/lock.ts';
import type { AccessWatch } from '../identity/AccessWatch.ts';
import { joinModes, type Inventory } from './liveSession.ts';
import { lockedNode } from './nodeAccess.ts';
import type { ParticipantInfo } from './Participant.ts';
import type { SessionMember } from './sessionMember.ts';
import type { Session } from './Session.ts';

const NOT_JOINABLE = 'Access revoked: your roles no longer allow joining this session.';

/**
 * Why somebody may not take part in a session any more: an owner needs the login, whoever joined needs the mode. Words
 * for them and for the audit log.
 */
export function sessionRefusal(session: Session, watch: AccessWatch, inventory: Inventory) {
  const { owner, login, target } = session.subject;
  const place = { login, node: target.node };
  return (info: ParticipantInfo, mode: SessionMember['mode']): string | undefined => {
    if (info.user === owner.user) return watch.loginRefusal(info, place);
    const lock = watch.lockOf(info, lockedNode(target.node, login));
    if (lock) return lockText(lock);
    const access = watch.accessOf(info.user);
    const mayJoin = access && joinModes(session, { access }, inventory)?.some((granted) => granted === mode);
    return mayJoin ? undefined : NOT_JOINABLE;
  };
}
