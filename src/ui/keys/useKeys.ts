import { createContext, use, useEffect } from 'react';
import type { KeyAction, KeyDepth, KeyLayer } from './KeyTable.ts';
import { keyTable, pageKeys } from './keys.ts';

/** The layer that a component's actions belong to: the page's, or that of the dialog around it. */
export const KeyLayerContext = createContext<KeyLayer>(pageKeys);

/** Adds actions while the component is mounted. Keep the array stable (`useMemo`): a new one is added anew. */
export function useKeys(actions: readonly KeyAction[], depth: KeyDepth = 'page'): void {
  const layer = use(KeyLayerContext);
  useEffect(() => layer.add(actions, depth), [layer, actions, depth]);
}

/** Silences the layers below while the component is mounted; for dialogs. */
export function useKeyLayer(layer: KeyLayer): void {
  useEffect(() => keyTable.push(layer), [layer]);
}
