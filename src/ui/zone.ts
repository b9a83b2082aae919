import type { Zone } from '../lib/dates.ts';
import { writeText, STORAGE } from '../lib/storage.ts';
import { ValueStore } from '../lib/valueStore.ts';

const toZone = (stored: string | null): Zone => (stored === 'utc' ? 'utc' : 'local');

/** The time zone of all times in the console. */
export const zone = new ValueStore<Zone>(toZone(localStorage.getItem(STORAGE.zone)));

export function chooseZone(next: Zone): void {
  writeText(localStorage, STORAGE.zone, next);
  zone.set(next);
}

window.addEventListener('storage', (event) => {
  if (event.key === STORAGE.zone) zone.set(toZone(event.newValue));
});

/** `Europe/Oslo`, as the browser names it. */
export const localZoneName = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
