// A client of the gateway's desktop link that paints pictures, as a browser would.
import type { ScreenSize } from '../../src/wire/desktop/screenMessages.ts';
import { inflateSync } from 'node:zlib';
import { DesktopLink, type LinkListener } from '../../gateway/desktop/DesktopLink.ts';
import { RfbClient } from '../../gateway/desktop/rfb/RfbClient.ts';
import type { DesktopTarget } from '../../gateway/desktop/target.ts';
import { decodeDesktop } from '../../src/wire/desktop/messages.ts';
import type { Screenshot } from './desktopServers.ts';

type Options = {
  size?: ScreenSize;
  hasOwnPointer?: boolean;
  threadFile?: string;
  /** Unacknowledged pictures. */
  credits?: number;
  /** The only encodings that the server may use. */
  encodings?: readonly number[];
};

/** Opens a link and acknowledges every picture at once. */
export class DesktopClient {
  readonly link: DesktopLink | RfbClient;
  readonly events: string[] = [];
  readonly clipboards: string[] = [];
  readonly pictureBytes: number[] = [];
  readonly roundTrips: number[] = [];
  screen: Screenshot = { width: 0, height: 0, rgb: Buffer.alloc(0) };
  pointer: { spotX: number; spotY: number; png: Uint8Array } | undefined;
  end: { kind: 'closed' } | { kind: 'failed'; text: string } | undefined;
  readonly ended: Promise<{ kind: 'closed' } | { kind: 'failed'; text: string }>;

  constructor(target: DesktopTarget, { size, hasOwnPointer = true, threadFile, credits = 2, encodings }: Options = {}) {
    let settle: (end: NonNullable<DesktopClient['end']>) => void;
    this.ended = new Promise((resolve) => (settle = resolve));
    const resize = (name: string, to: ScreenSize) => {
      this.events.push(name);
      this.screen = { ...to, rgb: Buffer.alloc(to.width * to.height * 3) };
    };
    const options = { size: size ?? { width: 640, height: 480 }, layout: undefined, hasOwnPointer };
    const listener: LinkListener = {
      opened: (to) => resize('opened', to),
      resized: (to) => resize('resized', to),
      picture: (messages) => {
        this.events.push('picture');
        for (const message of messages) this.paint(message);
        this.link.next();
      },
      clipboard: (text) => this.clipboards.push(text),
      clipboardSkipped: () => undefined,
      roundTrip: (ms) => this.roundTrips.push(ms),
      ended: (end) => settle((this.end = end)),
    };
    this.link = encodings
      ? new RfbClient(target, options, listener, encodings)
      : DesktopLink.open(target, options, listener, threadFile);
    for (let credit = 0; credit < credits; credit++) this.link.next();
  }

  move(x: number, y: number): void {
    this.link.input({ kind: 'pointerMove', x, y });
  }

  click(button: number): void {
    for (const isDown of [true, false]) this.link.input({ kind: 'pointerButton', button, isDown });
  }

  /** Presses and releases keys by their symbols and scancodes. */
  type(...keys: readonly (readonly [symbol: number, scancode: number])[]): void {
    for (const [symbol, scancode] of keys)
      for (const isDown of [true, false]) this.link.input({ kind: 'keySymbol', symbol, scancode, isDown });
  }

  paint(bytes: Uint8Array, onto = this.screen): void {
    const message = decodeDesktop(bytes);
    if (message.kind === 'pointerShape') this.pointer = message;
    if (message.kind !== 'picture') return;
    this.pictureBytes.push(bytes.length);
    const { area, png } = message.placed;
    const part = decodePng(png);
    if (part.width !== area.right - area.left + 1 || part.height !== area.bottom - area.top + 1)
      throw new Error('a PNG of another size than its area');
    for (let row = 0; row < part.height; row++)
      part.rgb.copy(
        onto.rgb,
        ((area.top + row) * onto.width + area.left) * 3,
        row * part.width * 3,
        (row + 1) * part.width * 3,
      );
  }
}

/** A PNG as the gateway writes it: 8 bits, RGB, no filters. */
function decodePng(png: Uint8Array): Screenshot {
  const file = Buffer.from(png);
  const data: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const rows = inflateSync(Buffer.concat(data));
  const stride = 1 + width * 3;
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) rows.copy(rgb, y * width * 3, y * stride + 1, (y + 1) * stride);
  return { width, height, rgb };
}
