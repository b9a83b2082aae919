import type { MenuItem } from '../../../ui/menuItems.ts';
import type { DesktopClient } from '../DesktopClient.ts';
import { LAYOUTS } from './keyboardLayouts.ts';
import { prefer, type DesktopPreferences } from './preferences.ts';

type SentKey = { code: string; key: string; location?: number };

const CONTROL: SentKey = { code: 'ControlLeft', key: 'Control', location: 1 };
const ALT: SentKey = { code: 'AltLeft', key: 'Alt', location: 1 };
const plainKey = (code: string): SentKey => ({ code, key: code });

/** Keys that the browser or the user's system handles itself, or that a phone lacks. */
const CHORDS: readonly (readonly [label: string, keys: readonly SentKey[]])[] = [
  ['Ctrl + Alt + Del', [CONTROL, ALT, plainKey('Delete')]],
  ['Alt + Tab', [ALT, plainKey('Tab')]],
  ['Alt + F4', [ALT, plainKey('F4')]],
  ['Windows key', [{ code: 'MetaLeft', key: 'Meta', location: 1 }]],
  ['Print Screen', [plainKey('PrintScreen')]],
  ['Ctrl + Esc', [CONTROL, plainKey('Escape')]],
  ['Esc', [plainKey('Escape')]],
  ['Tab', [plainKey('Tab')]],
];

type Options = {
  client: DesktopClient;
  preferences: DesktopPreferences;
  /** Focuses the desktop after a key. */
  focus: () => void;
  chooseLayout: () => void;
};

export function sendKeyItems({ client, preferences, focus, chooseLayout }: Options): readonly MenuItem[] {
  const locks = 'keyboard' in navigator;
  const { capturesKeys, layout } = preferences;
  return [
    ...CHORDS.map(([label, keys]): MenuItem => ({
      kind: 'item',
      id: label,
      label,
      run: () => {
        client.keyboard.chord(keys);
        focus();
      },
    })),
    { kind: 'line' },
    {
      kind: 'item',
      id: 'capture',
      label: 'Capture all keys in full screen',
      hint: capturesKeys ? 'On' : 'Off',
      off: locks ? undefined : 'Not in this browser',
      run: () => prefer({ capturesKeys: !capturesKeys }),
    },
    {
      kind: 'item',
      id: 'layout',
      label: 'Keyboard layout',
      hint: LAYOUTS.find(({ id }) => id === layout)?.label,
      off: client.hasExtensions ? undefined : 'The cluster decides',
      run: chooseLayout,
    },
  ];
}
