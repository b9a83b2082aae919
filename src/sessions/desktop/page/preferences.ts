import { at, parseJson } from '../../../lib/json.ts';
import { STORAGE, writeJson } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { SCALES, type Scale } from '../painter/ScreenLayout.ts';
import { defaultLayout, isLayout } from './keyboardLayouts.ts';

/** How this browser shows desktops. */
export type DesktopPreferences = {
  scale: Scale;
  /** In full screen, the desktop gets the browser's own shortcuts. */
  capturesKeys: boolean;
  /** Windows id of the keyboard layout. */
  layout: number;
};

/** Invalid values become the default: other code can write to the browser's storage. */
export function parsePreferences(text: string | null, languages: readonly string[]): DesktopPreferences {
  const json = parseJson(text ?? '');
  const layout = at(json, 'layout');
  return {
    scale: SCALES.find((scale) => scale === at(json, 'scale')) ?? 'fit',
    capturesKeys: at(json, 'capturesKeys') !== false,
    layout: isLayout(layout) ? layout : defaultLayout(languages),
  };
}

export const preferences = new ValueStore(parsePreferences(localStorage.getItem(STORAGE.desktop), navigator.languages));

export function prefer(change: Partial<DesktopPreferences>): void {
  const next = { ...preferences.get(), ...change };
  preferences.set(next);
  writeJson(localStorage, STORAGE.desktop, next);
}
