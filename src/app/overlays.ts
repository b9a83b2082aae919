import { ValueStore } from '../lib/valueStore.ts';

/** What lies over the page; one at a time. */
export type Overlay = 'none' | 'palette' | 'keys' | 'signIn' | 'navigation';
export const overlay = new ValueStore<Overlay>('none');
export const closeOverlay = (): void => overlay.set('none');
