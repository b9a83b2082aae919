import { asksForMore } from '../../src/access/moderation.ts';
import { lockText } from '../locks/lock.ts';
import type { AccessWatch } from '../identity/AccessWatch.ts';
import { joinModes, type Inventory } from './liveSession.ts';
import { kindOf, lockedNode } from './nodeAccess.ts';
import type { SessionRefusal } from './sessionMember.ts';
import type { Session } from './Session.ts';

const NOT_JOINABLE = 'Access revoked: your roles no longer allow joining this session.';
const NOT_MODERATED = 'Access revoked: your roles require other participants in this session.';

/**
 * Why a user may no longer take part in a session. The owner needs the login and no participants beyond those that the
 * session waits for. A user who joined needs the mode. The text is for the user and for the audit log.
 */
export function sessionRefusal(session: Session, watch: AccessWatch, inventory: Inventory): SessionRefusal {
  const { owner, login, target, demands } = session.subject;
  const loginTarget = { login, node: target.node };
  return (info, mode) => {
    if (info.user === owner.user) {
      const needed = watch.accessOf(owner.user)?.joinDemands(kindOf(target.node)) ?? [];
      return watch.loginRefusal(info, loginTarget) ?? (asksForMore(demands, needed) ? NOT_MODERATED : undefined);
    }
    const lock = watch.lockOf(info, lockedNode(target.node, login));
    if (lock) return lockText(lock);
    const access = watch.accessOf(info.user);
    const mayJoin = access && joinModes(session, { access }, inventory)?.some((granted) => granted === mode);
    return mayJoin ? undefined : NOT_JOINABLE;
  };
}
