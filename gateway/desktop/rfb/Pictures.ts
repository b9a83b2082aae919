import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import { Framebuffer } from './Framebuffer.ts';
import { encodePictures } from './png.ts';

type Messages = Uint8Array<ArrayBuffer>[];

/** Limit of one picture. The rest waits for the next one. */
const PICTURE_BYTES_MAX = 8 * 1024 * 1024;
/** A server may answer a request that an earlier update seemed to answer. */
const REQUESTS_MAX = 8;

/** The screen and its pictures: a picture is requested and sent only after `next`. */
export class Pictures {
  #send: (request: Uint8Array) => void;
  #picture: (messages: Messages) => void;
  #screen = new Framebuffer({ width: 1, height: 1 });
  #hasStarted = false;
  #credits = 0;
  /** Requests without a picture yet. */
  #requests = 0;
  #isRequested = false;
  #isUpdating = false;
  /** Some of the screen has not arrived yet. */
  #needsWhole = true;
  #asksWhole = true;
  #pointer: Uint8Array<ArrayBuffer> | undefined;
  #encoding: Promise<unknown> | undefined;

  constructor(send: (request: Uint8Array) => void, picture: (messages: Messages) => void) {
    this.#send = send;
    this.#picture = picture;
  }

  get size(): ScreenSize {
    const { width, height } = this.#screen;
    return { width, height };
  }

  /** There is something to send. */
  get hasNews(): boolean {
    return this.#screen.isDamaged || this.#pointer !== undefined;
  }

  start(): void {
    this.#hasStarted = true;
    this.#continue();
  }

  /** The previous content is invalid: nothing is sent before the server has sent the whole new screen. */
  resize(size: ScreenSize): void {
    this.#screen = new Framebuffer(size);
    this.#screen.damageAll();
    this.#needsWhole = true;
    this.#asksWhole = true;
    this.#isRequested = false;
  }

  setPointer(message: Uint8Array<ArrayBuffer>): void {
    this.#pointer = message;
  }

  next(): void {
    this.#credits++;
    this.#continue();
  }

  /** Runs the reading of one update. `read` resolves with the number of its pixels. */
  async update(read: (screen: () => Framebuffer, maySend: boolean) => Promise<number>): Promise<number> {
    this.#isUpdating = true;
    const pixels = await read(() => this.#screen, this.#requests > 0);
    this.#isUpdating = false;
    this.#isRequested = false;
    if (pixels > 0) {
      this.#requests--;
      this.#needsWhole = false;
    }
    this.#continue();
    return pixels;
  }

  /** The whole screen. No older picture follows it. */
  async snapshot(): Promise<Messages> {
    while (this.#encoding) await this.#encoding;
    const tiles = this.#screen.tiles();
    const encoding = encodePictures(this.#screen, () => tiles.shift());
    this.#encoding = encoding;
    const messages = await encoding;
    this.#encoding = undefined;
    this.#continue();
    return messages;
  }

  #continue(): void {
    if (!this.#hasStarted || this.#credits === 0 || this.#isUpdating) return;
    if (this.hasNews && !this.#needsWhole && !this.#encoding) {
      this.#credits--;
      void this.#sendPicture();
    }
    // The server works on the next picture while this one is encoded.
    const isReady = !this.hasNews || this.#needsWhole || this.#encoding !== undefined;
    if (this.#credits > 0 && !this.#isRequested && isReady) this.#request();
  }

  #request(): void {
    const message = Buffer.alloc(10);
    message.writeUInt8(3);
    message.writeUInt8(this.#asksWhole ? 0 : 1, 1);
    this.#asksWhole = false; // TigerVNC answers each such request with the size, and needs no repetition
    message.writeUInt16BE(this.#screen.width, 6);
    message.writeUInt16BE(this.#screen.height, 8);
    this.#isRequested = true;
    this.#requests = Math.min(this.#requests + 1, REQUESTS_MAX);
    this.#send(message);
  }

  async #sendPicture(): Promise<void> {
    const screen = this.#screen;
    const pointer = this.#pointer;
    this.#pointer = undefined;
    const encoding = encodePictures(screen, () => screen.takeDamage(), PICTURE_BYTES_MAX);
    this.#encoding = encoding;
    const messages = await encoding;
    this.#encoding = undefined;
    if (screen === this.#screen) this.#picture(pointer ? [pointer, ...messages] : messages);
    else {
      this.#credits++; // pictures of another size are useless
      this.#pointer ??= pointer;
    }
    this.#continue();
  }
}
