import { PHONE } from '../../../ui/useMedia.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { EmulatorSettings } from './settings.ts';

/** Size and line height: 13 / 18. On phones one step smaller. */
export type TerminalFont = { sizePx: number; linePx: number };
const ON_DESK: TerminalFont = { sizePx: 13, linePx: 18 };
const ON_PHONE: TerminalFont = { sizePx: 12, linePx: 17 };

export const TERMINAL_FAMILY = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace";
/** The default of the browser or the system. */
const SYSTEM_FAMILY = 'ui-monospace, monospace';

export const familyOf = (family: EmulatorSettings['family']): string =>
  family === 'system' ? SYSTEM_FAMILY : TERMINAL_FAMILY;

/** The same family in another notation: setting it makes the emulator measure its characters again. */
export const respelled = (family: string): string => `${family}, 'monospace'`;

/** Width of each character of the bundled font relative to its size, used before the browser can measure it. */
const ADVANCE = 0.6;

/** The space that the emulator reserves for its scroll bar to the right of the text. */
const SCROLL_BAR_PX = 14;

/** Line heights keep the ratio of the design token. */
export function terminalFont(sizePx?: number): TerminalFont {
  if (sizePx !== undefined) return { sizePx, linePx: Math.round((sizePx * ON_DESK.linePx) / ON_DESK.sizePx) };
  return window.matchMedia(PHONE).matches ? ON_PHONE : ON_DESK;
}

/** Resolves when the font can be measured: measuring it too early results in a wrong grid. */
export const loadTerminalFont = async (): Promise<void> => {
  await document.fonts.load(`${ON_DESK.sizePx}px ${TERMINAL_FAMILY}`);
};

/** The longest wait for the font. If it loads later, the grid is measured again. */
const FONT_PATIENCE_MS = 1000;

/** Whether the font can be measured now. Always resolves soon. */
export const fontInTime = (): Promise<'here' | 'late'> =>
  Promise.race([
    loadTerminalFont().then(() => 'here' as const),
    new Promise<'late'>((resolve) => setTimeout(resolve, FONT_PATIENCE_MS, 'late')),
  ]);

/**
 * The browser's measurement of one character. Undefined while the font is not loaded. Some browsers round to whole
 * pixels.
 */
function measured({ sizePx }: TerminalFont, family: string): TextMetrics | undefined {
  const css = `${sizePx}px ${family}`;
  const context = document.fonts.check(css) ? document.createElement('canvas').getContext('2d') : null;
  if (!context) return undefined;
  context.font = css;
  return context.measureText('W');
}

export const charWidthPx = (font: TerminalFont, family = TERMINAL_FAMILY): number =>
  measured(font, family)?.width ?? font.sizePx * ADVANCE;

/** Rows and columns that fit into a box, before an emulator exists that could measure. */
export const estimateRoom = (
  box: { width: number; height: number },
  font: TerminalFont,
  family = TERMINAL_FAMILY,
): TermSize => ({
  cols: Math.max(2, Math.floor((box.width - SCROLL_BAR_PX) / charWidthPx(font, family))),
  rows: Math.max(1, Math.floor(box.height / font.linePx)),
});

/**
 * The emulator's `lineHeight`, a factor on the height that it measures and rounds up to device pixels. The result makes
 * a line as high as the design token.
 */
export function lineHeightFactor(font: TerminalFont, family = TERMINAL_FAMILY): number {
  const metrics = measured(font, family);
  if (!metrics) return 1;
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = metrics;
  const charDevicePx = Math.ceil((fontBoundingBoxAscent + fontBoundingBoxDescent) * window.devicePixelRatio);
  const lineDevicePx = Math.round(font.linePx * window.devicePixelRatio);
  // Slightly larger, so that rounding down does not lose a pixel.
  return charDevicePx > 0 ? Math.max(1, (lineDevicePx + 0.01) / charDevicePx) : 1;
}
