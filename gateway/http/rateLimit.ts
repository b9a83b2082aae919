import { isIPv6 } from 'node:net';
import { RATE_BURST, RATE_PER_MINUTE } from '../../src/wire/constants.ts';
import { limitExceeded } from './failures.ts';
import type { Rate } from './limits.ts';

type Bucket = { tokens: number; filledMs: number };

/** The rate of the contract's limited endpoints (http-auth §1.5). */
const CONTRACT_RATE: Rate = { perMinute: RATE_PER_MINUTE, burst: RATE_BURST };
/** Limit of stored addresses. Above it, the least recently seen one is deleted. */
const ADDRESSES_MAX = 20_000;
/** A proxy may pass on any text as its client's address. */
const ADDRESS_CHARS_MAX = 64;

/** A token bucket for each address. Users of the same instance share the buckets. */
export class RateLimit {
  #buckets = new Map<string, Bucket>();
  #now: () => number;
  #rate: Rate;

  constructor(now: () => number, rate: Rate = CONTRACT_RATE) {
    this.#now = now;
    this.#rate = rate;
  }

  /** Takes one token or throws the refusal. */
  take(address: string): void {
    if (!this.allows(address)) throw limitExceeded('max rate reached: retry-in 0s');
  }

  /** Takes one token if there is one. */
  allows(address: string): boolean {
    const key = network(address);
    const now = this.#now();
    const { perMinute, burst } = this.#rate;
    const bucket = this.#buckets.get(key) ?? { tokens: burst, filledMs: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.filledMs) * perMinute) / 60_000);
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

/** After these prefixes, the last 32 bits are an IPv4 address: mapped, or translated by a network (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/** One IPv6 customer has a whole /64, so counting single addresses would limit nothing. */
export function network(address: string): string {
  if (!isIPv6(address)) return address.slice(0, ADDRESS_CHARS_MAX);
  const groups = groupsOf(address);
  if (!IPV4_PREFIXES.includes(hex(groups.slice(0, 6)))) return hex(groups.slice(0, 4));
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** The eight groups of an address. */
function groupsOf(address: string): number[] {
  const [text = ''] = address.split('%', 1);
  const [head = '', tail] = text
    .replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
      return hex([a * 256 + b, c * 256 + d]);
    })
    .split('::');
  const start = head ? head.split(':') : [];
  const end = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  return [...start, ...Array<string>(zeros).fill('0'), ...end].map((group) => Number.parseInt(group, 16));
}

const hex = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':');
