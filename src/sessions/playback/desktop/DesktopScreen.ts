import { Disposables } from '../../../lib/disposables.ts';
import { ScreenPainter, type ScreenMessage } from '../../desktop/painter/ScreenPainter.ts';
import type { Scale } from '../Player.ts';
import styles from './DesktopScreen.module.css';
import type { DesktopPainter } from './DesktopTrack.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Its tip lies at the origin. */
const ARROW = 'M0 0v16l4-3.5L6.5 19l3-1.2L7 12h5z';

/** The screen of a recorded desktop, with the pointer on it: recorded pictures do not have it. */
export class DesktopScreen implements DesktopPainter {
  readonly canvas = document.createElement('canvas');
  #painter = new ScreenPainter(this.canvas);
  #host: HTMLElement | undefined;
  #scale: Scale = 'fit';
  #pointer = document.createElementNS(SVG, 'svg');
  #at: { x: number; y: number } | undefined;
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

  /** Puts it on the page, once. */
  open(host: HTMLElement): void {
    host.classList.add(styles['stage'] ?? '');
    host.append(this.canvas, this.#pointer);
    this.#host = host;
    const watch = new ResizeObserver(() => this.#fit());
    watch.observe(host);
    this.#undo.add(this.#painter.size.subscribe(() => this.#fit()));
    this.#undo.add(() => watch.disconnect());
    this.#undo.add(() => this.#painter.dispose());
  }

  setScale(scale: Scale): void {
    this.#scale = scale;
    this.#fit();
  }

  paint(message: ScreenMessage): void {
    this.#painter.paint(message);
  }

  async whenPainted(): Promise<void> {
    await this.#painter.whenPainted();
    this.#place();
  }

  clear(): void {
    this.#painter.clear();
  }

  movePointer(at: { x: number; y: number } | undefined): void {
    this.#at = at;
  }

  pressPointer(isDown: boolean): void {
    this.#pointer.classList.toggle(styles['down'] ?? '', isDown);
  }

  dispose(): void {
    this.#undo.dispose();
  }

  #fit(): void {
    const { width, height } = this.#painter.size.get();
    if (!this.#host || width === 0) return;
    const { clientWidth, clientHeight } = this.#host;
    const factor = this.#scale === 'fit' ? Math.min(clientWidth / width, clientHeight / height) : 1;
    this.canvas.style.width = `${width * factor}px`;
    this.canvas.style.height = `${height * factor}px`;
    this.#place();
  }

  #place(): void {
    const { width } = this.#painter.size.get();
    const { style } = this.#pointer;
    style.display = this.#at && width > 0 ? 'block' : 'none';
    if (!this.#at || width === 0) return;
    const factor = this.canvas.clientWidth / width;
    style.left = `${this.canvas.offsetLeft + this.#at.x * factor}px`;
    style.top = `${this.canvas.offsetTop + this.#at.y * factor}px`;
  }
}
