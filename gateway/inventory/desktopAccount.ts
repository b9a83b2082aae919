import type { Connect } from '../config/settings.ts';

/**
 * The only login that a desktop can be opened with, where the gateway signs in with an account of its own: another one
 * would have the rights of that account. undefined: what the roles grant.
 */
export const accountOf = (connect: Connect): string | undefined =>
  connect.via === 'vnc' || connect.via === 'rdp' ? connect.user : undefined;
