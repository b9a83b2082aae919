import { escapePattern } from '../../../lib/searchPattern.ts';
import { isOver, reasonOf, type NodeState, wentWrong } from './nodeState.ts';
import type { Output, OutputBuffer } from './OutputBuffer.ts';

/** The content of one entry of the results. */
export type Entry =
  | { kind: 'server'; id: string; state: NodeState }
  /** Servers with the same end and the same output. `id`: the one that ended first, which sets the group's position. */
  | { kind: 'group'; id: string; ids: readonly string[]; state: NodeState; differs: boolean }
  /** Not started yet. */
  | { kind: 'waiting'; id: typeof WAITING; ids: readonly string[] };

/** Not a server's id: ids in the address are separated by commas. */
const WAITING = ',waiting';

type Results = {
  ids: readonly string[];
  states: ReadonlyMap<string, NodeState>;
  /** The finished ones, in the order in which they ended. */
  ended: readonly string[];
  /** Equal for equal outputs. */
  fingerprintOf: (id: string) => string;
  /** The server's names, which its error messages contain. */
  namesOf: (id: string) => readonly string[];
};

const NOT_BEGUN: NodeState = { kind: 'waiting' };
const stateIn = (states: ReadonlyMap<string, NodeState>, id: string): NodeState => states.get(id) ?? NOT_BEGUN;

/** Replaces the server's name in a reason that applies to several servers. */
const ANY_SERVER = '[server]';

/**
 * Replaces the names of a server in its reason, so that equal failures compare as equal. Parts of words are not
 * replaced.
 */
export const reasonOfAny = (why: string, names: readonly string[]): string =>
  names
    .filter((name) => name !== '')
    .reduce(
      (words, name) => words.replace(new RegExp(`(?<![\\w-])${escapePattern(name)}(?![\\w-])`, 'g'), ANY_SERVER),
      why,
    );

function endKey(state: NodeState, names: readonly string[]): string {
  switch (state.kind) {
    case 'done':
      return `done ${state.status}`;
    case 'cancelled':
      return `cancelled ${state.hadBegun}`;
    case 'failed':
    case 'unknown':
      return `${state.kind} ${reasonOfAny(state.why, names)}`;
    default:
      return state.kind;
  }
}

const wentWell = (state: NodeState): boolean => state.kind === 'done' && state.status === 0;

/** Each server alone, in the chosen order. */
export const oneByOne = ({ ids, states }: Pick<Results, 'ids' | 'states'>): readonly Entry[] =>
  ids.map((id) => ({ kind: 'server', id, state: stateIn(states, id) }));

/**
 * Groups servers with the same end and the same output. Order: first the groups that differ from the largest, failures
 * before the others. Then the largest group, then running servers, each alone, and those that have not started. Within
 * each part, older entries stay first: another server changes a number, not the order.
 */
export function grouped({ ids, states, ended, fingerprintOf, namesOf }: Results): readonly Entry[] {
  const groups = new Map<string, { id: string; ids: string[]; state: NodeState }>();
  for (const id of ended) {
    const state = stateIn(states, id);
    const key = `${endKey(state, namesOf(id))} ${fingerprintOf(id)}`;
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { id, ids: [id], state });
  }
  const all = [...groups.values()];
  const most = mostCommon(all);
  const rank = (group: (typeof all)[number]): number => (group === most ? 2 : wentWell(group.state) ? 1 : 0);
  const open = ids.filter((id) => !isOver(stateIn(states, id)));
  const waiting = open.filter((id) => stateIn(states, id).kind === 'waiting');
  return [
    ...all
      .toSorted((a, b) => rank(a) - rank(b))
      .map((group): Entry => ({ kind: 'group', ...group, differs: most !== undefined && group !== most })),
    ...oneByOne({ ids: open.filter((id) => stateIn(states, id).kind !== 'waiting'), states }),
    ...(waiting.length > 0 ? [{ kind: 'waiting', id: WAITING, ids: waiting } as const] : []),
  ];
}

/**
 * The group that the others differ from, or none if all outputs differ. Of two equally large groups, the successful
 * one.
 */
function mostCommon<G extends { ids: readonly string[]; state: NodeState }>(groups: readonly G[]): G | undefined {
  const size = Math.max(2, ...groups.map(({ ids }) => ids.length));
  const largest = groups.filter(({ ids }) => ids.length === size);
  return largest.find(({ state }) => wentWell(state)) ?? largest[0];
}

/** The entries for a user who reads them: existing entries keep their order. */
export function keepOrder(before: readonly string[], entries: readonly Entry[]): readonly Entry[] {
  const indexById = new Map(before.map((id, i) => [id, i]));
  const knownEntries = entries.filter(({ id }) => indexById.has(id));
  const ordered = knownEntries.toSorted((a, b) => (indexById.get(a.id) ?? 0) - (indexById.get(b.id) ?? 0));
  let next = 0;
  return entries.map((entry) => (indexById.has(entry.id) ? (ordered[next++] ?? entry) : entry));
}

export const serversOf = (entry: Entry): readonly string[] => (entry.kind === 'server' ? [entry.id] : entry.ids);

/** The reason of a failure, in a form that applies to each of its servers. */
export function reasonOfEntry(entry: Entry, namesOf: Results['namesOf']): string | undefined {
  if (entry.kind === 'waiting') return undefined;
  const why = reasonOf(entry.state);
  return why === undefined || serversOf(entry).length === 1 ? why : reasonOfAny(why, namesOf(entry.id));
}

/** `open`: not finished. */
export type EntryFilter = 'all' | 'wrong' | 'open';
export type Filter = { which: EntryFilter; text: string };

function isOneOf(entry: Entry, which: EntryFilter): boolean {
  if (which === 'all') return true;
  if (entry.kind === 'waiting') return which === 'open';
  return which === 'wrong' ? wentWrong(entry.state) : !isOver(entry.state);
}

/** Each output is prepared for searching once, until it changes. */
const searchable = new WeakMap<Output, string>();

function searchableText(output: Output): string {
  const cached = searchable.get(output);
  if (cached !== undefined) return cached;
  const text = [...output.head, ...output.tail]
    .map((piece) => piece.text)
    .join('')
    .toLowerCase();
  searchable.set(output, text);
  return text;
}

/**
 * The entries that match a filter. The text is searched in the names, in the reasons and in the stored outputs. A group
 * with the same output is searched once.
 */
export function filtered(
  entries: readonly Entry[],
  { which, text }: Filter,
  hostOf: (id: string) => string,
  outputOf: (id: string) => OutputBuffer,
): readonly Entry[] {
  const needle = text.trim().toLowerCase();
  return entries.filter((entry) => {
    if (!isOneOf(entry, which)) return false;
    if (needle === '' || serversOf(entry).some((id) => hostOf(id).toLowerCase().includes(needle))) return true;
    if (entry.kind === 'waiting') return false;
    return (
      reasonOf(entry.state)?.toLowerCase().includes(needle) || searchableText(outputOf(entry.id).get()).includes(needle)
    );
  });
}
