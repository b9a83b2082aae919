import type { Config } from './config.ts';

/** What a plan that is billed by use keeps locked, with the number and the name that its offer reports (http-auth §12.2). */
const OFFERS = {
  authConnectors: { number: 1, campaign: 'CTA_AUTH_CONNECTOR' },
  activeSessions: { number: 2, campaign: 'CTA_ACTIVE_SESSIONS' },
  accessRequests: { number: 3, campaign: 'CTA_ACCESS_REQUESTS' },
  premiumSupport: { number: 4, campaign: 'CTA_PREMIUM_SUPPORT' },
  trustedDevices: { number: 5, campaign: 'CTA_TRUSTED_DEVICES' },
} as const;
export type LockedFeature = keyof typeof OFFERS;

const SALES_URL = 'https://goteleport.com/r/upgrade-team';

/** All or none of them (specification §6). */
export const isLocked = (_feature: LockedFeature, { isUsageBasedBilling }: Pick<Config, 'isUsageBasedBilling'>) =>
  isUsageBasedBilling;

/** Where the vendor sells what is locked, and what a click on it reports. */
export function offerOf(
  feature: LockedFeature,
  { isEnterprise }: Pick<Config, 'isEnterprise'>,
  authVersion: string,
): { href: string; report: number } {
  const { number, campaign } = OFFERS[feature];
  return { href: `${SALES_URL}?${isEnterprise ? 'e_' : ''}${authVersion}&utm_campaign=${campaign}`, report: number };
}
