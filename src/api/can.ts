// Whether a user may do something: by the roles, and by the plan of the cluster.
import {
  ACL_KINDS,
  ACL_VERBS,
  EXTRA_ACL_KINDS,
  type AclKey,
  type AclVerb,
  type UserAclJson,
} from '../wire/userContext.ts';
import type { Config } from './config.ts';

/** The permissions of the user's roles. Absent ones are denied (http-auth §6.2). */
export type Acl = Pick<UserAclJson, AclKey>;
export type Verdict = { ok: true } | { ok: false; why: string };

/** The kind in a role's rule. */
export const RULE_KINDS: Readonly<Record<AclKey, string>> = { ...ACL_KINDS, ...EXTRA_ACL_KINDS };

/** The missing rule in the notation of a role: `token: create`. */
export const ruleText = (key: AclKey, verb: AclVerb): string => `${RULE_KINDS[key]}: ${ACL_VERBS[verb]}`;

/** The only permission check. `why` is shown as it is, beside the disabled control. */
export const can = (acl: Acl, key: AclKey, verb: AclVerb): Verdict =>
  acl[key]?.[verb] ? { ok: true } : { ok: false, why: `Your roles lack ${ruleText(key, verb)}` };

/** Features that usage-based billing locks, with the number and the name that their offer reports (http-auth §12.2). */
const OFFERS = {
  authConnectors: { number: 1, campaign: 'CTA_AUTH_CONNECTOR' },
  activeSessions: { number: 2, campaign: 'CTA_ACTIVE_SESSIONS' },
  accessRequests: { number: 3, campaign: 'CTA_ACCESS_REQUESTS' },
  premiumSupport: { number: 4, campaign: 'CTA_PREMIUM_SUPPORT' },
  trustedDevices: { number: 5, campaign: 'CTA_TRUSTED_DEVICES' },
} as const;
export type LockedFeature = keyof typeof OFFERS;

const SALES_URL = 'https://goteleport.com/r/upgrade-team';

/** Either all of them are locked or none (specification §6). */
export const isLocked = (_feature: LockedFeature, { isUsageBasedBilling }: Pick<Config, 'isUsageBasedBilling'>) =>
  isUsageBasedBilling;

/** The vendor's page for a locked feature, and the event that a click on it reports. */
export function offerOf(
  feature: LockedFeature,
  { isEnterprise }: Pick<Config, 'isEnterprise'>,
  authVersion: string,
): { href: string; report: number } {
  const { number, campaign } = OFFERS[feature];
  return { href: `${SALES_URL}?${isEnterprise ? 'e_' : ''}${authVersion}&utm_campaign=${campaign}`, report: number };
}
