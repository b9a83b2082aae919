import type { ITheme } from '@xterm/xterm';
import { readColours } from '../../../ui/theme.ts';

/** Colour of the emulator → token. */
const TOKENS = {
  background: 'term-background',
  foreground: 'term-foreground',
  cursor: 'term-cursor',
  cursorAccent: 'term-cursor-text',
  selectionBackground: 'term-selection',
  selectionInactiveBackground: 'term-selection',
  black: 'term-black',
  red: 'term-red',
  green: 'term-green',
  yellow: 'term-yellow',
  blue: 'term-blue',
  magenta: 'term-magenta',
  cyan: 'term-cyan',
  white: 'term-white',
  brightBlack: 'term-bright-black',
  brightRed: 'term-bright-red',
  brightGreen: 'term-bright-green',
  brightYellow: 'term-bright-yellow',
  brightBlue: 'term-bright-blue',
  brightMagenta: 'term-bright-magenta',
  brightCyan: 'term-bright-cyan',
  brightWhite: 'term-bright-white',
} as const satisfies Partial<Record<keyof ITheme, string>>;

/** The colours that apply to `where`: a pinned theme is an attribute on one of its ancestors. */
export function readPalette(where: Element): ITheme {
  const colours = readColours(Object.values(TOKENS), where);
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, colours.get(token)]));
}
