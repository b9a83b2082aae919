// X11 symbols for the text that a key types, independent of the keyboard layout. VNC servers use them.
const RIGHT = 2;
const KEYPAD = 3;
const F1 = 0xffbe;
const KEYPAD_0 = 0xffb0;
/** Symbols beyond Latin-1 are Unicode code points plus this offset. */
const UNICODE = 0x0100_0000;

/** By `KeyboardEvent.key`. Two symbols if the right key differs. */
const NAMED: Readonly<Record<string, number | readonly [left: number, right: number]>> = {
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Pause: 0xff13,
  ScrollLock: 0xff14,
  Escape: 0xff1b,
  NonConvert: 0xff22,
  Convert: 0xff23,
  KanaMode: 0xff2d,
  HangulMode: 0xff31,
  HanjaMode: 0xff34,
  Home: 0xff50,
  ArrowLeft: 0xff51,
  ArrowUp: 0xff52,
  ArrowRight: 0xff53,
  ArrowDown: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  PrintScreen: 0xff61,
  Insert: 0xff63,
  Undo: 0xff65,
  ContextMenu: 0xff67,
  Help: 0xff6a,
  NumLock: 0xff7f,
  Shift: [0xffe1, 0xffe2],
  Control: [0xffe3, 0xffe4],
  CapsLock: 0xffe5,
  Alt: [0xffe9, 0xffea],
  AltGraph: 0xfe03,
  Meta: [0xffeb, 0xffec],
  OS: [0xffeb, 0xffec],
  Delete: 0xffff,
  AudioVolumeDown: 0x1008ff11,
  AudioVolumeMute: 0x1008ff12,
  AudioVolumeUp: 0x1008ff13,
  MediaPlayPause: 0x1008ff14,
  MediaStop: 0x1008ff15,
  MediaTrackPrevious: 0x1008ff16,
  MediaTrackNext: 0x1008ff17,
  BrowserHome: 0x1008ff18,
  LaunchMail: 0x1008ff19,
  BrowserSearch: 0x1008ff1b,
  BrowserBack: 0x1008ff26,
  BrowserForward: 0x1008ff27,
  BrowserStop: 0x1008ff28,
  BrowserRefresh: 0x1008ff29,
  BrowserFavorites: 0x1008ff30,
};

/** Keys of the keypad. Its digits are handled separately. */
const ON_KEYPAD: Readonly<Record<string, number>> = {
  Enter: 0xff8d,
  Home: 0xff95,
  ArrowLeft: 0xff96,
  ArrowUp: 0xff97,
  ArrowRight: 0xff98,
  ArrowDown: 0xff99,
  PageUp: 0xff9a,
  PageDown: 0xff9b,
  End: 0xff9c,
  Clear: 0xff9d,
  Insert: 0xff9e,
  Delete: 0xff9f,
  '*': 0xffaa,
  '+': 0xffab,
  ',': 0xffac,
  '-': 0xffad,
  '.': 0xffae,
  '/': 0xffaf,
  '=': 0xffbd,
};

/**
 * `key` and `location` come from a KeyboardEvent. 0 for a key that types nothing by itself: a dead key, or one that X11
 * does not know.
 */
export function keySymbolOf({ key, location }: { key: string; location: number }): number {
  if (location === KEYPAD) {
    if (/^[0-9]$/.test(key)) return KEYPAD_0 + Number(key);
    const symbol = ON_KEYPAD[key];
    if (symbol !== undefined) return symbol;
  }
  const named = NAMED[key];
  if (named !== undefined) return typeof named === 'number' ? named : named[location === RIGHT ? 1 : 0];
  const functionKey = /^F([1-9]|1[0-9]|2[0-4])$/.exec(key)?.[1];
  if (functionKey) return F1 + Number(functionKey) - 1;
  return isOneCharacter(key) ? symbolOfCharacter(key) : 0;
}

const isOneCharacter = (key: string): boolean => key.length === String.fromCodePoint(key.codePointAt(0) ?? 0).length;

/** The symbol of a character that is typed as text. Line ends are the Enter key. */
export function symbolOfCharacter(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (character === '\n' || character === '\r') return 0xff0d;
  if (character === '\t') return 0xff09;
  if (point < 0x20 || (point >= 0x7f && point < 0xa0)) return 0;
  return point <= 0xff ? point : UNICODE | point;
}
