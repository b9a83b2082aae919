import type { Row } from '../../descriptors/row.ts';

/** Where in a list somebody was: on which row, how far it was scrolled, what was chosen; a link knows the row alone. */
export type ListPlace = { index: number; id: string | undefined; offsetPx?: number; chosen?: readonly Row[] };

const PLACES_MAX = 50;
const places = new Map<string, ListPlace>();

/** Remembered for as long as the page lives; `entry` is the key of the browser's history entry. */
export function keepPlace(entry: string, place: ListPlace): void {
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

export const placeAt = (entry: string): ListPlace | undefined => places.get(entry);
