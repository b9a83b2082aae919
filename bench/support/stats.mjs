/** @param {number[]} values @param {number} p between 0 and 1 */
export function percentile(values, p) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(p * sorted.length) - 1))] ?? Number.NaN;
}

/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);

/**
 * Median with the range after it, the format of figures in the tables of docs/benchmarks.md.
 * @param {number[]} values @param {number} [digits]
 */
export function summary(values, digits = 0) {
  const show = (/** @type {number} */ n) => n.toFixed(digits);
  if (values.length === 0) return '–';
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? show(low) : `${show(median(values))} (${show(low)}–${show(high)})`;
}
