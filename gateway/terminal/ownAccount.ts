// Logins as the account that the gateway itself runs as. They can access all data of the gateway.
import type { Account } from './accounts.ts';
import { TargetError } from './target.ts';

export const isOwnAccount = ({ uid }: Pick<Account, 'uid'>): boolean => uid === process.getuid?.();

/** For users who may not log in as that account. */
export const ownAccountRefusal = (login: string): string =>
  `${login} is the gateway’s own account, and gateway.yaml does not allow logins with it (node.own_account)`;

/** Throws a TargetError for the gateway's own account if gateway.yaml does not allow logins as it. */
export function requireLoginAllowed(account: Account, ownAccount: boolean): void {
  if (!ownAccount && isOwnAccount(account)) throw new TargetError(ownAccountRefusal(account.name));
}
