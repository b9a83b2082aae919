/** Where the command stands on one node. */
export type NodeState =
  /** The server has said nothing of it yet: it runs at most 30 at a time (streams §8.2). */
  | { kind: 'waiting' }
  | { kind: 'running'; fromMs: number }
  /** It ran to its end. */
  | { kind: 'done'; status: number; fromMs: number; atMs: number }
  /** It did not run, or did not come to its end; in the server's words where it said any. */
  | { kind: 'failed'; why: string }
  /** Stopped by the person. `hadBegun`: it may have done a part of its work. */
  | { kind: 'cancelled'; hadBegun: boolean }
  /** The connection was lost: it may have run, run on, or never begun. */
  | { kind: 'unknown'; why: string };

export const isOver = ({ kind }: NodeState): boolean => kind !== 'waiting' && kind !== 'running';

/** True for what one would look at and perhaps run again. */
export const wentWrong = (state: NodeState): boolean =>
  state.kind === 'failed' || state.kind === 'unknown' || (state.kind === 'done' && state.status !== 0);

/** What more there is to say than two words. */
export const reasonOf = (state: NodeState): string | undefined =>
  state.kind === 'failed' || state.kind === 'unknown' ? state.why : undefined;

export type Tally = { total: number; over: number; ok: number; wrong: number; running: number; cancelled: number };

/** How many stand where. */
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
