import type { WebSessionJson } from '../../src/wire/webSessions.ts';

/** A browser session in the list of the gateway. */
export const webSession = (id: string, more: Partial<WebSessionJson> = {}): WebSessionJson => ({
  id,
  client: 'Firefox on Linux',
  address: '192.0.2.7',
  method: 'otp',
  created: '2026-11-21T08:00:00Z',
  lastActive: '2026-11-21T09:30:00Z',
  expires: '2026-11-21T20:00:00Z',
  current: false,
  ...more,
});
