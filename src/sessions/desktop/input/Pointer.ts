import type { Dispose } from '../../../lib/disposables.ts';
import type { DesktopMessage } from '../../../wire/desktop/messages.ts';
import { TouchGestures } from './TouchGestures.ts';

type Options = {
  send: (message: DesktopMessage) => void;
  /** Called before a button press: keys and clipboard are sent first (streams §5.8). */
  onPress: () => void;
  /** Called before wheel events: keys are sent first. */
  onScroll: () => void;
  /** Moves the keyboard focus to the pointer's target. */
  focus: () => void;
};

/** Bits of `MouseEvent.buttons`, and the button on the wire (streams §5.7). */
const BUTTONS = [
  { bit: 1, button: 0 },
  { bit: 4, button: 1 },
  { bit: 2, button: 2 },
] as const;

/** The distance that browsers scroll for one line of a wheel. */
const LINE_PX = 40;
const DELTA_MAX = 0x7fff;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Sends mouse, pen, wheel and touch input on a canvas to a desktop (streams §5.7). */
export class Pointer {
  #canvas: HTMLCanvasElement;
  #options: Options;
  #pressedButtons = 0;
  #lastPosition = { x: -1, y: -1 };
  /** Fractions of wheel pixels that have not been sent yet. */
  #scrollRemainder = { x: 0, y: 0 };
  /** The same for touch: some browsers only scroll by whole pixels. */
  #panned = { x: 0, y: 0 };
  #touch: TouchGestures;

  constructor(canvas: HTMLCanvasElement, options: Options) {
    this.#canvas = canvas;
    this.#options = options;
    this.#touch = new TouchGestures({
      move: (at) => this.#move(at),
      press: (bit) => this.#press(bit),
      scroll: (dx, dy) => this.#pan(dx, dy),
    });
  }

  listen(): Dispose {
    const canvas = this.#canvas;
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: false };
    for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
      canvas.addEventListener(type, (event) => this.#handle(event), options);
    canvas.addEventListener('wheel', (event) => this.#wheel(event), options);
    // Prevents the browser's context menu, middle-button scrolling, and the loss of focus.
    for (const type of ['contextmenu', 'mousedown', 'auxclick'] as const)
      canvas.addEventListener(type, (event) => event.preventDefault(), options);
    canvas.addEventListener('blur', () => this.release(), options);
    return () => {
      listening.abort();
      this.#touch.dispose();
    };
  }

  /** A new session does not know the pointer's position. */
  reset = (): void => void (this.#lastPosition = { x: -1, y: -1 });

  /** Releases all buttons. */
  release(): void {
    this.#press(0);
  }

  #handle(event: PointerEvent): void {
    event.preventDefault();
    if (event.type === 'pointerdown') {
      this.#canvas.setPointerCapture(event.pointerId);
      this.#options.focus();
    }
    if (event.pointerType === 'touch') return this.#touch.handle(event);
    this.#move({ x: event.clientX, y: event.clientY });
    this.#press(event.type === 'pointercancel' ? 0 : event.buttons);
  }

  /** `at`: in the window. */
  #move({ x, y }: { x: number; y: number }): void {
    const { width, height } = this.#canvas;
    const box = this.#canvas.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    const at = {
      x: clamp(Math.trunc(((x - box.left) * width) / box.width), 0, width - 1),
      y: clamp(Math.trunc(((y - box.top) * height) / box.height), 0, height - 1),
    };
    if (at.x === this.#lastPosition.x && at.y === this.#lastPosition.y) return;
    this.#lastPosition = at;
    this.#options.send({ kind: 'pointerMove', ...at });
  }

  #press(buttons: number): void {
    for (const { bit, button } of BUTTONS) {
      const isDown = (buttons & bit) > 0;
      if (isDown === (this.#pressedButtons & bit) > 0) continue;
      if (isDown) this.#options.onPress();
      this.#options.send({ kind: 'pointerButton', button, isDown });
    }
    this.#pressedButtons = buttons;
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    this.#move({ x: event.clientX, y: event.clientY });
    const page = this.#canvas.getBoundingClientRect();
    const px =
      event.deltaMode === WheelEvent.DOM_DELTA_LINE
        ? { x: LINE_PX, y: LINE_PX }
        : event.deltaMode === WheelEvent.DOM_DELTA_PAGE
          ? { x: page.width, y: page.height }
          : { x: 1, y: 1 };
    this.#scroll(event.deltaX * px.x, event.deltaY * px.y);
  }

  /** Fingers pan a picture that is larger than its box. In a direction that cannot be panned further, they scroll. */
  #pan(dx: number, dy: number): void {
    const stage = this.#canvas.parentElement;
    if (!stage) return this.#scroll(dx, dy);
    const [x, y] = [this.#panned.x + dx, this.#panned.y + dy];
    const [left, top] = [Math.trunc(x), Math.trunc(y)];
    this.#panned = { x: x % 1, y: y % 1 };
    const { scrollLeft, scrollTop } = stage;
    stage.scrollLeft += left;
    stage.scrollTop += top;
    this.#scroll(stage.scrollLeft === scrollLeft ? left : 0, stage.scrollTop === scrollTop ? top : 0);
  }

  /** Positive is right and down, as in the DOM. The wire has the opposite direction. */
  #scroll(dx: number, dy: number): void {
    const x = this.#scrollRemainder.x + dx;
    const y = this.#scrollRemainder.y + dy;
    this.#scrollRemainder = { x: x % 1, y: y % 1 };
    for (const [axis, px] of [
      [1, Math.trunc(x)],
      [0, Math.trunc(y)],
    ] as const)
      if (px !== 0) {
        this.#options.onScroll();
        this.#options.send({ kind: 'wheel', axis, delta: clamp(-px, -DELTA_MAX, DELTA_MAX) });
      }
  }
}
