import { formatDuration } from '../../../lib/dates.ts';
import { formatCount, plural } from '../../../lib/numbers.ts';
import { visibleLine, visibleText } from '../../../lib/visibleText.ts';
import type { MarkKind } from '../../../ui/StateMark.tsx';
import type { CommandRun } from './CommandRun.ts';
import { reasonOfEntry, serversOf, type Entry } from './entries.ts';
import { wentWrong, type NodeState, type Tally } from './nodeState.ts';
import type { Output } from './OutputBuffer.ts';

/** Short times have one decimal. */
const tookLabel = (ms: number): string => (ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms));

/** The state of the command, shown after the name of a server. */
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
      return state.hadBegun ? 'stopped' : 'not started';
    case 'unknown':
      return 'not known';
    default:
      return state satisfies never;
  }
}

/** For several servers with the same end: their times differ. */
export const endLabel = (state: NodeState): string =>
  state.kind === 'done' ? `exit ${state.status}` : stateLabel(state, 0);

/** Shown instead of an output. */
export function silenceLabel(state: NodeState): string {
  if (state.kind === 'waiting') return 'Not started';
  return state.kind === 'running' ? 'No output yet' : 'No output';
}

export const leftOutLabel = ({ bytes, lines }: Output['leftOut']): string =>
  `${lines > 0 ? plural(lines, 'line') : plural(bytes, 'byte')} omitted here${
    lines > 0 ? `, ${formatCount(bytes)} bytes` : ''
  }. The page shows the beginning and the end of each output.`;

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

/** For the foot, where screen readers read each change: the end at once, the progress in tenths. */
export function progressLabel(counts: Tally): string {
  const { total, over } = counts;
  if (over === total) return `Finished: ${totalLabel(counts)}`;
  const step = Math.max(1, Math.ceil(total / 10));
  return `Running: ${formatCount(Math.floor(over / step) * step)} of ${plural(total, 'server')} finished`;
}

/** Colours and cursor movements: a command has no terminal (streams §8.2), but some programs write them anyway. */
const SEQUENCES = new RegExp(
  [
    String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]*[0-Z\\^-~]`,
  ].join('|'),
  'g',
);
const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');
/** The block with the pictures of the control characters, in their order. */
const PICTURES = 0x2400;
const DELETE_PICTURE = 0x2421;
const withPictures = (text: string): string =>
  text.replace(CONTROLS, (control) =>
    String.fromCharCode(control === '\u007f' ? DELETE_PICTURE : PICTURES + control.charCodeAt(0)),
  );

/**
 * An output as readable text: without escape sequences, with uniform line ends, hidden characters as pictures or names.
 */
export const readable = (text: string): string =>
  visibleText(withPictures(text.replace(SEQUENCES, '').replace(/\r+\n?/g, '\n')));

type HostOf = (id: string) => string;

const named = (id: string, hostOf: HostOf): string => `${visibleLine(hostOf(id))} (${id})`;
/** Indents a server's output, so that none of its lines looks like the head of an entry. */
const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ');

function headOf(entry: Entry, hostOf: HostOf, nowMs: number): string {
  const [first = '', ...others] = serversOf(entry);
  if (entry.kind === 'waiting') return `== ${plural(entry.ids.length, 'server')}: waiting`;
  if (others.length === 0) return `== ${named(first, hostOf)}: ${stateLabel(entry.state, nowMs)}`;
  return `== ${plural(others.length + 1, 'server')}: ${endLabel(entry.state)}`;
}

function entryText(entry: Entry, run: CommandRun, hostOf: HostOf, nowMs: number): string {
  const ids = serversOf(entry);
  const names = ids.length > 1 || entry.kind === 'waiting' ? ids.map((id) => named(id, hostOf)).join('\n') : undefined;
  // All servers of the entry have the same output.
  const output = indented(outputText(run.output(ids[0] ?? '').get()).replace(/\n$/, ''));
  const text = names !== undefined && output !== '' ? `\n${output}` : output;
  const why = reasonOfEntry(entry, (id) => [hostOf(id), id]);
  return [headOf(entry, hostOf, nowMs), names, why && indented(readable(why)), text].filter(Boolean).join('\n');
}

/** A text report: the command, and each entry with its servers, its end and its indented output. */
export function reportText(run: CommandRun, entries: readonly Entry[], hostOf: HostOf, nowMs: number): string {
  const { command, login } = run.task;
  const head = [`Command: ${command}`, `Login: ${login}`, `Started: ${new Date(run.startedMs).toISOString()}`];
  return `${[head.join('\n'), ...entries.map((entry) => entryText(entry, run, hostOf, nowMs))].join('\n\n')}\n`;
}

/** The mark of a server that has ended. */
export function markOf(state: NodeState): MarkKind {
  if (wentWrong(state)) return state.kind === 'unknown' ? 'unknown' : 'danger';
  return state.kind === 'done' ? 'ok' : 'ended';
}
