/** The user's settings of the emulator. */
export type EmulatorSettings = {
  /** Undefined: the design token, one step smaller on phones. */
  fontSizePx: number | undefined;
  family: 'bundled' | 'system';
  cursor: 'block' | 'bar' | 'underline';
  blinks: boolean;
  /** Undefined: the cluster's setting. */
  scrollbackLines: number | undefined;
  copiesSelection: boolean;
  rightClick: 'menu' | 'paste';
  middleClick: 'paste' | 'nothing';
  /** Screen readers read the output. */
  readerMode: boolean;
};

export const FONT_SIZE_PX = { min: 10, max: 24 };
export const SCROLLBACK_LINES = { min: 100, max: 100_000 };
