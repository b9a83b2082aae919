type Point = { x: number; y: number };

type Ports = {
  /** In the window. */
  move: (at: Point) => void;
  /** Bits of `MouseEvent.buttons` that are pressed from now on. */
  press: (buttons: number) => void;
  /** Like a wheel, in pixels. Positive is down. */
  scroll: (dx: number, dy: number) => void;
};

/** The time after which browsers detect a long press. */
const LONG_PRESS_MS = 600;
/** A resting finger can still move by this many pixels. */
const REST_PX = 10;
const LEFT = 1;
const RIGHT = 2;

/** `waiting`: tap, long press or drag. `done`: the rest of the touch is ignored. */
type Gesture = { kind: 'waiting'; from: Point } | { kind: 'drag' } | { kind: 'scroll' } | { kind: 'done' };

/** Maps touch to mouse input: a tap clicks, a long press is a right click, one finger drags, two fingers scroll. */
export class TouchGestures {
  #ports: Ports;
  #fingers = new Map<number, Point>();
  #gesture: Gesture = { kind: 'done' };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  handle(event: PointerEvent): void {
    const at = { x: event.clientX, y: event.clientY };
    if (event.type === 'pointerdown') this.#down(event.pointerId, at);
    else if (event.type === 'pointermove') this.#move(event.pointerId, at);
    else this.#up(event.pointerId, event.type === 'pointerup');
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #down(id: number, at: Point): void {
    this.#fingers.set(id, at);
    clearTimeout(this.#timer);
    if (this.#fingers.size === 1) {
      this.#gesture = { kind: 'waiting', from: at };
      this.#timer = setTimeout(() => this.#click(at, RIGHT), LONG_PRESS_MS);
    } else if (this.#gesture.kind === 'waiting') {
      this.#ports.move(this.#gesture.from);
      this.#gesture = { kind: 'scroll' };
    }
  }

  #move(id: number, at: Point): void {
    const last = this.#fingers.get(id);
    if (!last) return;
    this.#fingers.set(id, at);
    const gesture = this.#gesture;
    if (gesture.kind === 'waiting') {
      if (Math.hypot(at.x - gesture.from.x, at.y - gesture.from.y) < REST_PX) return;
      clearTimeout(this.#timer);
      this.#gesture = { kind: 'drag' };
      this.#ports.move(gesture.from);
      this.#ports.press(LEFT);
      this.#ports.move(at);
    } else if (gesture.kind === 'drag') this.#ports.move(at);
    // Each finger contributes half, so that the content follows the fingers.
    else if (gesture.kind === 'scroll') this.#ports.scroll((last.x - at.x) / 2, (last.y - at.y) / 2);
  }

  #up(id: number, isRegular: boolean): void {
    const gesture = this.#gesture;
    this.#fingers.delete(id);
    clearTimeout(this.#timer);
    if (gesture.kind === 'waiting' && isRegular) this.#click(gesture.from, LEFT);
    else if (gesture.kind === 'drag') this.#ports.press(0);
    this.#gesture = { kind: 'done' };
  }

  #click(at: Point, button: number): void {
    this.#gesture = { kind: 'done' };
    this.#ports.move(at);
    this.#ports.press(button);
    this.#ports.press(0);
  }
}
