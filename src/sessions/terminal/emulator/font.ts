import { PHONE } from '../../../ui/useMedia.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { EmulatorSettings } from './settings.ts';

/** Size and line height: 13 / 18; on phones one step smaller. */
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

/** Width of each character of the bundled font, in parts of its size, before the browser can say. */
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

/** A font that is slower than this is not waited for: a grid is measured anew when it comes. */
const FONT_PATIENCE_MS = 1000;

/** Whether the font can be measured now; settles soon in any case. */
export const fontInTime = (): Promise<'here' | 'late'> =>
  Promise.race([
    loadTerminalFont().then(() => 'here' as const),
    new Promise<'late'>((resolve) => setTimeout(resolve, FONT_PATIENCE_MS, 'late')),
  ]);

/** What the browser makes of one character; undefined while the font is not there. Some round its width to whole pixels. */
function measured({ sizePx }: TerminalFont, family: string): TextMetrics | undefined {
  const css = `${sizePx}px ${family}`;
  const context = document.fonts.check(css) ? document.createElement('canvas').getContext('2d') : null;
  if (!context) return undefined;
  context.font = css;
  return context.measureText('W');
}

export const charWidthPx = (font: TerminalFont, family = TERMINAL_FAMILY): number =>
  measured(font, family)?.width ?? font.sizePx * ADVANCE;

/** Rows and columns that fit into a box, before there is an emulator that could measure. */
export const estimateRoom = (
  box: { width: number; height: number },
  font: TerminalFont,
  family = TERMINAL_FAMILY,
): TermSize => ({
  cols: Math.max(2, Math.floor((box.width - SCROLL_BAR_PX) / charWidthPx(font, family))),
  rows: Math.max(1, Math.floor(box.height / font.linePx)),
});

/**
 * The emulator's `lineHeight`, a factor on the height that it measures itself and rounds up to device pixels: the one
 * that makes a line as high as the token says.
 */
export function lineHeightFactor(font: TerminalFont, family = TERMINAL_FAMILY): number {
  const metrics = measured(font, family);
  if (!metrics) return 1;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = metrics;
  const charDevicePx = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * window.devicePixelRatio);
  const lineDevicePx = Math.round(font.linePx * window.devicePixelRatio);
  // A hair more, so that rounding down does not lose a pixel.
  return charDevicePx > 0 ? Math.max(1, (lineDevicePx + 0.01) / charDevicePx) : 1;
}
