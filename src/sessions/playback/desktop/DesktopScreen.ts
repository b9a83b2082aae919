import { systemClock } from '../../../lib/clock.ts';
import { Disposables } from '../../../lib/disposables.ts';
import { ScreenLayout } from '../../desktop/painter/ScreenLayout.ts';
import { ScreenPainter, type ScreenMessage } from '../../desktop/painter/ScreenPainter.ts';
import type { Scale } from '../Player.ts';
import styles from './DesktopScreen.module.css';
import type { DesktopPainter } from './DesktopTrack.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** The tip of the arrow is at the origin. */
const ARROW = 'M0 0v16l4-3.5L6.5 19l3-1.2L7 12h5z';

/** The screen of a recorded desktop with the pointer, which recorded pictures do not contain. */
export class DesktopScreen implements DesktopPainter {
  readonly canvas = document.createElement('canvas');
  #painter = new ScreenPainter(this.canvas);
  #layout = new ScreenLayout(this.canvas, this.#painter, { clock: systemClock, onDraw: () => this.#movePointer() });
  #pointer = document.createElementNS(SVG, 'svg');
  #pointerPosition: { x: number; y: number } | undefined;
  #undo = new Disposables();

  constructor() {
    this.canvas.setAttribute('role', 'img');
    this.canvas.setAttribute('aria-label', 'Recorded screen');
    this.#pointer.setAttribute('class', styles['pointer'] ?? '');
    this.#pointer.setAttribute('aria-hidden', 'true');
    const arrow = document.createElementNS(SVG, 'path');
    arrow.setAttribute('d', ARROW);
    this.#pointer.append(arrow);
  }

  /** Adds the screen to the page. Call it once. */
  open(host: HTMLElement): void {
    host.classList.add(styles['stage'] ?? '');
    this.#undo.add(this.#layout.show(host));
    host.append(this.#pointer);
    this.#undo.add(() => this.#painter.dispose());
  }

  setScale(scale: Scale): void {
    this.#layout.setScale(scale === 'fit' ? 'fit' : 100);
  }

  paint(message: ScreenMessage): void {
    this.#painter.paint(message);
  }

  async whenPainted(): Promise<void> {
    await this.#painter.whenPainted();
    this.#movePointer();
  }

  clear(): void {
    this.#painter.clear();
  }

  movePointer(at: { x: number; y: number } | undefined): void {
    this.#pointerPosition = at;
  }

  pressPointer(isDown: boolean): void {
    this.#pointer.classList.toggle(styles['down'] ?? '', isDown);
  }

  dispose(): void {
    this.#undo.dispose();
  }

  #movePointer(): void {
    const { width } = this.#painter.size.get();
    const { style } = this.#pointer;
    style.display = this.#pointerPosition && width > 0 ? 'block' : 'none';
    if (!this.#pointerPosition || width === 0) return;
    const factor = this.canvas.clientWidth / width;
    style.left = `${this.canvas.offsetLeft + this.#pointerPosition.x * factor}px`;
    style.top = `${this.canvas.offsetTop + this.#pointerPosition.y * factor}px`;
  }
}
