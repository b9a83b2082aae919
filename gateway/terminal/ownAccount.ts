// Logins as the account that the gateway itself runs as: they reach all that the gateway keeps.
import type { Account } from './accounts.ts';
import { TargetError } from './target.ts';

export const isOwnAccount = ({ uid }: Pick<Account, 'uid'>): boolean => uid === process.getuid?.();

/** For people who may not log in as it. */
export const ownAccountRefusal = (login: string): string =>
  `${login} is the gateway’s own account, and gateway.yaml does not allow logins with it (node.own_account)`;

/** Throws a TargetError for the gateway's own account where gateway.yaml allows no login as it. */
export function requireLoginAllowed(account: Account, ownAccount: boolean): void {
  if (!ownAccount && isOwnAccount(account)) throw new TargetError(ownAccountRefusal(account.name));
}
