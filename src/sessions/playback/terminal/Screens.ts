import type { ScreenState } from '../../../wire/recording/screenState.ts';

/** The screen right after a print. */
export type SavedScreen = { print: number; state: ScreenState };

/** Limit of all stored screens, in characters of their text. */
const KEPT_MAX = 32_000_000;

const sizeOf = ({ state: { normal, alternate } }: SavedScreen): number =>
  [...normal.lines, ...alternate.lines].reduce((sum, { cells }) => sum + cells.length + 40, 200);

/** Screens that the page saved while it read a recording. A player can continue from each of them. */
export class Screens {
  /** In order. */
  #screens: SavedScreen[] = [];
  #size = 0;

  /** Call it in order. If there are too many screens, it drops every second one. */
  add(screen: SavedScreen): void {
    if ((this.#screens.at(-1)?.print ?? -1) >= screen.print) return;
    this.#screens.push(screen);
    this.#size += sizeOf(screen);
    if (this.#size <= KEPT_MAX) return;
    this.#screens = this.#screens.filter((_, index) => index % 2 === 1);
    this.#size = this.#screens.reduce((sum, kept) => sum + sizeOf(kept), 0);
  }

  /** The last screen at or before a print. */
  before(print: number): SavedScreen | undefined {
    return this.#screens.findLast((screen) => screen.print <= print);
  }
}
