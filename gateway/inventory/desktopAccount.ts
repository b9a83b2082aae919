import type { Connect } from '../config/settings.ts';

/**
 * The only login for a desktop where the gateway signs in with a fixed account: another login would get the rights of
 * that account. undefined: the logins of the roles.
 */
export const accountOf = (connect: Connect): string | undefined =>
  connect.via === 'vnc' || connect.via === 'rdp' ? connect.user : undefined;
