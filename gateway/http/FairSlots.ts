import type { Dispose } from '../../src/lib/disposables.ts';
import { network } from './rateLimit.ts';

export type SlotsMax = { total: number; perNetwork: number };
type Holder = { drop: () => void; busy: () => boolean };

/**
 * Something that only so many may hold at the same time: of one network, and together. A newcomer always gets a slot;
 * the one that has to go is the oldest of the newcomer's network where that has too many, else the oldest of the network
 * that holds most. So who holds many takes from themselves, and nobody is locked out by others.
 */
export class FairSlots {
  #max: SlotsMax;
  #networks = new Map<string, Set<Holder>>();
  #total = 0;

  constructor(max: SlotsMax) {
    this.#max = max;
  }

  /** `drop` ends what the slot is held for; holders that are `busy` go after the others. Release is harmless twice. */
  take(address: string, drop: () => void, busy: () => boolean = () => false): Dispose {
    const key = network(address);
    const own = this.#networks.get(key) ?? new Set();
    if (own.size >= this.#max.perNetwork) this.#dropOldest(key, own);
    else if (this.#total >= this.#max.total) this.#dropOldest(...this.#heaviest());
    const holder = { drop, busy };
    own.add(holder);
    this.#networks.set(key, own); // it has gone from there where its last holder was dropped
    this.#total += 1;
    return () => this.#release(key, own, holder);
  }

  get held(): number {
    return this.#total;
  }

  #heaviest(): [string, Set<Holder>] {
    let heaviest: [string, Set<Holder>] = ['', new Set()];
    for (const entry of this.#networks) if (entry[1].size > heaviest[1].size) heaviest = entry;
    return heaviest;
  }

  #dropOldest(key: string, holders: Set<Holder>): void {
    const [oldest] = holders;
    const chosen = [...holders].find(({ busy }) => !busy()) ?? oldest;
    if (!chosen) return;
    this.#release(key, holders, chosen);
    chosen.drop();
  }

  #release(key: string, holders: Set<Holder>, holder: Holder): void {
    if (!holders.delete(holder)) return;
    this.#total -= 1;
    if (holders.size === 0 && this.#networks.get(key) === holders) this.#networks.delete(key);
  }
}
