import type { Row } from '../../descriptors/row.ts';
import { ValueStore } from '../../lib/valueStore.ts';

/** Rows that came after the list was loaded, the newest first. */
type Arrived = { visible: readonly Row[]; waiting: readonly Row[] };

const NOTHING: Arrived = { visible: [], waiting: [] };

/** The rows of a live tail. New ones are shown at once, or held back while the user reads further down. */
export class TailRows {
  readonly arrived = new ValueStore<Arrived>(NOTHING);
  #isScrolled = false;
  #isBusy = false;

  /** Leaves out known rows. Returns the total number of rows. */
  add(rows: readonly Row[], isKnown: (row: Row) => boolean): number {
    const { visible, waiting } = this.arrived.get();
    const here = new Set([...visible, ...waiting].map(({ id }) => id));
    const fresh = rows.filter((row) => !here.has(row.id) && !isKnown(row));
    if (fresh.length > 0) {
      const newest = [...fresh, ...waiting];
      const holds = this.#isScrolled || this.#isBusy;
      this.arrived.set(holds ? { visible, waiting: newest } : { visible: [...newest, ...visible], waiting: [] });
    }
    return here.size + fresh.length;
  }

  /** Shows the waiting rows. */
  release(): void {
    const { visible, waiting } = this.arrived.get();
    if (waiting.length > 0) this.arrived.set({ visible: [...waiting, ...visible], waiting: [] });
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
