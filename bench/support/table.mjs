// A figure in the format of docs/benchmarks.md: median with its range, beside the two peers and as a ratio to the
// better.
import { median, summary } from './stats.mjs';

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {string} unit
 * @property {number[]} values one per run
 * @property {number} digits
 * @property {readonly [number, number] | undefined} peers medians of Teleport 13.1.3 and 18.0.0
 * @property {number | undefined} bar what must not be passed
 * @property {'less' | 'more'} better which side of the bar is good
 */

/**
 * @param {string} name @param {string} unit @param {number[]} values
 * @param {{ peers?: readonly [number, number], bar?: number, digits?: number, better?: 'less' | 'more' }} [options]
 * @returns {Figure}
 */
export const figure = (name, unit, values, { peers, bar, digits = 0, better = 'less' } = {}) => ({
  name,
  unit,
  values,
  digits,
  peers,
  bar,
  better,
});

/** @param {number | undefined} bytes */
export const kilobytes = (bytes) => (bytes ?? 0) / 1000;

/** @param {Figure} figure */
function ratio({ values, peers }) {
  if (!peers) return '';
  const best = Math.min(...peers);
  return best === 0 ? '' : (median(values) / best).toFixed(2);
}

/** @param {Figure} figure */
export const isOver = ({ values, bar, better }) =>
  bar !== undefined && (better === 'less' ? median(values) > bar : median(values) < bar);

/**
 * A Markdown table; `ratio` is ours to the better peer.
 * @param {string} title @param {readonly Figure[]} figures
 */
export function section(title, figures) {
  const rows = figures.map((figure) => {
    const [older = '', newer = ''] = figure.peers ?? [];
    const bar =
      figure.bar === undefined
        ? ''
        : `${figure.better === 'less' ? '≤' : '≥'} ${figure.bar}${isOver(figure) ? ' **missed**' : ''}`;
    const name = `${figure.name}${figure.unit ? ` (${figure.unit})` : ''}`;
    return `| ${name} | ${summary(figure.values, figure.digits)} | ${bar} | ${older} | ${newer} | ${ratio(figure)} |`;
  });
  const head =
    '| | Postern | bar | Teleport 13.1 | Teleport 18.0 | ratio to the better |\n| --- | --- | --- | --- | --- | --- |';
  return `## ${title}\n\n${head}\n${rows.join('\n')}\n`;
}
