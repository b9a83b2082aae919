import type { Clock } from '../../src/lib/clock.ts';
import type { Dispose } from '../../src/lib/disposables.ts';
import { expireDocuments } from '../documents/expireDocuments.ts';
import type { Gateway } from '../gateway.ts';

/** How late the end of a sign-in, an account or a role is noticed without calls. */
const CHECK_MS = 1000;

type Log = { error(details: object, message: string): void };

/**
 * Ends what has expired: sign-ins that have something open, and documents such as roles. Writes late audit events.
 * Checks every second instead of setting a timer for each: end times move (renewals, activity), and timers are limited
 * to 24 days. Costs one query for each sign-in that has something open.
 */
export function followTime(gateway: Gateway, clock: Clock, log: Log): Dispose {
  const { audit, locks, stores, sessions, terminals, executions, desktops, queries, apps, openCalls } = gateway;
  let failing = false;
  return clock.every(CHECK_MS, () => {
    try {
      const open = [terminals, executions, desktops, queries, apps, openCalls].flatMap((each) => each.signIns());
      sessions.endExpired(new Map(open.map((signIn) => [signIn.loginId, signIn])).values());
      expireDocuments(gateway);
      audit.writeLate();
      failing = false;
    } catch (err) {
      // A full disk stays full: logging the first failure is enough.
      if (!failing) log.error({ err }, 'could not end expired sessions');
      failing = true;
      // The access ends even if the document cannot be removed.
      if (stores.documents.hasExpired) locks.recheck();
    }
  });
}
