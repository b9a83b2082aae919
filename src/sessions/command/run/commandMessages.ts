import { formatDuration } from '../../../lib/dates.ts';
import { formatCount, plural } from '../../../lib/numbers.ts';
import type { Tally, NodeState } from './nodeState.ts';
import type { Output } from './OutputBuffer.ts';
import { readable } from './readable.ts';

/** Quick work is told to a tenth. */
const tookLabel = (ms: number): string => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms));

/** Behind the name of a server: where the command stands there. */
export function stateLabel(state: NodeState, nowMs: number): string {
  switch (state.kind) {
    case 'waiting':
      return 'waiting';
    case 'running':
      return `running, ${formatDuration(nowMs - state.fromMs)}`;
    case 'done':
      return `exit ${state.status}, ${tookLabel(state.atMs - state.fromMs)}`;
    case 'failed':
      return 'failed';
    case 'cancelled':
      return state.hadBegun ? 'stopped' : 'not begun';
    case 'unknown':
      return 'not known';
    default:
      return state satisfies never;
  }
}

/** Of several that ended alike: each took its own time. */
export const endLabel = (state: NodeState): string =>
  state.kind === 'done' ? `exit ${state.status}` : stateLabel(state, 0);

/** In place of an output. */
export function silenceLabel(state: NodeState): string {
  if (state.kind === 'waiting') return 'Has not begun';
  return state.kind === 'running' ? 'Has said nothing yet' : 'Said nothing';
}

export const leftOutLabel = ({ bytes, lines }: Output['leftOut']): string =>
  `${lines > 0 ? plural(lines, 'line') : plural(bytes, 'byte')} left out here${
    lines > 0 ? `, ${formatCount(bytes)} bytes` : ''
  }. The page keeps the beginning and the end of each output.`;

/** `3 of 4 done, 1 failed`. */
export const totalLabel = ({ total, ok, wrong, cancelled }: Tally): string =>
  [
    `${formatCount(ok)} of ${formatCount(total)} done`,
    wrong > 0 && `${formatCount(wrong)} failed`,
    cancelled > 0 && `${formatCount(cancelled)} stopped`,
  ]
    .filter(Boolean)
    .join(', ');

export function outputText({ head, leftOut, tail }: Output): string {
  const textOf = (pieces: Output['head']) => readable(pieces.map(({ text }) => text).join(''));
  if (leftOut.bytes === 0) return textOf([...head, ...tail]);
  return `${textOf(head)}\n[${leftOutLabel(leftOut)}]\n${textOf(tail)}`;
}

/** For the foot, where each change is read out: the end at once, the way there in tenths. */
export function progressLabel(counts: Tally): string {
  const { total, over } = counts;
  if (over === total) return `Over: ${totalLabel(counts)}`;
  const step = Math.max(1, Math.ceil(total / 10));
  return `Running: ${formatCount(Math.floor(over / step) * step)} of ${plural(total, 'server')} over`;
}
