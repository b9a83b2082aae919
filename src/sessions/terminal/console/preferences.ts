import { parseJson, at } from '../../../lib/json.ts';
import { STORAGE } from '../../../lib/storageKeys.ts';
import { ValueStore } from '../../../lib/valueStore.ts';

/** How terminals look and speak, in this browser. */
export type TerminalPreferences = {
  /** `page`: as the console around them. */
  theme: 'page' | 'light' | 'dark';
  /** Output is read out by screen readers. */
  readerMode: boolean;
};

function stored(): TerminalPreferences {
  const json = parseJson(localStorage.getItem(STORAGE.terminal) ?? '');
  const theme = at(json, 'theme');
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'page',
    readerMode: at(json, 'readerMode') === true,
  };
}

export const preferences = new ValueStore<TerminalPreferences>(stored());

export function prefer(change: Partial<TerminalPreferences>): void {
  const next = { ...preferences.get(), ...change };
  localStorage.setItem(STORAGE.terminal, JSON.stringify(next));
  preferences.set(next);
}

window.addEventListener('storage', (event) => {
  if (event.key === STORAGE.terminal) preferences.set(stored());
});
