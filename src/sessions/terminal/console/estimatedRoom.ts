import { PHONE } from '../../../ui/media.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import { estimateRoom, terminalFont } from '../emulator/font.ts';

/** What stands around the text (ConsolePage, TerminalPane): strip, head, foot or key row, and the margins of the text. */
const AROUND_PX = {
  desk: { width: 12, height: 36 + 28 + 28 + 16 },
  phone: { width: 10, height: 48 + 44 + 48 + 12 },
};

/** The size that a terminal in this window will most likely have; it is measured once the emulator is there. */
export function estimatedRoom(): TermSize {
  const around = window.matchMedia(PHONE).matches ? AROUND_PX.phone : AROUND_PX.desk;
  return estimateRoom(
    { width: window.innerWidth - around.width, height: window.innerHeight - around.height },
    terminalFont(),
  );
}
