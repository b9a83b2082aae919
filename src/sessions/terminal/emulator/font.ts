import { PHONE } from '../../../ui/media.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { EmulatorSettings } from './settings.ts';

/** tokens §4: 13 / 18; on phones one step smaller. */
export type TerminalFont = { sizePx: number; linePx: number };
const ON_DESK: TerminalFont = { sizePx: 13, linePx: 18 };
const ON_PHONE: TerminalFont = { sizePx: 12, linePx: 17 };

export const TERMINAL_FAMILY = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace";
/** What the browser or the system is set to. */
const SYSTEM_FAMILY = 'ui-monospace, monospace';

export const familyOf = (family: EmulatorSettings['family']): string =>
  family === 'system' ? SYSTEM_FAMILY : TERMINAL_FAMILY;

/** The same family in another spelling: setting it makes the emulator measure its characters anew. */
export const respelled = (family: string): string => `${family}, 'monospace'`;

/** Width of each character of the bundled font, in parts of its size. */
const ADVANCE = 0.6;

/** What the emulator keeps free at the right of its text for its scroll bar. */
const SCROLL_BAR_PX = 14;

/** Lines are as high for their text as the token's are. */
export function terminalFont(sizePx?: number): TerminalFont {
  if (sizePx !== undefined) return { sizePx, linePx: Math.round((sizePx * ON_DESK.linePx) / ON_DESK.sizePx) };
  return window.matchMedia(PHONE).matches ? ON_PHONE : ON_DESK;
}

/** Settles once the font can be measured: one that is measured before it is there leaves a wrong grid. */
export const loadTerminalFont = async (): Promise<void> => {
  await document.fonts.load(`${ON_DESK.sizePx}px ${TERMINAL_FAMILY}`);
};

export const charWidthPx = ({ sizePx }: TerminalFont): number => sizePx * ADVANCE;

/** Rows and columns that fit into a box, before there is an emulator that could measure. */
export const estimateRoom = (box: { width: number; height: number }, font: TerminalFont): TermSize => ({
  cols: Math.max(2, Math.floor((box.width - SCROLL_BAR_PX) / charWidthPx(font))),
  rows: Math.max(1, Math.floor(box.height / font.linePx)),
});

/**
 * The emulator's `lineHeight`, a factor on the height that it measures itself and rounds up to device pixels: the one
 * that makes a line as high as the token says.
 */
export function lineHeightFactor({ sizePx, linePx }: TerminalFont, family = TERMINAL_FAMILY): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 1;
  context.font = `${sizePx}px ${family}`;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('W');
  const charDevicePx = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * window.devicePixelRatio);
  const lineDevicePx = Math.round(linePx * window.devicePixelRatio);
  // A hair more, so that rounding down does not lose a pixel.
  return charDevicePx > 0 ? Math.max(1, (lineDevicePx + 0.01) / charDevicePx) : 1;
}
