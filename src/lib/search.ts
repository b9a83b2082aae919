/**
 * The last number below `count` for which `holds` returns true, or -1 if there is none. `holds` must be true for all
 * numbers before that one. It takes as many steps as `count` has binary digits.
 */
export function lastWhere(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
