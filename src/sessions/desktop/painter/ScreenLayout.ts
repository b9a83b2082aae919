import type { Clock } from '../../../lib/clock.ts';
import { Disposables, type Dispose } from '../../../lib/disposables.ts';
import { SCREEN_MAX, type ScreenSize } from '../../../wire/desktop/screenMessages.ts';
import type { ScreenPainter } from './ScreenPainter.ts';

/** `fit`: as large as the space allows. Otherwise percent of the original size. */
export type Scale = 'fit' | 50 | 75 | 100 | 125 | 150 | 200;
export const SCALES: readonly Scale[] = ['fit', 50, 75, 100, 125, 150, 200];

type Options = {
  /** The window has space for another screen size. Called with a delay of a quarter of a second. */
  onRoom?: (room: ScreenSize) => void;
  /** The canvas has been drawn at another size or position. */
  onDraw?: () => void;
  clock: Clock;
};

const DEBOUNCE_MS = 250;

/** The size at which the canvas of a painter is drawn in its container. */
export class ScreenLayout {
  #canvas: HTMLCanvasElement;
  #painter: ScreenPainter;
  #options: Options;
  #stage: HTMLElement | undefined;
  #scale: Scale = 'fit';
  #timer: Dispose = () => undefined;

  constructor(canvas: HTMLCanvasElement, painter: ScreenPainter, options: Options) {
    this.#canvas = canvas;
    this.#painter = painter;
    this.#options = options;
  }

  /** Adds the canvas to the container, whose size does not depend on it. */
  show(stage: HTMLElement): Dispose {
    const disposables = new Disposables();
    this.#stage = stage;
    stage.append(this.#canvas);
    const observer = new ResizeObserver(() => {
      this.#draw();
      this.#timer();
      this.#timer = this.#options.clock.after(DEBOUNCE_MS, () => this.#options.onRoom?.(roomOf(stage)));
    });
    observer.observe(stage);
    disposables.add(() => observer.disconnect());
    disposables.add(this.#painter.size.subscribe(() => this.#draw()));
    disposables.add(() => this.#timer());
    return () => disposables.dispose();
  }

  setScale(scale: Scale): void {
    this.#scale = scale;
    this.#draw();
  }

  #draw(): void {
    const { width, height } = this.#painter.size.get();
    if (!this.#stage || width === 0 || height === 0) return;
    const room = roomOf(this.#stage);
    const factor = this.#scale === 'fit' ? Math.min(room.width / width, room.height / height) : this.#scale / 100;
    this.#canvas.style.width = `${width * factor}px`;
    this.#canvas.style.height = `${height * factor}px`;
    this.#options.onDraw?.();
  }
}

/** In CSS pixels, within the limits of a screen. */
function roomOf({ clientWidth, clientHeight }: HTMLElement): ScreenSize {
  const within = (pixels: number) => Math.min(Math.max(pixels, 1), SCREEN_MAX);
  return { width: within(clientWidth), height: within(clientHeight) };
}
