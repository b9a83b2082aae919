// User input: pointer, wheel and keys (streams §5.6, §5.7).
import { WireError } from '../envelope.ts';
import { flag, i16, message, u32, u8, upTo, type Field } from './layout.ts';

const LAYOUT_BYTES = 4;

/** Id of a Windows keyboard layout, after its length. */
const layoutId: Field<number> = {
  read(from) {
    const length = from.u32();
    if (length !== LAYOUT_BYTES) throw new WireError(`a keyboard layout of ${length} bytes`);
    return from.u32();
  },
  write(to, value) {
    to.u32(LAYOUT_BYTES);
    to.u32(value);
  },
};

export const INPUT_MESSAGES = [
  message(3, 'pointerMove', { x: u32, y: u32 }),
  /** 0 left, 1 middle, 2 right. */
  message(4, 'pointerButton', { button: upTo(u8, 2), isDown: flag }),
  /** PC set 1 make code; 0xe0 in the second byte for extended keys (scancodes.ts). */
  message(5, 'key', { scancode: u32, isDown: flag }),
  /** Axis 0 vertical, 1 horizontal. A positive delta is up, or left. */
  message(8, 'wheel', { axis: upTo(u8, 1), delta: i16 }),
  message(32, 'lockKeys', { scrollLock: flag, numLock: flag, capsLock: flag, kanaLock: flag }),
  message(37, 'keyboardLayout', { layout: layoutId }),
] as const;
