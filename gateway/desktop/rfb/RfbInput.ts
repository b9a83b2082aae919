// User input as RFB messages (RFC 6143 §7.5.4, §7.5.5).
import type { ScreenSize } from '../../../src/wire/desktop/screenMessages.ts';
import type { DesktopMessageOf } from '../../../src/wire/desktop/messages.ts';
import { scancodeOf } from '../../../src/wire/desktop/scancodes.ts';
import { usKeySymbol } from '../../../src/wire/desktop/usKeyboard.ts';

export type InputMessage = DesktopMessageOf<'pointerMove' | 'pointerButton' | 'wheel' | 'key' | 'keySymbol'>;

const KEY_EVENT = 4;
const POINTER_EVENT = 5;
const QEMU = 255;
const F13_TO_F24 = [0x5d, 0x5e, 0x5f, 0x55, 0x83, 0xf7, 0x84, 0x5a, 0x74, 0xf9, 0x6d, 0x6f];
/** Keys with other numbers in QEMU, by their scancodes. */
const QEMU_CODES = new Map([
  ...F13_TO_F24.map((code, at) => [scancodeOf(`F${13 + at}`) ?? 0, code] as const),
  [0xe045, 0x45], // NumLock
  [0x45, 0xc6], // Pause
  [0xe008, 0x87], // Undo
  [0xe00a, 0x65], // Paste
  [0xe017, 0xbc], // Cut
  [0xe018, 0xf8], // Copy
]);
const SHIFT_KEYS = [0x2a, 0x36];
/** One notch of a wheel is 100 to 120 pixels in browsers. */
const WHEEL_PIXELS = 100;
/** More notches than a browser reports at once. Each of them is two messages to the server. */
const NOTCHES_MAX = 20;
/** Buttons of the wheel as bits: up and down, left and right. */
const WHEEL_BITS = [
  [1 << 3, 1 << 4],
  [1 << 5, 1 << 6],
] as const;
/** More keys than fingers. Further pressed keys are not sent. */
const PRESSED_MAX = 64;

type Key = { symbol: number; scancode: number };

export class RfbInput {
  /** The server accepts the key position besides the symbol: QEMU Extended Key Event. */
  takesScancodes = false;
  #send: (message: Uint8Array) => void;
  #size: () => ScreenSize;
  #pressed = new Map<string, Key>();
  #shifts = new Set<number>();
  #buttons = 0;
  #x = 0;
  #y = 0;
  #wheel: [vertical: number, horizontal: number] = [0, 0];

  constructor(send: (message: Uint8Array) => void, size: () => ScreenSize) {
    this.#send = send;
    this.#size = size;
  }

  send(message: InputMessage): void {
    switch (message.kind) {
      case 'pointerMove': {
        const { width, height } = this.#size();
        this.#x = Math.min(message.x, width - 1);
        this.#y = Math.min(message.y, height - 1);
        return this.#sendPointer();
      }
      case 'pointerButton': {
        const bit = 1 << message.button;
        this.#buttons = message.isDown ? this.#buttons | bit : this.#buttons & ~bit;
        return this.#sendPointer();
      }
      case 'wheel':
        return this.#turnWheel(message.axis === 1 ? 1 : 0, message.delta);
      case 'key':
        return this.#pressUsKey(message.scancode, message.isDown);
      case 'keySymbol':
        return this.#press(message, message.isDown);
    }
  }

  /** Releases all pressed keys and buttons: otherwise the server would hold them for the next user. */
  releaseAll(): void {
    for (const key of this.#pressed.values()) this.#sendKey(key, false);
    this.#pressed.clear();
    this.#shifts.clear();
    if (this.#buttons === 0) return;
    this.#buttons = 0;
    this.#sendPointer();
  }

  #pressUsKey(scancode: number, isDown: boolean): void {
    if (SHIFT_KEYS.includes(scancode)) {
      if (isDown) this.#shifts.add(scancode);
      else this.#shifts.delete(scancode);
    }
    this.#press({ symbol: usKeySymbol(scancode, this.#shifts.size > 0), scancode }, isDown);
  }

  /** A key may have another symbol at its release, after Shift: the server must get the symbol of the press. */
  #press({ symbol, scancode }: Key, isDown: boolean): void {
    const name = scancode === 0 ? `symbol ${symbol}` : `code ${scancode}`;
    const pressed = this.#pressed.get(name);
    if (!isDown) {
      this.#pressed.delete(name);
      if (pressed) this.#sendKey(pressed, false);
      return;
    }
    if (!pressed && this.#pressed.size >= PRESSED_MAX) return;
    const key = pressed ?? { symbol, scancode };
    this.#pressed.set(name, key);
    this.#sendKey(key, true);
  }

  #sendKey({ symbol, scancode }: Key, isDown: boolean): void {
    if (this.takesScancodes && scancode !== 0) {
      const message = Buffer.alloc(12);
      message.writeUInt8(QEMU);
      message.writeUInt16BE(isDown ? 1 : 0, 2);
      message.writeUInt32BE(symbol, 4);
      // Extended keys have the highest bit of the code set here.
      const code = QEMU_CODES.get(scancode) ?? (scancode & 0x7f) | (scancode > 0xff ? 0x80 : 0);
      message.writeUInt32BE(code, 8);
      this.#send(message);
    } else if (symbol !== 0) {
      const message = Buffer.alloc(8);
      message.writeUInt8(KEY_EVENT);
      message.writeUInt8(isDown ? 1 : 0, 1);
      message.writeUInt32BE(symbol, 4);
      this.#send(message);
    }
  }

  #turnWheel(axis: 0 | 1, delta: number): void {
    const before = this.#wheel[axis];
    const sum = Math.sign(before) === -Math.sign(delta) ? delta : before + delta;
    const clicks = Math.trunc(sum / WHEEL_PIXELS);
    this.#wheel[axis] = sum - clicks * WHEEL_PIXELS;
    const bit = WHEEL_BITS[axis][clicks > 0 ? 0 : 1];
    const turn = [this.#pointer(bit), this.#pointer()];
    const turns = Array.from({ length: Math.min(NOTCHES_MAX, Math.abs(clicks)) }, () => turn);
    if (clicks !== 0) this.#send(Buffer.concat(turns.flat()));
  }

  #sendPointer(): void {
    this.#send(this.#pointer());
  }

  #pointer(wheel = 0): Buffer {
    const message = Buffer.alloc(6);
    message.writeUInt8(POINTER_EVENT);
    message.writeUInt8(this.#buttons | wheel, 1);
    message.writeUInt16BE(this.#x, 2);
    message.writeUInt16BE(this.#y, 4);
    return message;
  }
}
