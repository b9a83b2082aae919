import { writeText, STORAGE } from '../lib/storage.ts';
import { ValueStore } from '../lib/valueStore.ts';

/** Whether the person has folded the navigation to a rail; narrow windows fold it anyway. */
export const isFolded = new ValueStore(localStorage.getItem(STORAGE.navigation) === 'rail');

export function fold(folded: boolean): void {
  writeText(localStorage, STORAGE.navigation, folded ? 'rail' : 'full');
  isFolded.set(folded);
}
