/** The state of the command on one node. */
export type NodeState =
  /** The server has not mentioned it yet: it runs at most 30 at a time (streams §8.2). */
  | { kind: 'waiting' }
  | { kind: 'running'; fromMs: number }
  /** The command ran to its end. */
  | { kind: 'done'; status: number; fromMs: number; atMs: number }
  /** It did not run, or did not finish. `why` is the server's message if there is one. */
  | { kind: 'failed'; why: string }
  /** The user stopped it. `hadBegun`: part of the work may be done. */
  | { kind: 'cancelled'; hadBegun: boolean }
  /** The connection was lost, or the recording cannot be read: the command may have run, or may still run. */
  | { kind: 'unknown'; why: string };

export const isOver = ({ kind }: NodeState): boolean => kind !== 'waiting' && kind !== 'running';

/** True for results that the user should check and perhaps run again. */
export const wentWrong = (state: NodeState): boolean =>
  state.kind === 'failed' || state.kind === 'unknown' || (state.kind === 'done' && state.status !== 0);

/** The reason, if there is more than the label. */
export const reasonOf = (state: NodeState): string | undefined =>
  state.kind === 'failed' || state.kind === 'unknown' ? state.why : undefined;

export type Tally = { total: number; over: number; ok: number; wrong: number; running: number; cancelled: number };

/** The number of servers per state. */
export function tally(states: Iterable<NodeState>): Tally {
  const counts: Tally = { total: 0, over: 0, ok: 0, wrong: 0, running: 0, cancelled: 0 };
  for (const state of states) {
    counts.total++;
    if (isOver(state)) counts.over++;
    if (state.kind === 'running') counts.running++;
    if (state.kind === 'cancelled') counts.cancelled++;
    if (wentWrong(state)) counts.wrong++;
    if (state.kind === 'done' && state.status === 0) counts.ok++;
  }
  return counts;
}
