import { isIPv6 } from 'node:net';
import { RATE_BURST, RATE_PER_MINUTE } from '../../src/wire/constants.ts';
import { limitExceeded } from './failures.ts';

type Bucket = { tokens: number; filledMs: number };

const REFILL_PER_MS = RATE_PER_MINUTE / 60_000;
/** Addresses that are remembered; beyond that the one unheard of for longest is forgotten. */
const ADDRESSES_MAX = 20_000;

/** A token bucket per address, one for all limited endpoints (http-auth §1.5). */
export class RateLimit {
  #buckets = new Map<string, Bucket>();
  #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes one token or throws the refusal. */
  take(address: string): void {
    if (!this.allows(address)) throw limitExceeded('max rate reached: retry-in 0s');
  }

  /** Takes one token if there is one. */
  allows(address: string): boolean {
    const key = network(address);
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: RATE_BURST, filledMs: now };
    bucket.tokens = Math.min(RATE_BURST, bucket.tokens + Math.max(0, now - bucket.filledMs) * REFILL_PER_MS);
    bucket.filledMs = now;
    this.#remember(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** A Map keeps the order of insertion, so its first key is the oldest. */
  #remember(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= ADDRESSES_MAX) return;
    const [oldest = ''] = this.#buckets.keys();
    this.#buckets.delete(oldest);
  }
}

/** One IPv6 customer has a whole /64 at hand; counting single addresses would limit nothing. */
export function network(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  return [...start, ...Array<string>(zeros).fill('0'), ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
