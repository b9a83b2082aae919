import { writeText, STORAGE } from '../lib/storage.ts';
import { ValueStore } from '../lib/valueStore.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

const toChoice = (stored: string | null): ThemeChoice => (stored === 'light' || stored === 'dark' ? stored : 'system');

/** The user's choice. Written by `chooseTheme`, and by other tabs of this browser. */
export const themeChoice = new ValueStore<ThemeChoice>(toChoice(localStorage.getItem(STORAGE.theme)));

/**
 * One attribute on <html> carries the choice. Without it the system decides (tokens.css). `theme-boot.ts` sets it
 * first.
 */
function apply(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  themeChoice.set(choice);
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(STORAGE.theme);
  else writeText(localStorage, STORAGE.theme, choice);
  apply(choice);
}

window.addEventListener('storage', (event) => {
  if (event.key === STORAGE.theme) apply(toChoice(event.newValue));
});

const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');

/** The theme on screen, for parts that paint outside CSS (editor, terminal). */
export const currentTheme = (): 'light' | 'dark' => {
  const choice = themeChoice.get();
  if (choice !== 'system') return choice;
  return systemIsDark.matches ? 'dark' : 'light';
};

/** Calls back when the theme on screen may have changed, by choice or by the system. */
export function onThemeChange(listener: () => void): () => void {
  const stop = themeChoice.subscribe(listener);
  systemIsDark.addEventListener('change', listener);
  return () => {
    stop();
    systemIsDark.removeEventListener('change', listener);
  };
}

/**
 * Resolved values of colour tokens (`term-red`), for libraries that paint on a canvas and accept no custom properties.
 */
export function readColours(names: readonly string[], where: Element = document.body): ReadonlyMap<string, string> {
  const probe = document.createElement('span');
  // A high contrast theme would give each token the colour of the text.
  probe.style.setProperty('forced-color-adjust', 'none');
  where.append(probe);
  const colours = new Map(
    names.map((name) => {
      probe.style.color = `var(--${name})`;
      return [name, getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return colours;
}
