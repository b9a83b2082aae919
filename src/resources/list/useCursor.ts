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
 * The row that keys act on. `start` is its first position: a row that is not loaded yet is expected at its index. The
 * cursor follows its row while rows come and go, and keeps its index when the row is gone. Another `question` to the
 * list starts at the top.
 */
export function useCursor(rows: readonly Row[], count: number, question: string, start?: ListPosition): Cursor {
  const [position, setPosition] = useState<CursorPosition>({ question, index: start?.index ?? 0, id: start?.id });
  if (position.question !== question) setPosition({ question, index: 0, id: undefined });

  const isThere = position.id === undefined || rows[position.index]?.id === position.id;
  const rowIndex = isThere ? position.index : rows.findIndex((row) => row.id === position.id);
  const index = Math.max(0, Math.min(rowIndex < 0 ? position.index : rowIndex, count - 1));
  if (rowIndex >= 0 && index !== position.index && count > 0) setPosition({ ...position, index });
  return {
    index,
    move: (to) => {
      const next = Math.max(0, Math.min(to, count - 1));
      setPosition({ question, index: next, id: rows[next]?.id });
    },
  };
}

/** The user's place in a list: the row, the scroll position, the selection. A link has only the row. */
export type ListPosition = { index: number; id: string | undefined; offsetPx?: number; chosen?: readonly Row[] };

const POSITIONS_MAX = 50;
const positions = new Map<string, ListPosition>();

/** Kept as long as the page lives; `entry` is the key of the browser's history entry. */
export function savePosition(entry: string, position: ListPosition): void {
  positions.delete(entry);
  positions.set(entry, position);
  const [oldest] = positions.keys();
  if (positions.size > POSITIONS_MAX && oldest !== undefined) positions.delete(oldest);
}

export const savedPosition = (entry: string): ListPosition | undefined => positions.get(entry);
