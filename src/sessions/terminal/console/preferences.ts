import { parseJson, at } from '../../../lib/json.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { writeJson, writeText, STORAGE, TERMINAL_PREFIX } from '../../../lib/storage.ts';
import { FONT_SIZE_PX, SCROLLBACK_LINES, type EmulatorSettings } from '../emulator/settings.ts';

/** Appearance and behaviour of terminals, for one user in this browser. */
export type TerminalPreferences = EmulatorSettings & {
  /** `page`: the theme of the console. */
  theme: 'page' | 'light' | 'dark';
  bell: 'off' | 'mark' | 'sound';
  /** Whether programs may write to the clipboard. `ask`: the first request waits for the user. */
  clipboardWrite: 'ask' | 'on' | 'off';
  /** Asks before pasting text that could run a command. */
  asksPaste: boolean;
};

export const DEFAULTS: TerminalPreferences = {
  theme: 'page',
  fontSizePx: undefined,
  family: 'bundled',
  cursor: 'block',
  blinks: false,
  scrollbackLines: undefined,
  copiesSelection: false,
  rightClick: 'menu',
  middleClick: 'paste',
  readerMode: false,
  bell: 'mark',
  clipboardWrite: 'ask',
  asksPaste: true,
};

/** Invalid values become the default: other code can write to the browser's storage. */
export function parsePreferences(text: string | null): TerminalPreferences {
  const json = parseJson(text ?? '');
  const oneOf = <const T extends string>(key: string, choices: readonly T[], preset: T): T =>
    choices.find((choice) => choice === at(json, key)) ?? preset;
  const isOn = (key: string): boolean => at(json, key) === true;
  const within = (key: string, { min, max }: { min: number; max: number }): number | undefined => {
    const value = at(json, key);
    return typeof value === 'number' && value >= min && value <= max ? Math.round(value) : undefined;
  };
  return {
    theme: oneOf('theme', ['page', 'light', 'dark'], DEFAULTS.theme),
    fontSizePx: within('fontSizePx', FONT_SIZE_PX),
    family: oneOf('family', ['bundled', 'system'], DEFAULTS.family),
    cursor: oneOf('cursor', ['block', 'bar', 'underline'], DEFAULTS.cursor),
    blinks: isOn('blinks'),
    scrollbackLines: within('scrollbackLines', SCROLLBACK_LINES),
    copiesSelection: isOn('copiesSelection'),
    rightClick: oneOf('rightClick', ['menu', 'paste'], DEFAULTS.rightClick),
    middleClick: oneOf('middleClick', ['paste', 'nothing'], DEFAULTS.middleClick),
    readerMode: isOn('readerMode'),
    bell: oneOf('bell', ['off', 'mark', 'sound'], DEFAULTS.bell),
    clipboardWrite: oneOf('clipboardWrite', ['ask', 'on', 'off'], DEFAULTS.clipboardWrite),
    asksPaste: at(json, 'asksPaste') !== false,
  };
}

/** The key without a user, until the name is known. */
let key: string = STORAGE.terminal;

export const preferences = new ValueStore<TerminalPreferences>(parsePreferences(localStorage.getItem(key)));

/** Switches to this user's settings. A user without any takes over those from before the name was known. */
export function preferencesOf(user: string): void {
  const early = localStorage.getItem(STORAGE.terminal);
  localStorage.removeItem(STORAGE.terminal);
  key = TERMINAL_PREFIX + encodeURIComponent(user);
  const stored = localStorage.getItem(key);
  preferences.set(parsePreferences(stored ?? early));
  if (stored === null && early !== null) writeText(localStorage, key, early);
}

export function prefer(change: Partial<TerminalPreferences>): void {
  const next = { ...preferences.get(), ...change };
  preferences.set(next);
  writeJson(localStorage, key, next);
}

window.addEventListener('storage', (event) => {
  if (event.key === key) preferences.set(parsePreferences(event.newValue));
});
