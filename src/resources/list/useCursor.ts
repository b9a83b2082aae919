import { useState } from 'react';
import type { Row } from '../../descriptors/row.ts';

/** `id` is known once somebody has put the cursor there; before that it stands at a place, whatever row that is. */
type Place = { question: string; index: number; id: string | undefined };
export type Cursor = {
  /** Where it stands now; 0 in an empty list. */
  index: number;
  move: (index: number) => void;
};

/**
 * The row that keys act on. From `start` on: a row that is not here yet is waited for at its place. It stays with its row while rows come and go, and with its place when the row is gone.
 * Another `question` to the list starts at the top.
 */
export function useCursor(rows: readonly Row[], count: number, question: string, start: ListPlace | undefined): Cursor {
  const [place, setPlace] = useState<Place>({ question, index: start?.index ?? 0, id: start?.id });
  if (place.question !== question) setPlace({ question, index: 0, id: undefined });

  const isThere = place.id === undefined || rows[place.index]?.id === place.id;
  const held = isThere ? place.index : rows.findIndex((row) => row.id === place.id);
  const index = Math.max(0, Math.min(held < 0 ? place.index : held, count - 1));
  if (held >= 0 && index !== place.index && count > 0) setPlace({ ...place, index });
  return {
    index,
    move: (to) => {
      const next = Math.max(0, Math.min(to, count - 1));
      setPlace({ question, index: next, id: rows[next]?.id });
    },
  };
}

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
