// Key codes on the wire (streams §5.6): PC set 1 make codes by `KeyboardEvent.code`, 0xe0 in the second byte for
// extended keys.

/** Keys with consecutive codes, starting with the first code. */
const RUNS: readonly (readonly [first: number, codes: string])[] = [
  [0x01, 'Escape Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal Backspace Tab'],
  [0x10, 'KeyQ KeyW KeyE KeyR KeyT KeyY KeyU KeyI KeyO KeyP BracketLeft BracketRight Enter ControlLeft'],
  [0x1e, 'KeyA KeyS KeyD KeyF KeyG KeyH KeyJ KeyK KeyL Semicolon Quote Backquote ShiftLeft Backslash'],
  [0x2c, 'KeyZ KeyX KeyC KeyV KeyB KeyN KeyM Comma Period Slash ShiftRight NumpadMultiply AltLeft Space CapsLock'],
  [0x3b, 'F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 Pause ScrollLock'],
  [0x47, 'Numpad7 Numpad8 Numpad9 NumpadSubtract Numpad4 Numpad5 Numpad6 NumpadAdd'],
  [0x4f, 'Numpad1 Numpad2 Numpad3 Numpad0 NumpadDecimal'],
  [0x56, 'IntlBackslash F11 F12 NumpadEqual'],
  [0x64, 'F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23'],
  [0x70, 'KanaMode'],
  [0x73, 'IntlRo'],
  [0x76, 'F24 Lang4'],
  [0x77, 'Lang3'],
  [0x79, 'Convert'],
  [0x7b, 'NonConvert'],
  [0x7d, 'IntlYen NumpadComma'],
  [0xe008, 'Undo'],
  [0xe00a, 'Paste'],
  [0xe010, 'MediaTrackPrevious'],
  [0xe017, 'Cut Copy MediaTrackNext'],
  [0xe01c, 'NumpadEnter ControlRight'],
  [0xe020, 'AudioVolumeMute LaunchApp2 MediaPlayPause'],
  [0xe024, 'MediaStop'],
  [0xe02e, 'AudioVolumeDown'],
  [0xe02e, 'VolumeDown'],
  [0xe030, 'AudioVolumeUp'],
  [0xe030, 'VolumeUp'],
  [0xe032, 'BrowserHome'],
  [0xe035, 'NumpadDivide'],
  [0xe037, 'PrintScreen AltRight'],
  [0xe045, 'NumLock'],
  [0xe047, 'Home ArrowUp PageUp'],
  [0xe04b, 'ArrowLeft'],
  [0xe04d, 'ArrowRight'],
  [0xe04f, 'End ArrowDown PageDown Insert Delete'],
  [0xe05b, 'MetaLeft'],
  [0xe05b, 'OSLeft MetaRight'],
  [0xe05c, 'OSRight ContextMenu Power'],
  [0xe065, 'BrowserSearch BrowserFavorites BrowserRefresh BrowserStop BrowserForward BrowserBack'],
  [0xe06b, 'LaunchApp1 LaunchMail MediaSelect'],
];

const SCANCODES = new Map(
  RUNS.flatMap(([first, codes]) => codes.split(' ').map((code, index) => [code, first + index] as const)),
);

/** Undefined: the key is not sent. */
export const scancodeOf = (code: string): number | undefined => SCANCODES.get(code);

/** If two names share a scancode, the first one. */
const CODES = new Map([...SCANCODES].toReversed().map(([code, scancode]) => [scancode, code]));

/** The `KeyboardEvent.code` of a scancode. The input is untrusted. */
export const codeOfScancode = (scancode: number): string | undefined => CODES.get(scancode);
