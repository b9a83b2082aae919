import { useSyncExternalStore } from 'react';
import type { ValueStore } from '../lib/valueStore.ts';

export const useStore = <T>(store: ValueStore<T>): T => useSyncExternalStore(store.subscribe, store.get);
