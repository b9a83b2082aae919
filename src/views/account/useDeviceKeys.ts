import { useMemo, type RefObject } from 'react';
import { useLatest } from '../../resources/useLatest.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import type { KeyHint } from '../../ui/StatusBar.tsx';
import { ADD_TITLES } from './AddDeviceDialog.tsx';
import type { Purpose } from './useDevices.ts';

const GROUP = 'Passkeys and factors';

export const DEVICE_HINTS: readonly KeyHint[] = [
  { keys: ['N'], hint: 'add' },
  { keys: ['Del'], hint: 'remove' },
  { keys: ['?'], hint: 'all keys' },
];

type DeviceKeyActions = {
  add: (purpose: Purpose) => void;
  off: Readonly<Record<Purpose | 'remove', string | undefined>>;
  /** The element with the rows. */
  container: RefObject<HTMLElement | null>;
};

/** Removes the device of the focused row. Without one, focuses the first device. */
function removeHere(container: HTMLElement | null): void {
  const here = document.activeElement?.closest('tr')?.querySelector('button');
  if (here && container?.contains(here)) here.click();
  else container?.querySelector<HTMLElement>('tbody button')?.focus();
}

/** The page's part of the table of actions. */
export function useDeviceKeys({ add, off, container }: DeviceKeyActions): void {
  const newest = useLatest(add);
  const { factor, passkey, remove } = off;
  const actions = useMemo(
    (): KeyAction[] => [
      { label: ADD_TITLES.factor, group: GROUP, keys: ['N'], off: factor, run: () => newest.current('factor') },
      {
        label: ADD_TITLES.passkey,
        group: GROUP,
        keys: ['Shift+N'],
        off: passkey,
        run: () => newest.current('passkey'),
      },
      { label: 'Remove device', group: GROUP, keys: ['Del'], off: remove, run: () => removeHere(container.current) },
    ],
    [newest, factor, passkey, remove, container],
  );
  useKeys(actions);
}
