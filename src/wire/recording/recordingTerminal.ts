// Options that all emulators of recordings share: emulators with different options would paint different pictures.
import type { ITerminalOptions } from '@xterm/headless';
import { charWidths } from '../terminal/charWidths.ts';
import { limitCounts } from '../terminal/sequenceCounts.ts';
import { keepSplitCharacters, type StatefulTerminal } from './screenState.ts';

/** The size of a recording that has none (streams §4.2). */
export const DEFAULT_SIZE = { cols: 80, rows: 25 } as const;

const SIZE_MAX = { cols: 1000, rows: 500 } as const;

/** Limits the memory that the size of a hostile recording can claim. An emulator needs two rows to scroll. */
export const boundedSize = ({ cols, rows }: { cols: number; rows: number }) => ({
  cols: Math.min(Math.max(2, cols), SIZE_MAX.cols),
  rows: Math.min(Math.max(2, rows), SIZE_MAX.rows),
});

export const RECORDING_OPTIONS = {
  // The character widths are a proposed API.
  allowProposedApi: true,
  disableStdin: true,
  drawBoldTextInBrightColors: false,
  logLevel: 'off',
  // As in live terminals: contrast of text on a background colour that a program sets (WCAG AA).
  minimumContrastRatio: 4.5,
  scrollback: 0,
} as const satisfies ITerminalOptions;

/**
 * Colours of the palette and of the window, links, the clipboard. A recording must not change anything outside its
 * text.
 */
export const IGNORED_OSC = [4, 5, 8, 10, 11, 12, 52, 104, 105, 110, 111, 112];

type RecordingTerminal = StatefulTerminal &
  Parameters<typeof limitCounts>[0] & {
    unicode: { register(provider: typeof charWidths): void; activeVersion: string };
    parser: { registerOscHandler(ident: number, handler: (data: string) => boolean): unknown };
  };

export function prepareForRecording(terminal: RecordingTerminal): void {
  terminal.unicode.register(charWidths);
  terminal.unicode.activeVersion = charWidths.version;
  for (const ident of IGNORED_OSC) terminal.parser.registerOscHandler(ident, () => true);
  keepSplitCharacters(terminal);
  limitCounts(terminal);
}
