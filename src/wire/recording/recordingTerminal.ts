// What every emulator that reads a recording has in common: two that differ would paint two pictures.
import type { ITerminalOptions } from '@xterm/headless';
import { charWidths } from '../terminal/charWidths.ts';
import { limitCounts } from '../terminal/sequenceCounts.ts';
import { keepSplitCharacters, type StatefulTerminal } from './screenState.ts';

/** The size of a recording that does not say its own (streams §4.2). */
export const DEFAULT_SIZE = { cols: 80, rows: 25 } as const;

const SIZE_MAX = { cols: 1000, rows: 500 } as const;

/** What a hostile recording names as its size must not cost memory, and an emulator needs two rows to scroll. */
export const boundedSize = ({ cols, rows }: { cols: number; rows: number }) => ({
  cols: Math.min(Math.max(2, cols), SIZE_MAX.cols),
  rows: Math.min(Math.max(2, rows), SIZE_MAX.rows),
});

export const RECORDING_OPTIONS = {
  // The widths of characters are a proposed interface.
  allowProposedApi: true,
  disableStdin: true,
  drawBoldTextInBrightColors: false,
  logLevel: 'off',
  // As in live terminals: of text on the background that a program gives it (WCAG AA).
  minimumContrastRatio: 4.5,
  scrollback: 0,
} as const satisfies ITerminalOptions;

/** Colours of the palette and of the window, links, the clipboard: a recording changes nothing outside its text. */
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
