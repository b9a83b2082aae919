import type { Dispose } from '../../src/lib/disposables.ts';
import { network } from './rateLimit.ts';

export type SlotsMax = { total: number; perNetwork: number };
type Holder = { drop: () => void; busy: () => boolean };

/**
 * A resource with a limited number of holders: for each network, and in total. A newcomer always gets a slot. If the
 * newcomer's network has too many, its oldest holder is dropped, otherwise the oldest holder of the network with most.
 * A network with many holders therefore displaces its own, and cannot lock others out.
 */
export class FairSlots {
  #max: SlotsMax;
  #networks = new Map<string, Set<Holder>>();
  #total = 0;

  constructor(max: SlotsMax) {
    this.#max = max;
  }

  /** `drop` ends the use of the slot. Holders that are `busy` are dropped last. Release is harmless twice. */
  take(address: string, drop: () => void, busy: () => boolean = () => false): Dispose {
    const key = network(address);
    const connections = this.#networks.get(key) ?? new Set();
    if (connections.size >= this.#max.perNetwork) this.#dropOldest(key, connections);
    else if (this.#total >= this.#max.total) this.#dropOldest(...this.#heaviest());
    const holder = { drop, busy };
    connections.add(holder);
    this.#networks.set(key, connections); // it was deleted if its last holder was dropped
    this.#total += 1;
    return () => this.#release(key, connections, holder);
  }

  get heldCount(): number {
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
