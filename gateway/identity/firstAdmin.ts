import { NEVER, SYSTEM_USER } from '../audit/events.ts';
import type { Audit } from '../audit/audit.ts';
import type { GatewayConfig } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import type { Stores } from '../store/stores.ts';
import type { UserTokens } from './userTokens.ts';

const ADMIN_ROLES = ['editor', 'access', 'auditor'];
/** Name of the account that was created at the first start. */
const SETTING = 'first_admin';

type Parts = { stores: Stores; userTokens: UserTokens; audit: Audit; now: () => number };

/** Notices for the administrator who starts the gateway. Empty if there are none. */
export function firstAdminNotices({ stores, config }: Pick<Gateway, 'stores' | 'config'>): string[] {
  const { auth, admin } = config.get();
  if (auth.local || stores.users.anySetUp() || stores.connectors.list().length > 0) return [];
  return [
    `auth.local is false, so that the account of ${admin.name} cannot be set up. Start with auth.local: true, set it up ` +
      'and add a connector first',
  ];
}

/**
 * Until a user has set a password, makes sure that an administrator exists and returns the token of a new invitation.
 * Earlier invitations become void. If the configured name changes, the account is deleted and created with the new
 * name.
 */
export function inviteFirstAdmin(
  { stores: { db, users, settings }, userTokens, audit, now }: Parts,
  { name, logins }: GatewayConfig['admin'],
): string | undefined {
  if (users.anySetUp()) return undefined;
  return db.transaction(() => {
    const former = settings.get(SETTING);
    if (former !== undefined && former !== name) users.delete(former);
    const account = { name, roles: ADMIN_ROLES, traits: { logins } };
    if (users.find(name)) users.update(account);
    else {
      users.add({ ...account, createdBy: SYSTEM_USER, createdMs: now() });
      audit.emit('user.create', { user: SYSTEM_USER, name, roles: ADMIN_ROLES, connector: 'local', expires: NEVER });
    }
    settings.set(SETTING, name);
    return userTokens.issueLink(name, 'invite', SYSTEM_USER).id;
  });
}
