// A client of one VNC server: reads its messages and requests pictures as fast as they are wanted.
import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  connectionFault,
  connectOptions,
  DesktopError,
  isLocal,
  serverName,
  type DesktopTarget,
  type LinkOptions,
} from '../target.ts';
import { CUT_TEXT_BYTES_MAX, RfbClipboard, type ClipboardEvents } from './RfbClipboard.ts';
import { PIXEL_FORMAT } from './colours.ts';
import { RfbInput, type InputMessage } from './RfbInput.ts';
import { checkSize } from './Framebuffer.ts';
import { shakeHands } from './handshake.ts';
import { Pictures } from './Pictures.ts';
import { FenceTimer } from './FenceTimer.ts';
import { ClosedError, type SocketSource } from './SocketSource.ts';
import { encodings, pictureEncodings, UpdateReader, type ScreenLayout } from './updates.ts';
import { WorkLimit } from './WorkLimit.ts';

export type ClientEnd = { kind: 'closed' } | { kind: 'failed'; text: string };

export type ClientEvents = ClipboardEvents & {
  opened(size: ScreenSize): void;
  resized(size: ScreenSize): void;
  picture(messages: Uint8Array<ArrayBuffer>[]): void;
  roundTrip(ms: number): void;
  ended(end: ClientEnd): void;
};

const HANDSHAKE_MAX_MS = 15_000;
/** Limit of data that the server has not read yet. */
const UNREAD_BYTES_MAX = 2 * 1024 * 1024;
/** How long the client waits for the last key releases to be sent. */
const LAST_WORDS_MS = 500;

/** The cost of a clipboard message and of its text, in units of the WorkLimit: the text is sent to another thread. */
const CUT_TEXT_COST = 256 * 1024;
const TEXT_BYTE_COST = 4;

const MESSAGE = { update: 0, colourMap: 1, bell: 2, cutText: 3, fence: 248 } as const;

/** Connects at once. Ends once, with `ended`, also after errors. */
export class RfbClient {
  #target: DesktopTarget;
  #options: LinkOptions;
  #events: ClientEvents;
  #tcp: Socket;
  #socket: Duplex;
  #hasEnded = false;
  #isOpen = false;
  #requestedSize: ScreenSize;
  #layout: ScreenLayout | undefined;
  #pictures: Pictures;
  #input: RfbInput;
  #clipboard: RfbClipboard;
  #fences: FenceTimer;
  #handshakeTimer: NodeJS.Timeout;

