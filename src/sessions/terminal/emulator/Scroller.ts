import type { Terminal } from '@xterm/xterm';
import { keySequence } from './keySequences.ts';
import type { Point } from './TouchHabits.ts';

/** One notch of a wheel is three lines: in the scrollback, in a pager and in a program that gets wheel events. */
const NOTCH_LINES = 3;
const NOTCH_PX = 120;

/**
 * Chromium divides wheel distances by the page zoom, which the device pixel ratio alone does not show on dense screens.
 */
export function pageZoom(): number {
  const { devicePixelRatio, outerWidth, innerWidth, navigator } = window;
  return navigator.userAgent.includes('Chrome/') ? Math.min(devicePixelRatio, outerWidth / innerWidth) || 1 : 1;
}

/**
 * Scrolls the right target: a program that gets wheel events, a pager on the alternate screen, otherwise the
 * scrollback.
 */
export class Scroller {
  #terminal: Terminal;
  /** Fractions of lines and notches that have not been used yet. */
  #lines = 0;
  #notches = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    terminal.attachCustomWheelEventHandler(this.#onWheel);
  }

  /** Only the scrollback scrolls, and no program gets input. */
  get isScrollback(): boolean {
    const { buffer, modes } = this.#terminal;
    return buffer.active.type === 'normal' && modes.mouseTrackingMode === 'none';
  }

  /** Positive scrolls towards the end. `at`: the pointer in the window. */
  scroll(lines: number, at: Point): void {
    const { buffer, modes } = this.#terminal;
    if (modes.mouseTrackingMode !== 'none') this.#report(lines, at);
    else if (buffer.active.type === 'alternate') this.#arrows(lines);
    else this.#terminal.scrollLines(lines);
  }

  /** The emulator itself sends one arrow key per event, however far it scrolls. */
  #onWheel = (event: WheelEvent): boolean => {
    const { buffer, modes } = this.#terminal;
    const isOurs = buffer.active.type === 'alternate' && modes.mouseTrackingMode === 'none' && !event.ctrlKey;
    if (!isOurs) return true;
    event.preventDefault();
    const perLine = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? NOTCH_PX / NOTCH_LINES : 1;
    this.#lines += (event.deltaY * pageZoom()) / perLine;
    const lines = Math.trunc(this.#lines);
    this.#lines -= lines;
    this.#arrows(lines);
    return false;
  };

  #arrows(lines: number): void {
    const key = lines < 0 ? 'Up' : 'Down';
    const arrow = keySequence(key, { ctrl: false, alt: false }, this.#terminal.modes.applicationCursorKeysMode);
    if (lines !== 0) this.#terminal.input(arrow.repeat(Math.abs(lines)), false);
  }

  #report(lines: number, { x, y }: Point): void {
    this.#notches += lines / NOTCH_LINES;
    for (; Math.abs(this.#notches) >= 1; this.#notches -= Math.sign(this.#notches)) {
      const wheel = { deltaY: Math.sign(this.#notches), deltaMode: WheelEvent.DOM_DELTA_LINE, clientX: x, clientY: y };
      this.#terminal.element?.dispatchEvent(new WheelEvent('wheel', { ...wheel, cancelable: true }));
    }
  }
}
