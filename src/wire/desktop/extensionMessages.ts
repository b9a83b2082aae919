// Messages of the bundled gateway, which only a client gets that asked for them (`extensions=1`).
import { bytes, flag, message, u16, u32 } from './layout.ts';

/** A pointer of 256 × 256 in colour, packed badly. */
const POINTER_BYTES_MAX = 512 * 1024;

export const EXTENSION_MESSAGES = [
  /** From the gateway: how the pointer looks; an empty PNG hides it. The spot lies that far from its top left corner. */
  message(64, 'pointerShape', { spotX: u16, spotY: u16, png: bytes(POINTER_BYTES_MAX, 'fatal') }),
  /** From the client, in place of `key`: a key with the X11 symbol of what it types (keySymbols.ts). Scancode 0: no key. */
  message(65, 'keySymbol', { symbol: u32, scancode: u32, isDown: flag }),
  /**
   * From the gateway after the parts of a picture; the client sends it back when they are painted. The gateway lets few
   * be under way, so that a slow client does not fall behind.
   */
  message(66, 'fence', { id: u32 }),
] as const;
