import { systemClock } from '../../lib/clock.ts';
import { STORAGE } from '../../lib/storageKeys.ts';
import { ValueStore } from '../../lib/valueStore.ts';
import { KeyLayer, KeyTable } from './KeyTable.ts';

/** Whether keys without Ctrl do anything; switched in the `?` sheet, kept in this browser. */
export const singleKeys = new ValueStore(localStorage.getItem(STORAGE.singleKeys) !== 'off');

export function switchSingleKeys(on: boolean): void {
  localStorage.setItem(STORAGE.singleKeys, on ? 'on' : 'off');
  singleKeys.set(on);
}

/** Actions of frame and page. */
export const pageKeys = new KeyLayer();
export const keyTable = new KeyTable(pageKeys, { clock: systemClock, singleKeysAreOn: singleKeys.get });

window.addEventListener('keydown', keyTable.handle);
