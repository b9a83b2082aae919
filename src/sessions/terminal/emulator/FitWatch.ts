import type { Clock } from '../../../lib/clock.ts';
import type { Dispose } from '../../../lib/disposables.ts';
import { RESIZE_DEBOUNCE_MS } from '../../../wire/constants.ts';

type Box = { width: number; height: number };

const isHidden = ({ width, height }: Box): boolean => width === 0 || height === 0;

/**
 * Decides when to fit the text to its box: at once when the box appears, otherwise when its size has not changed for a
 * moment, and never while it is hidden (streams §3.6).
 */
export class FitWatch {
  #box: Box = { width: 0, height: 0 };
  #fit: () => void;
  #clock: Clock;
  #timer: Dispose = () => undefined;

  constructor(clock: Clock, fit: () => void) {
    this.#clock = clock;
    this.#fit = fit;
  }

  /** Reports the current size of the box. */
  note(box: Box): void {
    const before = this.#box;
    this.#box = box;
    this.#timer();
    if (isHidden(box) || (before.width === box.width && before.height === box.height)) return;
    if (isHidden(before)) this.#fit();
    else this.#timer = this.#clock.after(RESIZE_DEBOUNCE_MS, this.#fit);
  }

  dispose(): void {
    this.#timer();
  }
}
