import type { Access } from '../../src/access/access.ts';
import { lockText, type Lock, type LockSubject } from '../locks/lock.ts';
import type { Locks } from '../locks/Locks.ts';
import type { JoinedHostStore } from '../store/joinedHosts.ts';
import type { UserStore } from '../store/users.ts';
import { judgeLogin, lockedNode } from '../terminal/nodeAccess.ts';
import type { TargetNode } from '../terminal/target.ts';
import type { AccessCache } from './accessCache.ts';

type Parts = {
  users: Pick<UserStore, 'find'>;
  joinedHosts: Pick<JoinedHostStore, 'find'>;
  accessCache: AccessCache;
  locks: Pick<Locks, 'inForce'>;
};

/** The owner of an open session, and the devices that locks check. */
export type Holder = Pick<LockSubject, 'user' | 'mfaDevice' | 'signInDevice'>;

/** A login on a server, with the labels that the server had when it was opened. */
export type LoginTarget = {
  login: string;
  node: Pick<TargetNode, 'id' | 'hostname' | 'labels' | 'unlisted' | 'joined' | 'pod'>;
};

/** A login on a desktop, with the labels that it had when it was opened. */
export type DesktopTarget = { login: string; desktop: { name: string; labels: Readonly<Record<string, string>> } };

/** An application, with the labels that it has now. */
export type AppTarget = { name: string; labels: Readonly<Record<string, string>> };

/** A user of a database. `dbName`: absent for protocols without named databases. */
export type DatabaseTarget = {
  database: { name: string; labels: Readonly<Record<string, string>> };
  dbUser: string;
  dbName?: string;
  readOnly: boolean;
};

type LockTarget = Pick<LockSubject, 'login' | 'serverId' | 'anyServer' | 'windowsDesktop'>;

/**
 * Checks what is already open: roles, users and locks may have changed since it was allowed. Call it after every change
 * (`Locks.onChange`), and again before something that had to wait starts.
 */
export class AccessWatch {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The user's current access. undefined if the account does not exist. */
  accessOf(user: string): Access | undefined {
    const found = this.#parts.users.find(user);
    return found && this.#parts.accessCache.of(found);
  }

  /** Names of the user's current roles. */
  rolesOf(user: string): readonly string[] {
    return this.#parts.users.find(user)?.roles ?? [];
  }

  lockOf({ user, mfaDevice, signInDevice }: Holder, target: LockTarget): Lock | undefined {
    return this.#parts.locks.inForce({ user, roles: this.rolesOf(user), mfaDevice, signInDevice, ...target });
  }

  /** Why the holder may no longer use the login, as text for the holder and the audit log. undefined while they may. */
  loginRefusal(holder: Holder, { login, node }: LoginTarget): string | undefined {
    if (node.joined && !this.#parts.joinedHosts.find(node.id))
      return `Access revoked: the server ${node.hostname} has been removed.`;
    const judge = (access: Access) => judgeLogin(access, node, login).ok;
    return this.#refusal(holder, lockedNode(node, login), judge, `${login} on ${node.hostname}`);
  }

  /** The same for a desktop. */
  desktopRefusal(holder: Holder, { login, desktop: { name, labels } }: DesktopTarget): string | undefined {
    const judge = (access: Access) => access.resource('windows_desktop', labels, { login }).ok;
    return this.#refusal(holder, { login, windowsDesktop: name }, judge, `${login} on ${name}`);
  }

  /** The same for an application. */
  appRefusal(holder: Holder, { name, labels }: AppTarget): string | undefined {
    return this.#refusal(holder, {}, (access) => access.resource('app', labels).ok, name);
  }

  /** The same for a database. A session that may write is also refused if it may now only read. */
  databaseRefusal(
    holder: Holder,
    { database: { name, labels }, readOnly, ...principals }: DatabaseTarget,
  ): string | undefined {
    const judge = (access: Access) =>
      access.resource('db', labels, principals).ok && (readOnly || !access.options().dbReadOnly);
    return this.#refusal(holder, {}, judge, `what this session does as ${principals.dbUser} on ${name}`);
  }

  #refusal(holder: Holder, locked: LockTarget, judge: (access: Access) => boolean, noun: string): string | undefined {
    const lock = this.lockOf(holder, locked);
    if (lock) return lockText(lock);
    const access = this.accessOf(holder.user);
    if (!access) return 'Access revoked: the account is gone.';
    return judge(access) ? undefined : `Access revoked: your roles no longer allow ${noun}.`;
  }
}
