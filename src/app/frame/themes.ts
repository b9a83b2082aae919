import type { ThemeChoice } from '../../ui/theme.ts';

/** As menus offer them. */
export const THEMES: readonly [ThemeChoice, string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'Same as system'],
];
