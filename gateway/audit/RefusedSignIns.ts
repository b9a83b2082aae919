import { LOCKOUT_FAILURES } from '../../src/wire/constants.ts';
import type { Rate } from '../http/limits.ts';
import { network, RateLimit } from '../http/rateLimit.ts';
import type { Database } from '../store/database.ts';
import type { Audit } from './audit.ts';
import type { AuditEvents } from './events.ts';

const WINDOW_MS = 60_000;
/** Limit of equal refusals that get separate events within a window: as many as cause a lock-out. */
const EACH_MAX = LOCKOUT_FAILURES;
/** The rate of separate events for all callers. */
const TOTAL_RATE: Rate = { perMinute: 30, burst: 300 };
/** Limit of merged events of a window. One more event covers the rest. */
const MERGED_MAX = 20;
/** Limits of texts from the sender, and from a provider. */
const USER_MAX_CHARS = 256;
const TEXT_MAX_CHARS = 512;

type Refusal = 'user.login' | 'recovery_code.used';
type Texts = { user?: string; error?: string; message?: string };
type MergedRefusals = { count: number; write: (count: number) => void };

type Parts = { audit: Audit; db: Database; now: () => number; failed: (error: unknown) => void };

/**
 * Writes refused sign-ins to the audit log. Unauthenticated clients can cause any number of them. Above a number of
 * equal ones (address, user, reason), and above a total rate, they are only counted. Once a minute one event is written
 * for each kind, in the form of the last one, with `merged_refusals`. So the log grows by a limited number of events a
 * minute.
 */
export class RefusedSignIns {
  #parts: Parts;
  #total: RateLimit;
  #windowEndsMs = 0;
  #written = new Map<string, number>();
  #merged = new Map<string, MergedRefusals>();
  #unlisted = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#total = new RateLimit(parts.now, TOTAL_RATE);
  }

  /** True if the refusal gets a separate event, and should be logged too. */
  record<E extends Refusal>(event: E, address: string, fields: AuditEvents[E] & Texts): boolean {
    const { audit, now } = this.#parts;
    if (now() >= this.#windowEndsMs) this.flush();
    const bounded = withBoundedTexts(fields);
    const key = JSON.stringify([network(address), event, bounded.user, bounded.error]);
    const written = this.#written.get(key) ?? 0;
    if (written < EACH_MAX && this.#total.allows('all')) {
      this.#written.set(key, written + 1);
      audit.emit(event, bounded);
      return true;
    }
    this.#merge(key, (count) => audit.emit(event, { ...bounded, merged_refusals: count }));
    this.#timer ??= setTimeout(() => this.#flushByTimer(), WINDOW_MS).unref();
    return false;
  }

  /** Writes the counted refusals, and starts a new window. */
  flush(): void {
    const { audit, db, now } = this.#parts;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#windowEndsMs = now() + WINDOW_MS;
    this.#written.clear();
    const [merged, others] = [[...this.#merged.values()], this.#unlisted];
    this.#merged.clear();
    this.#unlisted = 0;
    if (merged.length === 0) return;
    db.transaction(() => {
      for (const { count, write } of merged) write(count);
      if (others > 0) audit.emit('user.login', { ...SEVERAL, merged_refusals: others });
    });
  }

  /** Writes all that the audit log has not accepted yet. */
  close(): void {
    try {
      this.flush();
    } finally {
      this.#parts.audit.writeLate(true);
    }
  }

  #merge(key: string, write: MergedRefusals['write']): void {
    const entry = this.#merged.get(key);
    if (entry || this.#merged.size < MERGED_MAX) this.#merged.set(key, { count: (entry?.count ?? 0) + 1, write });
    else this.#unlisted += 1;
  }

  #flushByTimer(): void {
    try {
      this.flush();
    } catch (error) {
      this.#parts.failed(error);
    }
  }
}

const SEVERAL = {
  code: 'T1000W',
  method: 'local',
  success: false,
  error: 'refusals of several users, addresses and reasons',
} as const;

function withBoundedTexts<F extends Texts>(fields: F): F {
  const { user, error, message } = fields;
  return {
    ...fields,
    ...(user !== undefined && { user: cut(user, USER_MAX_CHARS) }),
    ...(error !== undefined && { error: cut(error, TEXT_MAX_CHARS) }),
    ...(message !== undefined && { message: cut(message, TEXT_MAX_CHARS) }),
  };
}

const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);
