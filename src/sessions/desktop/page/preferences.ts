import { at, parseJson } from '../../../lib/json.ts';
import { STORAGE, writeJson } from '../../../lib/storage.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { SCALES, type Scale } from '../painter/ScreenLayout.ts';
import { defaultLayout, isLayout } from './keyboardLayouts.ts';

/** How desktops are shown in this browser. */
export type DesktopPreferences = {
  scale: Scale;
  /** The browser's own keys go to the desktop in full screen. */
  capturesKeys: boolean;
  /** Windows id of the keyboard layout. */
  layout: number;
};

/** What cannot be read is the default: a browser's storage is anybody's to write. */
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
