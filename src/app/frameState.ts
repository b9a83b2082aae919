import { ValueStore } from '../lib/valueStore.ts';
import { writeText, STORAGE } from '../lib/storage.ts';

/** Whether the user has collapsed the navigation to a rail. Narrow windows always collapse it. */
export const isFolded = new ValueStore(localStorage.getItem(STORAGE.navigation) === 'rail');

export function fold(folded: boolean): void {
  writeText(localStorage, STORAGE.navigation, folded ? 'rail' : 'full');
  isFolded.set(folded);
}

/** The overlay of the page, one at a time. */
export type Overlay = 'none' | 'palette' | 'keys' | 'signIn' | 'navigation';
export const overlay = new ValueStore<Overlay>('none');
export const closeOverlay = (): void => overlay.set('none');
