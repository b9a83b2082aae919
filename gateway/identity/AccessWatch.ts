import type { Access } from '../../src/access/access.ts';
import { lockText, type Lock } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import type { UserStore } from '../store/users.ts';
import { judgeLogin, lockedNode } from '../terminal/nodeAccess.ts';
import type { TargetNode } from '../terminal/target.ts';
import type { AccessCache } from './accessCache.ts';

type Parts = { users: Pick<UserStore, 'find'>; accessCache: AccessCache; locks: Pick<Locks, 'inForce'> };

/** Who has something open, and the device that their sign-in was made with. */
type Holder = { user: string; mfaDevice?: string | undefined };

/** A login on a server, with the labels that the server had when it was opened. */
export type LoginPlace = { login: string; node: Pick<TargetNode, 'id' | 'hostname' | 'labels' | 'unlisted'> };

type LockedPlace = { login: string; node: Pick<TargetNode, 'id' | 'unlisted'> };

/**
 * Judges what is open already: roles, users and locks may have changed since it was allowed. Ask after every change
 * (`Locks.changed`), and again before something that was waited for begins.
 */
export class AccessWatch {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the user may do now; undefined where the account is gone. */
  accessOf(user: string): Access | undefined {
    const found = this.#parts.users.find(user);
    return found && this.#parts.accessCache.of(found);
  }

  lockOf({ user, mfaDevice }: Holder, { login, node }: LockedPlace): Lock | undefined {
    const roles = this.#parts.users.find(user)?.roles ?? [];
    return this.#parts.locks.inForce({ user, roles, mfaDevice, ...lockedNode(node, login) });
  }

  /** Why the login is not the holder's any more, in words for them and for the audit log; undefined while it is. */
  loginRefusal(holder: Holder, place: LoginPlace): string | undefined {
    const lock = this.lockOf(holder, place);
    if (lock) return lockText(lock);
    const { login, node } = place;
    const access = this.accessOf(holder.user);
    if (!access) return 'Access revoked: the account is gone.';
    return judgeLogin(access, node, login).ok
      ? undefined
      : `Access revoked: your roles no longer allow ${login} on ${node.hostname}.`;
  }
}
