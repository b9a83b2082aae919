import { formatDuration } from '../../../lib/dates.ts';
import { formatCount, plural } from '../../../lib/numbers.ts';
import { visibleLine, visibleText } from '../../../lib/visibleText.ts';
import type { MarkKind } from '../../../ui/StateMark.tsx';
import type { CommandRun } from './CommandRun.ts';
import { reasonOfEntry, serversOf, type Entry } from './entries.ts';
import { wentWrong, type NodeState, type Tally } from './nodeState.ts';
import type { Output } from './OutputBuffer.ts';

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
      return state.hadBegun ? 'stopped' : 'not started';
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

/** For the foot, where each change is read out: the end at once, the way there in tenths. */
export function progressLabel(counts: Tally): string {
  const { total, over } = counts;
  if (over === total) return `Finished: ${totalLabel(counts)}`;
  const step = Math.max(1, Math.ceil(total / 10));
  return `Running: ${formatCount(Math.floor(over / step) * step)} of ${plural(total, 'server')} finished`;
}

/** Colours and cursor movements: no terminal is behind a command (streams §8.2), yet some programs write them anyway. */
const SEQUENCES = new RegExp(
  [
    String.raw`\u001b\[[0-?]*[ -/]*[@-~]`,
    String.raw`\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)`,
    String.raw`\u001b[ -/]*[0-Z\\^-~]`,
  ].join('|'),
  'g',
);
const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f]`, 'g');
/** Pictures of the control characters stand in this block, in their order. */
const PICTURES = 0x2400;
const DELETE_PICTURE = 0x2421;
const withPictures = (text: string): string =>
  text.replace(CONTROLS, (control) =>
    String.fromCharCode(control === '\u007f' ? DELETE_PICTURE : PICTURES + control.charCodeAt(0)),
  );

/** An output as text to read: without escape sequences, one kind of line end, hidden characters as pictures or names. */
export const readable = (text: string): string =>
  visibleText(withPictures(text.replace(SEQUENCES, '').replace(/\r+\n?/g, '\n')));

type HostOf = (id: string) => string;

const named = (id: string, hostOf: HostOf): string => `${visibleLine(hostOf(id))} (${id})`;
/** What a server says, so that none of its lines is taken for the head of an entry. */
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
  // Of all others it is the same.
  const output = indented(outputText(run.output(ids[0] ?? '').get()).replace(/\n$/, ''));
  const said = names !== undefined && output !== '' ? `\n${output}` : output;
  const why = reasonOfEntry(entry, (id) => [hostOf(id), id]);
  return [headOf(entry, hostOf, nowMs), names, why && indented(readable(why)), said].filter(Boolean).join('\n');
}

/** In one text: what ran, and each of the entries with its servers, its end and, indented, what they said. */
export function reportText(run: CommandRun, entries: readonly Entry[], hostOf: HostOf, nowMs: number): string {
  const { command, login } = run.task;
  const head = [`Command: ${command}`, `Login: ${login}`, `Started: ${new Date(run.startedMs).toISOString()}`];
  return `${[head.join('\n'), ...entries.map((entry) => entryText(entry, run, hostOf, nowMs))].join('\n\n')}\n`;
}

/** The mark beside a server that has ended. */
export function markOf(state: NodeState): MarkKind {
  if (wentWrong(state)) return state.kind === 'unknown' ? 'unknown' : 'danger';
  return state.kind === 'done' ? 'ok' : 'ended';
}
