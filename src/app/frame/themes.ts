import type { MenuItem } from '../../ui/menuItems.ts';
import { chooseTheme, themeChoice, type ThemeChoice } from '../../ui/theme.ts';

/** In the order of menus. */
export const THEMES: readonly [ThemeChoice, string][] = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'Same as system'],
];

/** The theme items of a menu. `now` has the check mark. */
export const themeItems = (now: ThemeChoice = themeChoice.get()): readonly MenuItem[] => [
  { kind: 'line' },
  { kind: 'head', label: 'Theme' },
  ...THEMES.map(([choice, label]): MenuItem => ({
    kind: 'item',
    id: choice,
    label,
    chosen: choice === now,
    run: () => chooseTheme(choice),
  })),
  { kind: 'line' },
];
