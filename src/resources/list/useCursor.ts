import { useState } from 'react';
import type { Row } from '../../descriptors/row.ts';

/** `id` is known once the user has moved the cursor. Before that the cursor is at an index, on any row. */
type CursorPosition = { question: string; index: number; id: string | undefined };
export type Cursor = {
  /** The current index; 0 in an empty list. */
  index: number;
  move: (index: number) => void;
};

/**
 * The row that keys act on. `start` is its first place: a row that is not loaded yet is expected at its index. The
 * cursor follows its row while rows come and go, and keeps its index when the row is gone. Another `question` to the
 * list starts at the top.
 */
export function useCursor(rows: readonly Row[], count: number, question: string, start: ListPlace | undefined): Cursor {
  const [place, setPlace] = useState<CursorPosition>({ question, index: start?.index ?? 0, id: start?.id });
  if (place.question !== question) setPlace({ question, index: 0, id: undefined });

  const isThere = place.id === undefined || rows[place.index]?.id === place.id;
  const rowIndex = isThere ? place.index : rows.findIndex((row) => row.id === place.id);
  const index = Math.max(0, Math.min(rowIndex < 0 ? place.index : rowIndex, count - 1));
  if (rowIndex >= 0 && index !== place.index && count > 0) setPlace({ ...place, index });
  return {
    index,
    move: (to) => {
      const next = Math.max(0, Math.min(to, count - 1));
      setPlace({ question, index: next, id: rows[next]?.id });
    },
  };
}

/** The user's place in a list: the row, the scroll position, the selection. A link has only the row. */
export type ListPlace = { index: number; id: string | undefined; offsetPx?: number; chosen?: readonly Row[] };

const PLACES_MAX = 50;
const places = new Map<string, ListPlace>();

/** Kept as long as the page lives; `entry` is the key of the browser's history entry. */
export function keepPlace(entry: string, place: ListPlace): void {
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > PLACES_MAX && oldest !== undefined) places.delete(oldest);
}

export const placeAt = (entry: string): ListPlace | undefined => places.get(entry);
