import type { ScreenState } from '../../../wire/recording/screenState.ts';

/** The screen right after a print. */
export type SavedScreen = { print: number; state: ScreenState };

/** Screens that are kept take no more than this, counted in characters of their text. */
const KEPT_MAX = 32_000_000;

const sizeOf = ({ state: { normal, alternate } }: SavedScreen): number =>
  [...normal.lines, ...alternate.lines].reduce((sum, { cells }) => sum + cells.length + 40, 200);

/** Screens that the page has made while it read a recording, from which a player goes on instead of beginning anew. */
export class Screens {
  /** In order. */
  #screens: SavedScreen[] = [];
  #size = 0;

  /** Call it in order. Where there are too many, every second one is let go. */
  add(screen: SavedScreen): void {
    if ((this.#screens.at(-1)?.print ?? -1) >= screen.print) return;
    this.#screens.push(screen);
    this.#size += sizeOf(screen);
    if (this.#size <= KEPT_MAX) return;
    this.#screens = this.#screens.filter((_, index) => index % 2 === 1);
    this.#size = this.#screens.reduce((sum, kept) => sum + sizeOf(kept), 0);
  }

  /** The last one at or before a print. */
  before(print: number): SavedScreen | undefined {
    return this.#screens.findLast((screen) => screen.print <= print);
  }
}
