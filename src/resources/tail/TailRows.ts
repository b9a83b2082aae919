import type { Row } from '../../descriptors/row.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** Rows that came after the list was loaded, the newest first. */
type Arrived = { shown: readonly Row[]; held: readonly Row[] };

const NOTHING: Arrived = { shown: [], held: [] };

/** The rows of a live tail. New ones are shown at once, or held back while the user reads further down. */
export class TailRows {
  readonly arrived = new ValueStore<Arrived>(NOTHING);
  #isScrolled = false;
  #isBusy = false;

  /** Leaves out known rows. Returns the total number of rows. */
  add(rows: readonly Row[], isKnown: (row: Row) => boolean): number {
    const { shown, held } = this.arrived.get();
    const here = new Set([...shown, ...held].map(({ id }) => id));
    const fresh = rows.filter((row) => !here.has(row.id) && !isKnown(row));
    if (fresh.length > 0) {
      const waiting = [...fresh, ...held];
      const holds = this.#isScrolled || this.#isBusy;
      this.arrived.set(holds ? { shown, held: waiting } : { shown: [...waiting, ...shown], held: [] });
    }
    return here.size + fresh.length;
  }

  /** Shows the held rows. */
  release(): void {
    const { shown, held } = this.arrived.get();
    if (held.length > 0) this.arrived.set({ shown: [...held, ...shown], held: [] });
  }

  /** Call it after a reload of the list, which then has all rows. */
  clear(): void {
    this.arrived.set(NOTHING);
  }

  /** Whether the list is scrolled down. */
  scrolledTo(offsetPx: number): void {
    this.#isScrolled = offsetPx > 0;
  }

  /** Whether a row is open, selected, or under the cursor. */
  setBusy(isBusy: boolean): void {
    this.#isBusy = isBusy;
  }
}