  /** `asked`: numbers of the picture encodings, for tests. */
  constructor(target: DesktopTarget, options: LinkOptions, events: ClientEvents, encodings?: readonly number[]) {
    this.#target = target;
    this.#options = options;
    this.#events = events;
    this.#requestedSize = options.size;
    const send = (message: Uint8Array) => this.#send(message);
    this.#pictures = new Pictures(send, (messages) => this.#hasEnded || events.picture(messages));
    this.#input = new RfbInput(send, () => this.#pictures.size);
    this.#clipboard = new RfbClipboard(send, events);
    this.#fences = new FenceTimer(send, (ms) => events.roundTrip(ms));
    const { address, socket } = target;
    this.#tcp = connect('path' in address ? address : connectOptions({ ...address, socket }));
    this.#tcp.setNoDelay(true).setKeepAlive(true, 30_000);
    this.#socket = this.#tcp;
    this.#handshakeTimer = setTimeout(
      () =>
        this.#fail(
          new DesktopError(`${serverName(target)} does not answer. Check the address, the port and firewalls.`),
        ),
      HANDSHAKE_MAX_MS,
    );
    this.#tcp.once('error', (error) => this.#fail(error));
    void this.#run(encodings).catch((error: unknown) => this.#fail(error));
  }

  /** Allows one more picture. */
  next(): void {
    this.#pictures.next();
  }

  input(message: InputMessage): void {
    if (this.#isOpen) this.#input.send(message);
  }

  /** Requests another size of the screen. The server may refuse. */
  resize(size: ScreenSize): void {
    this.#requestedSize = size;
    this.#requestSize();
  }

  setClipboard(text: string): void {
    if (this.#isOpen) this.#clipboard.set(text);
  }

  snapshot(): Promise<Uint8Array<ArrayBuffer>[]> {
    return this.#pictures.snapshot();
  }

  close(): void {
    if (this.#isOpen) this.#input.releaseAll();
    this.#end({ kind: 'closed' });
  }

  async #run(asked: readonly number[] | undefined): Promise<void> {
    const { socket, source, size } = await shakeHands(this.#tcp, this.#target);
    clearTimeout(this.#handshakeTimer);
    if (this.#hasEnded) return;
    this.#socket = socket;
    socket.on('error', (error: Error) => this.#fail(error));
    this.#pictures.resize(size);
    this.#send(Buffer.concat([Uint8Array.of(0, 0, 0, 0), PIXEL_FORMAT]));
    const pictures = asked ?? pictureEncodings(isLocal(this.#target));
    this.#send(encodingsMessage(encodings(this.#options.hasOwnPointer, pictures)));
    this.#isOpen = true;
    this.#events.opened(size);
    // TigerVNC paints a pointer that another client has moved. Desktops do not react to the middle, unlike to corners.
    const [x, y] = [size.width >> 1, size.height >> 1];
    if (this.#options.hasOwnPointer) this.#input.send({ kind: 'pointerMove', x, y });
    this.#pictures.start();
    await this.#readMessages(source);
  }

  async #readMessages(source: SocketSource): Promise<void> {
    const limit = new WorkLimit();
    const events = {
      resized: (size: ScreenSize, layout?: ScreenLayout) => this.#resized(size, layout),
      pointer: (message: Uint8Array<ArrayBuffer>) => this.#pictures.setPointer(message),
      takesScancodes: () => (this.#input.takesScancodes = true),
    };
    const updates = new UpdateReader(source, events, limit);
    try {
      while (!this.#hasEnded) {
        const before = source.taken;
        const type = await source.u8();
        let pixels = 0;
        if (type === MESSAGE.update) pixels = await this.#readUpdate(updates);
        else await this.#readOther(type, source, limit);
        // Requested pictures cost nothing here.
        if (pixels > 0 && this.#pictures.hasNews) continue;
        await limit.spend(source.taken - before + pixels);
      }
    } finally {
      updates.close();
    }
  }

  /** Reports only the final size of the screen after the update: intermediate ones show nothing. */
  #readUpdate(updates: UpdateReader): Promise<number> {
    return this.#pictures.update(async (screen, maySend) => {
      const before = this.#pictures.size;
      const pixels = await updates.read(screen, maySend);
      const { width, height } = this.#pictures.size;
      const isNew = width !== before.width || height !== before.height;
      if (isNew && !this.#hasEnded) this.#events.resized({ width, height });
      return pixels;
    });
  }

  async #readOther(type: number, source: SocketSource, limit: WorkLimit): Promise<void> {
    switch (type) {
      case MESSAGE.colourMap:
        await source.take(3);
        await source.take((await source.u16()) * 6);
        return;
      case MESSAGE.bell:
        return;
      case MESSAGE.cutText: {
        await source.take(3);
        const length = await source.i32();
        const bytes = Math.abs(length);
        if (bytes > CUT_TEXT_BYTES_MAX) {
          await limit.skip(source, bytes);
          return this.#events.clipboardSkipped(bytes);
        }
        const before = this.#clipboard.receivedBytes;
        const text = await source.take(bytes);
        if (length < 0) this.#clipboard.readExtended(text);
        else this.#clipboard.readPlain(text);
        return limit.spend(CUT_TEXT_COST + TEXT_BYTE_COST * (this.#clipboard.receivedBytes - before));
      }
      case MESSAGE.fence:
        return this.#fences.readFence(source);
      default:
        throw new DesktopError(`a message of type ${type}`);
    }
  }

  #resized(size: ScreenSize, layout: ScreenLayout | undefined): void {
    checkSize(size);
    const isFirst = this.#layout === undefined && layout !== undefined;
    if (layout) this.#layout = layout;
    const { width, height } = this.#pictures.size;
    if (size.width !== width || size.height !== height) this.#pictures.resize(size);
    if (isFirst) this.#requestSize();
  }

  #requestSize(): void {
    const { width, height } = this.#requestedSize;
    const { size } = this.#pictures;
    if (!this.#layout || this.#layout.length < 16 || (width === size.width && height === size.height)) return;
    const message = Buffer.alloc(24);
    message.writeUInt8(251);
    message.writeUInt16BE(width, 2);
    message.writeUInt16BE(height, 4);
    message.writeUInt8(1, 6);
    message.set(this.#layout, 8);
    message.writeUInt32BE(0, 12); // the single screen is at the top left
    message.writeUInt16BE(width, 16);
    message.writeUInt16BE(height, 18);
    this.#send(message);
  }

  #send(message: Uint8Array): void {
    if (this.#hasEnded || !this.#socket.writable) return;
    this.#socket.write(message);
    if (this.#socket.writableLength > UNREAD_BYTES_MAX)
      this.#fail(new DesktopError(`${serverName(this.#target)} no longer reads what it is sent.`));
  }

  #fail(error: unknown): void {
    this.#end({ kind: 'failed', text: this.#failureText(error) });
  }

  #failureText(error: unknown): string {
    const server = serverName(this.#target);
    if (error instanceof ClosedError) return `${server} closed the connection.`;
    if (error instanceof DesktopError)
      return /^[a-z].*[^.]$/.test(error.message) ? `${server} sent ${error.message}.` : error.message;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reasons: Readonly<Record<string, string>> = {
      ECONNREFUSED: `${server} refuses connections. Check that it runs and the port.`,
      ENOTFOUND: `The name of ${server} is not known. Check the address in gateway.yaml.`,
      EAI_AGAIN: `The name of ${server} cannot be looked up. Check the DNS of the gateway.`,
      EHOSTUNREACH: `${server} cannot be reached. Check the address and the network.`,
      ECONNRESET: `${server} closed the connection.`,
      EPIPE: `${server} closed the connection.`,
    };
    return reasons[code] ?? `The connection to ${server} failed: ${connectionFault(error)}.`;
  }

  #end(end: ClientEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#handshakeTimer);
    this.#fences.stop();
    if (end.kind === 'closed') {
      this.#socket.end();
      setTimeout(() => this.#destroy(), LAST_WORDS_MS).unref();
      this.#socket.once('finish', () => this.#destroy());
    } else this.#destroy();
    this.#events.ended(end);
  }

  #destroy(): void {
    this.#socket.destroy();
    this.#tcp.destroy();
  }
}

function encodingsMessage(numbers: readonly number[]): Buffer {
  const message = Buffer.alloc(4 + numbers.length * 4);
  message.writeUInt8(2);
  message.writeUInt16BE(numbers.length, 2);
  for (const [index, number] of numbers.entries()) message.writeInt32BE(number, 4 + index * 4);
  return message;
}
