import { useState } from 'react';
import type { Row } from '../../descriptors/defineResource.ts';

type Place = { index: number; id: string | undefined };
export type Cursor = {
  /** Where it stands now; 0 in an empty list. */
  index: number;
  move: (index: number) => void;
};

/** The row that keys act on. It stays with its row while rows come and go, and with its place when the row is gone. */
export function useCursor(rows: readonly Row[], count: number, start: string | undefined): Cursor {
  const [place, setPlace] = useState<Place>({ index: 0, id: start });
  const { id } = place;
  const held = rows[place.index]?.id === id ? place.index : rows.findIndex((row) => row.id === id);
  const index = Math.max(0, Math.min(held < 0 ? place.index : held, count - 1));
  const here = rows[index];
  // The row under the cursor is known from when it is first seen, so that a later order finds it again.
  if (held >= 0 ? place.index !== index : here && id === undefined) setPlace({ index, id: here?.id });
  return {
    index,
    move: (to) => {
      const next = Math.max(0, Math.min(to, count - 1));
      setPlace({ index: next, id: rows[next]?.id });
    },
  };
}
