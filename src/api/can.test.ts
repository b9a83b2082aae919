import { expect, test } from 'vitest';
import { can, isLocked, offerOf } from './can.ts';
import { toConfig } from './config.ts';

test('allows without a reason', () => {
  expect(can({ tokens: { create: true } }, 'tokens', 'create')).toEqual({ ok: true });
});

test('names the missing rule as roles spell it', () => {
  expect(can({ tokens: { create: false } }, 'tokens', 'create')).toEqual({
    ok: false,
    why: 'Your roles lack token: create',
  });
  expect(can({}, 'authConnectors', 'edit')).toEqual({ ok: false, why: 'Your roles lack auth_connector: update' });
  expect(can({ roles: {} }, 'roles', 'remove')).toEqual({ ok: false, why: 'Your roles lack role: delete' });
});

test('only usage-based billing locks a feature', () => {
  expect(isLocked('premiumSupport', toConfig({ isUsageBasedBilling: true }))).toBe(true);
  expect(isLocked('activeSessions', toConfig({ isUsageBasedBilling: true }))).toBe(true);
  expect(isLocked('premiumSupport', toConfig({ isCloud: true }))).toBe(false);
});

test('an upgrade link has edition, version and feature', () => {
  expect(offerOf('premiumSupport', toConfig({ isUsageBasedBilling: true }), '13.1.3')).toEqual({
    href: 'https://goteleport.com/r/upgrade-team?e_13.1.3&utm_campaign=CTA_PREMIUM_SUPPORT',
    report: 4,
  });
  expect(offerOf('activeSessions', toConfig(), '13.1.3')).toEqual({
    href: 'https://goteleport.com/r/upgrade-team?13.1.3&utm_campaign=CTA_ACTIVE_SESSIONS',
    report: 2,
  });
});
