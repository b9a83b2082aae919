/** Height of a row with a day heading. */
export const DAY_PX = 28;

export type RowOffsets = {
  /** Height of a row together with the day above it. */
  size: (index: number) => number;
  /** Top of a row, including the day above it. */
  start: (index: number) => number;
  /** The row at this many pixels from the top; past the last row if the position is below it. */
  at: (px: number) => number;
};

/** Rows of one height, some of which have a day above them; `days` are their indices in order. */
export function rowOffsets(rowPx: number, days: readonly number[]): RowOffsets {
  const withDay = new Set(days);
  const daysBefore = (index: number): number => {
    let [low, high] = [0, days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((days[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const start = (index: number): number => index * rowPx + daysBefore(index) * DAY_PX;
  return {
    size: (index) => rowPx + (withDay.has(index) ? DAY_PX : 0),
    start,
    at: (px) => {
      let [low, high] = [Math.max(0, Math.floor(px / (rowPx + DAY_PX)) - 1), Math.max(0, Math.floor(px / rowPx))];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (start(middle) <= px) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}
