import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import type { DesktopMessageOf } from '../../../wire/desktop/messages.ts';
import { isScreenSize, type Area, type ScreenSize } from '../../../wire/desktop/screenMessages.ts';
import { WireError } from '../../../wire/envelope.ts';

export type ScreenMessage = DesktopMessageOf<'picture' | 'oldPicture' | 'screenSize' | 'activated'>;

type Decode = { kind: 'waiting'; png: Uint8Array } | { kind: 'running' } | { kind: 'done'; bitmap?: ImageBitmap };
type Part = { kind: 'part'; left: number; top: number; pixels: number; decode: Decode };
type Step = Part | ({ kind: 'size' } & ScreenSize) | { kind: 'mark'; passed: () => void };

/** Maximum pixels of parts that are decoded but not painted: 64 MiB as bitmaps. */
const DECODING_PIXELS_MAX = 16 * 1024 * 1024;
/** The offset of width and height in a PNG, each a u32. */
const PNG_SIZE_AT = 16;
/** Keeps the exact pixels of the PNG. */
const AS_SENT = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;

/**
 * Paints the parts of a picture in their order, once per animation frame, independent of their decoding times (streams
 * §5.11). If two parts for the same place wait for the decoder, only the newer one is painted, so that the queue of a
 * slow machine stays limited.
 */
export class ScreenPainter {
  /** The painted size. 0 × 0 before the first message with a size. */
  readonly size = new ValueStore<ScreenSize>({ width: 0, height: 0 });
  /** A part could not be decoded: the canvas no longer shows the real screen. */
  readonly broken = new Emitter();
  #canvas: HTMLCanvasElement;
  #context: CanvasRenderingContext2D | null;
  #steps: Step[] = [];
  #waitingParts = new Map<string, Part>();
  #decodingPixels = 0;
  #frame: number | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#context = canvas.getContext('2d', { alpha: false });
    document.addEventListener('visibilitychange', this.#paintHidden);
  }

  /** Throws WireError if a size exceeds the limits of a screen. */
  paint(message: ScreenMessage): void {
    if (message.kind === 'picture') this.#add(message.placed.area, message.placed.png);
    else if (message.kind === 'oldPicture') this.#add(message.area, message.png);
    else this.#push({ kind: 'size', ...checked(message.width, message.height) });
  }

  /** Resolves when all earlier messages are painted or discarded. */
  whenPainted(): Promise<void> {
    return new Promise((passed) => this.#push({ kind: 'mark', passed }));
  }

  /** Discards unpainted parts and clears the canvas. */
  clear(): void {
    this.#forget();
    this.#context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** Called after the last message. */
  dispose(): void {
    document.removeEventListener('visibilitychange', this.#paintHidden);
    this.#forget();
  }

  #push(step: Step): void {
    // Of consecutive sizes only the last is visible, and each costs a copy.
    if (step.kind === 'size' && this.#steps.at(-1)?.kind === 'size') this.#steps.pop();
    this.#steps.push(step);
    this.#schedule();
  }

  #add({ left, top }: Pick<Area, 'left' | 'top'>, png: Uint8Array): void {
    const { width, height } = sizeOfPng(png);
    const part: Part = { kind: 'part', left, top, pixels: width * height, decode: { kind: 'waiting', png } };
    const areaKey = [left, top, width, height].join();
    const older = this.#waitingParts.get(areaKey);
    if (older) older.decode = { kind: 'done' };
    // Moves to the end: the map is in the order of decoding.
    this.#waitingParts.delete(areaKey);
    this.#waitingParts.set(areaKey, part);
    this.#push(part);
    this.#decodeMore();
  }

  #decodeMore(): void {
    for (const [areaKey, part] of this.#waitingParts) {
      if (this.#decodingPixels > 0 && this.#decodingPixels + part.pixels > DECODING_PIXELS_MAX) return;
      this.#waitingParts.delete(areaKey);
      if (part.decode.kind === 'waiting') void this.#decode(part, part.decode.png);
    }
  }

  async #decode(part: Part, png: Uint8Array): Promise<void> {
    part.decode = { kind: 'running' };
    this.#decodingPixels += part.pixels;
    const bitmap = await createImageBitmap(new Blob([ownBuffer(png)]), AS_SENT).catch(() => undefined);
    if (isGivenUp(part)) {
      bitmap?.close();
      return this.#release(part);
    }
    part.decode = { kind: 'done', ...(bitmap && { bitmap }) };
    if (!bitmap) {
      this.#release(part);
      this.broken.emit();
    }
    this.#schedule();
  }

  #release(part: Part): void {
    this.#decodingPixels -= part.pixels;
    this.#decodeMore();
  }

  /** A hidden window gets no animation frames, but the server waits until its parts are painted. */
  #schedule(): void {
    if (document.hidden) this.#paintReady();
    else this.#frame ??= requestAnimationFrame(() => this.#paintReady());
  }

  #paintHidden = (): void => {
    if (document.hidden) this.#paintReady();
  };

  #paintReady(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const blocked = this.#steps.findIndex((step) => step.kind === 'part' && step.decode.kind !== 'done');
    const ready = this.#steps.splice(0, blocked < 0 ? this.#steps.length : blocked);
    for (const step of ready) this.#take(step);
  }

  #take(step: Step): void {
    if (step.kind === 'mark') step.passed();
    else if (step.kind === 'size') this.#resize(step);
    else if (step.decode.kind === 'done' && step.decode.bitmap) {
      const { bitmap } = step.decode;
      this.#context?.drawImage(bitmap, step.left, step.top);
      bitmap.close();
      this.#release(step);
    }
  }

  /** Copies the old picture, since a canvas loses its content when its size changes. */
  #resize({ width, height }: ScreenSize): void {
    const { width: oldWidth, height: oldHeight } = this.size.get();
    if (width === oldWidth && height === oldHeight) return;
    const isPainted = oldWidth > 0 && oldHeight > 0;
    const [keptWidth, keptHeight] = [Math.min(width, oldWidth), Math.min(height, oldHeight)];
    const old = isPainted ? this.#context?.getImageData(0, 0, keptWidth, keptHeight) : undefined;
    this.#canvas.width = width;
    this.#canvas.height = height;
    if (old) this.#context?.putImageData(old, 0, 0);
    this.size.set({ width, height });
  }

  #forget(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    this.#waitingParts.clear();
    for (const step of this.#steps.splice(0)) {
      if (step.kind === 'mark') step.passed();
      if (step.kind !== 'part') continue;
      const { decode } = step;
      step.decode = { kind: 'done' };
      if (decode.kind !== 'done' || !decode.bitmap) continue;
      decode.bitmap.close();
      this.#release(step);
    }
  }
}

/** A blob copies its input: another copy would be megabytes of garbage per picture. */
const ownBuffer = (png: Uint8Array): Uint8Array<ArrayBuffer> =>
  png.buffer instanceof ArrayBuffer ? new Uint8Array(png.buffer, png.byteOffset, png.byteLength) : new Uint8Array(png);

const isGivenUp = ({ decode }: Part): boolean => decode.kind === 'done';

function checked(width: number, height: number): ScreenSize {
  if (!isScreenSize({ width, height })) throw new WireError(`a screen of ${width} × ${height}`);
  return { width, height };
}

/** Read before decoding: a small file can contain a picture that fills the memory. */
function sizeOfPng(png: Uint8Array): ScreenSize {
  if (png.length < PNG_SIZE_AT + 8) throw new WireError('a picture that is cut off');
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return checked(view.getUint32(PNG_SIZE_AT), view.getUint32(PNG_SIZE_AT + 4));
}
