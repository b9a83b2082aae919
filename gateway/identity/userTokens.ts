import { INVITE_TTL_MS, PRIVILEGE_TTL_MS, RESET_TTL_MS } from '../../src/wire/constants.ts';
import { formatDurationText } from '../../src/wire/duration.ts';
import type { Audit } from '../audit/audit.ts';
import type { Locks } from '../locks/Locks.ts';
import type { Stores } from '../store/stores.ts';
import type { UserToken, UserTokenKind } from '../store/userTokens.ts';
import { denied } from '../http/failures.ts';
import { randomHex } from './secrets.ts';
import type { WebSessions } from './webSessions.ts';

const LIFE_MS: Record<UserTokenKind, number> = {
  invite: INVITE_TTL_MS,
  password: RESET_TTL_MS,
  privilege: PRIVILEGE_TTL_MS,
  privilege_exception: PRIVILEGE_TTL_MS,
};

const LINK_ISSUED = 'You were signed out: a link to reset your account was issued.';
const LINK_PENDING = 'a reset link is pending for this account: complete it first';

export type IssuedToken = { id: string; expires: string };

type Parts = {
  stores: Stores;
  audit: Audit;
  sessions: Pick<WebSessions, 'endAllOf'>;
  locks: Pick<Locks, 'inForce'>;
  now: () => number;
};

/**
 * Tokens that open an account for a limited time: invitations, resets, changes of second factors (http-auth §7, §8.3).
 */
export class UserTokens {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * A link that sets a new password. It deletes the account's password, devices, recovery codes, earlier tokens and
   * sign-ins at once (http-auth §7.1).
   */
  issueLink(user: string, kind: 'invite' | 'password', issuer: string): IssuedToken {
    const { stores } = this.#parts;
    return stores.db.transaction(() => {
      stores.recoveryCodes.deleteOf(user);
      stores.users.setPasswordHash(user, undefined);
      stores.devices.deleteOf(user);
      return this.#issueLink(user, kind, issuer);
    });
  }

  /**
   * For a user who has proved a recovery code and their other factor. Ends all sign-ins but deletes nothing else until
   * the link is used: if the link is lost, that factor and a remaining code can create another.
   */
  issueRecoveryLink(user: string): IssuedToken {
    return this.#parts.stores.db.transaction(() => this.#issueLink(user, 'password', user));
  }

  /**
   * Lets the user change their second factors. `privilege_exception` is for users without one: it can only add
   * (http-auth §8.3). It is refused while a link is pending, because that link has deleted the user's devices.
   */
  issuePrivilege(user: string, kind: 'privilege' | 'privilege_exception'): IssuedToken {
    const { stores, now } = this.#parts;
    return stores.db.transaction(() => {
      // A link for an account of a provider cannot be completed, so it does not block.
      const isLocal = stores.users.find(user)?.authType === 'local';
      if (kind === 'privilege_exception' && isLocal && stores.userTokens.hasLink(user, now()))
        throw denied(LINK_PENDING);
      stores.userTokens.deletePrivilegesOf(user);
      const token = this.#issue(user, kind);
      const ttl = formatDurationText(LIFE_MS[kind]);
      this.#parts.audit.emit('privilege_token.create', { user, name: user, expires: token.expires, ttl });
      return token;
    });
  }

  /**
   * Deletes the proofs of users who have a locked device, because that device may have made them. The user's other
   * devices can make new ones. Call it after a change of locks.
   */
  dropLocked(): void {
    const { stores, locks } = this.#parts;
    for (const user of stores.userTokens.privilegedUsers()) {
      const devices = stores.devices.of(user);
      if (devices.some(({ id }) => locks.inForce({ user, roles: [], mfaDevice: id })))
        stores.userTokens.deletePrivilegesOf(user);
    }
  }

  /** The token, if it has one of these kinds and has not expired. */
  find(id: string, ...kinds: UserTokenKind[]): UserToken | undefined {
    const token = this.#parts.stores.userTokens.find(id);
    return token && kinds.includes(token.kind) && token.expiresMs > this.#parts.now() ? token : undefined;
  }

  #issueLink(user: string, kind: 'invite' | 'password', issuer: string): IssuedToken {
    const { stores, audit, sessions } = this.#parts;
    stores.userTokens.deleteOf(user);
    sessions.endAllOf(user, undefined, LINK_ISSUED);
    const token = this.#issue(user, kind);
    const ttl = formatDurationText(LIFE_MS[kind]);
    audit.emit('reset_password_token.create', { user: issuer, name: user, expires: token.expires, ttl });
    return token;
  }

  #issue(user: string, kind: UserTokenKind): IssuedToken {
    const { stores, now } = this.#parts;
    const id = randomHex(16);
    const expiresMs = now() + LIFE_MS[kind];
    stores.userTokens.deleteExpired(now());
    stores.userTokens.add(id, { user, kind, expiresMs });
    return { id, expires: new Date(expiresMs).toISOString() };
  }
}
