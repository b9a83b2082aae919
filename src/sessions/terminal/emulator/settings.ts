/** What a person chose about terminals as such. */
export type EmulatorSettings = {
  /** undefined: the token's, one step smaller on phones. */
  fontSizePx: number | undefined;
  family: 'bundled' | 'system';
  cursor: 'block' | 'bar' | 'underline';
  blinks: boolean;
  /** undefined: as the cluster says. */
  scrollbackLines: number | undefined;
  copiesSelection: boolean;
  rightClick: 'menu' | 'paste';
  middleClick: 'paste' | 'nothing';
  /** Output is read out by screen readers. */
  readerMode: boolean;
};

export const FONT_SIZE_PX = { min: 10, max: 24 };
export const SCROLLBACK_LINES = { min: 100, max: 100_000 };
