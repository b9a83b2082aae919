export type Point = { x: number; y: number };

type Ports = {
  /** Height of a row in CSS pixels. */
  rowPx: () => number;
  /** Positive scrolls towards the end of the output. `at`: the position of the finger. */
  scroll: (lines: number, at: Point) => void;
  longPress: (at: Point) => void;
  /** A swipe keeps scrolling after the finger leaves, but not in a program, which would get keys for it. */
  glides: () => boolean;
};

/** Longer than the time after which some browsers turn a long press into a right click. */
const LONG_PRESS_MS = 600;
/** A resting finger can still move by this many pixels. */
const REST_PX = 10;
/** The factor on the speed per millisecond, and the speed in pixels per millisecond at which scrolling stops. */
const FRICTION = 0.997;
const STILL_PX_PER_MS = 0.05;
/** A finger that rested before it left does not start kinetic scrolling. */
const THROW_WITHIN_MS = 60;

/** Touch gestures on a terminal: a swipe scrolls, a long press selects and opens the menu. A tap is a click. */
export class TouchHabits {
  #host: HTMLElement;
  #ports: Ports;
  #start: Point | undefined;
  #last: Point & { atMs: number } = { x: 0, y: 0, atMs: 0 };
  #speed = 0;
  /** Pixels that do not fill a row yet. */
  #remainder = 0;
  #press: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #isDown = false;
  /** This touch was more than a tap, so no click follows. */
  #isTaken = false;

  constructor(host: HTMLElement, ports: Ports) {
    this.#host = host;
    this.#ports = ports;
  }

  /** Called once, when the terminal is in the page. */
  listen(): void {
    this.#host.addEventListener('touchstart', this.#onStart, { passive: true });
    this.#host.addEventListener('touchmove', this.#onMove, { passive: false });
    this.#host.addEventListener('touchend', this.#onEnd, { passive: false });
    this.#host.addEventListener('touchcancel', this.#onCancel);
    // Typing stops kinetic scrolling, so that the input is visible.
    this.#host.addEventListener('keydown', this.#onCancel, { capture: true });
    this.#host.addEventListener('contextmenu', this.#onContextMenu, { capture: true });
  }

  dispose(): void {
    this.#stop();
  }

  #stop = (): void => {
    clearTimeout(this.#press);
    cancelAnimationFrame(this.#frame);
    this.#start = undefined;
  };

  #onStart = (event: TouchEvent): void => {
    this.#stop();
    const [finger] = event.touches;
    // Two fingers zoom the page.
    if (!finger || event.touches.length > 1) return;
    const at = { x: finger.clientX, y: finger.clientY };
    this.#start = at;
    this.#last = { ...at, atMs: event.timeStamp };
    this.#speed = this.#remainder = 0;
    this.#isTaken = false;
    this.#isDown = true;
    this.#press = setTimeout(() => this.#longPress(at), LONG_PRESS_MS);
  };

  #longPress(at: Point): void {
    this.#stop();
    this.#isTaken = true;
    this.#ports.longPress(at);
  }

  /** The browser's own long press, which cancels the touch. */
  #onContextMenu = (event: MouseEvent): void => {
    if (!this.#isDown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.#start && !this.#isTaken) this.#longPress(this.#start);
  };

  #onCancel = (): void => {
    this.#isDown = false;
    this.#stop();
  };

  #onMove = (event: TouchEvent): void => {
    const [finger] = event.touches;
    if (!finger || !this.#start) return;
    if (!this.#isTaken && Math.hypot(finger.clientX - this.#start.x, finger.clientY - this.#start.y) < REST_PX) return;
    clearTimeout(this.#press);
    this.#isTaken = true;
    if (event.cancelable) event.preventDefault();
    const movedPx = this.#last.y - finger.clientY;
    this.#speed = movedPx / Math.max(1, event.timeStamp - this.#last.atMs);
    this.#last = { x: finger.clientX, y: finger.clientY, atMs: event.timeStamp };
    this.#scroll(movedPx);
  };

  #onEnd = (event: TouchEvent): void => {
    this.#isDown = event.touches.length > 0;
    if (this.#isTaken && event.cancelable) event.preventDefault();
    const isThrown = this.#start && this.#isTaken && event.timeStamp - this.#last.atMs < THROW_WITHIN_MS;
    this.#stop();
    if (isThrown && this.#ports.glides()) this.#glide(performance.now());
  };

  #glide(lastMs: number): void {
    this.#frame = requestAnimationFrame((nowMs) => {
      const passedMs = Math.max(0, nowMs - lastMs);
      this.#scroll(this.#speed * passedMs);
      this.#speed *= FRICTION ** passedMs;
      if (Math.abs(this.#speed) > STILL_PX_PER_MS) this.#glide(nowMs);
    });
  }

  #scroll(px: number): void {
    this.#remainder += px / this.#ports.rowPx();
    const lines = Math.trunc(this.#remainder);
    this.#remainder -= lines;
    if (lines !== 0) this.#ports.scroll(lines, this.#last);
  }
}
