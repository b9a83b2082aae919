// Messages of the bundled gateway. Only clients that asked for them (`extensions=1`) get them.
import { bytes, flag, message, u16, u32 } from './layout.ts';

/** Enough for a badly compressed coloured pointer of 256 × 256. */
const POINTER_BYTES_MAX = 512 * 1024;

export const EXTENSION_MESSAGES = [
  /**
   * From the gateway: the shape of the pointer. An empty PNG hides it. `spotX` and `spotY` count from its top left
   * corner.
   */
  message(64, 'pointerShape', { spotX: u16, spotY: u16, png: bytes(POINTER_BYTES_MAX, 'fatal') }),
  /**
   * From the client, in place of `key`: a key with the X11 symbol that it types (keySymbols.ts). Scancode 0: no key.
   */
  message(65, 'keySymbol', { symbol: u32, scancode: u32, isDown: flag }),
  /**
   * From the gateway after the parts of a picture. The client returns it when they are painted. The gateway limits the
   * number of open fences, so that a slow client does not fall behind.
   */
  message(66, 'fence', { id: u32 }),
] as const;
