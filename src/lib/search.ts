/**
 * The last of the numbers from 0 up to but not `count` for which it holds, where it holds for all before that one; -1
 * where it holds for none. It takes as many steps as `count` has binary digits.
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
