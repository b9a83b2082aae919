import { expect, test } from 'vitest';
import { toConfig } from './config.ts';
import { isLocked, offerOf } from './lockedFeatures.ts';

test('a plan that is billed by use locks, and no other does', () => {
  expect(isLocked('premiumSupport', toConfig({ isUsageBasedBilling: true }))).toBe(true);
  expect(isLocked('activeSessions', toConfig({ isUsageBasedBilling: true }))).toBe(true);
  expect(isLocked('premiumSupport', toConfig({ isCloud: true }))).toBe(false);
});

test('an offer names edition, version and feature', () => {
  expect(offerOf('premiumSupport', toConfig({ isUsageBasedBilling: true }), '13.1.3')).toEqual({
    href: 'https://goteleport.com/r/upgrade-team?e_13.1.3&utm_campaign=CTA_PREMIUM_SUPPORT',
    report: 4,
  });
  expect(offerOf('activeSessions', toConfig(), '13.1.3')).toEqual({
    href: 'https://goteleport.com/r/upgrade-team?13.1.3&utm_campaign=CTA_ACTIVE_SESSIONS',
    report: 2,
  });
});
