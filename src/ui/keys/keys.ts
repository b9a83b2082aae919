import { systemClock } from '../../lib/clock.ts';
import { writeText, STORAGE } from '../../lib/storage.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { KeyLayer, KeyTable, type KeyAction, type KeyDepth } from './KeyTable.ts';
import { createContext, use, useEffect } from 'react';

/** Whether keys without Ctrl do anything. The user switches it in the `?` sheet, and this browser stores it. */
export const singleKeys = new ValueStore(localStorage.getItem(STORAGE.singleKeys) !== 'off');

export function switchSingleKeys(on: boolean): void {
  writeText(localStorage, STORAGE.singleKeys, on ? 'on' : 'off');
  singleKeys.set(on);
}

/** Actions of frame and page. */
export const pageKeys = new KeyLayer();
export const keyTable = new KeyTable(pageKeys, { clock: systemClock, singleKeysAreOn: singleKeys.get });

window.addEventListener('keydown', keyTable.handle);

/** The layer that a component's actions belong to: the page's, or that of the dialog around it. */
export const KeyLayerContext = createContext<KeyLayer>(pageKeys);

/** Adds actions while the component is mounted. Keep the array stable (`useMemo`), because a new one is added again. */
export function useKeys(actions: readonly KeyAction[], depth: KeyDepth = 'page'): void {
  const layer = use(KeyLayerContext);
  useEffect(() => layer.add(actions, depth), [layer, actions, depth]);
}

/** Disables the layers below while the component is mounted. For dialogs. */
export function useKeyLayer(layer: KeyLayer): void {
  useEffect(() => keyTable.push(layer), [layer]);
}

/**
 * A page that opens takes the focus if no element has it, so that Tab continues from there and not from the navigation.
 */
export function takeFocus(page: HTMLElement | null): void {
  if (document.activeElement === document.body) page?.focus({ preventScroll: true });
}
