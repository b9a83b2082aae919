import { PHONE } from '../../../ui/useMedia.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import { estimateRoom, familyOf, terminalFont } from '../emulator/font.ts';
import { preferences } from './preferences.ts';

/**
 * The size of everything around the text (ConsolePage, TerminalPane): strip, head, foot or key row, and text margins.
 */
const AROUND_PX = {
  desk: { page: 36 + 28, pane: { width: 12, height: 28 + 16 } },
  phone: { page: 48 + 48, pane: { width: 10, height: 44 + 12 } },
};

const WHOLE_WINDOW = { width: 1, height: 1 };

/**
 * The probable size of a terminal in its part of the window. The real size is measured once it is visible. A terminal
 * in a background tab keeps its shell at this size until then.
 */
export function estimatedRoom(part = WHOLE_WINDOW): TermSize {
  const isPhone = window.matchMedia(PHONE).matches;
  const { page, pane } = isPhone ? AROUND_PX.phone : AROUND_PX.desk;
  const { fontSizePx, family } = preferences.get();
  // A phone shows one pane at a time.
  const { width, height } = isPhone ? WHOLE_WINDOW : part;
  return estimateRoom(
    {
      width: window.innerWidth * width - pane.width,
      height: (window.innerHeight - page) * height - pane.height,
    },
    terminalFont(fontSizePx),
    familyOf(family),
  );
}
