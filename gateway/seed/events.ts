import { createHash } from 'node:crypto';
import type { EventDocument } from '../store/events.ts';

/** The user of the oldest events, who is on no page of newer events. */
const RARE_USER = 'rare-user';
const RARE_EVENTS = 12;
const STEP_MS = 3000;
const KINDS = [
  ['T1000I', 'user.login'],
  ['TC000I', 'cert.create'],
  ['T2000I', 'session.start'],
  ['T2004I', 'session.end'],
  ['T3005I', 'scp'],
  ['T1000W', 'user.login'],
] as const;

/** Deterministic, and as varied as random ids, so that compressed answers have a realistic size. */
const id = (of: string): string => {
  const hex = createHash('sha256').update(of).digest('hex');
  return `5eed0000-${hex.slice(0, 4)}-4${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`;
};

/** The n-th of `count` audit events, the oldest first, one every three seconds up to now. */
export function seededEvent(n: number, count: number, nowMs: number) {
  const [code, event] = KINDS[n % KINDS.length] ?? KINDS[0];
  const [uid, timeMs] = [id(`event ${n}`), nowMs - (count - n) * STEP_MS];
  const document: EventDocument = {
    ...{
      cluster_name: 'example.test',
      code,
      ei: 0,
      event,
      time: new Date(timeMs).toISOString(),
      uid,
      sid: id(`session ${n}`),
    },
    ...{ user: n < RARE_EVENTS ? RARE_USER : `user-${n % 500}`, login: 'root' },
    ...{ server_hostname: `web-${n % 300}`, 'addr.remote': `10.0.${n % 200}.1:50114` },
  };
  return { uid, timeMs, event, document };
}
