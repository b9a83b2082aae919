import type { CommandResult, CommandRun } from '../../../wire/assist/messages.ts';
import type { CommandEntry, Entry } from './entries.ts';

/** One item in a message of an author. */
export type BlockItem =
  | { kind: 'entry'; entry: Exclude<Entry, { kind: 'run' | 'result' | 'command' }> }
  /** `isLast`: nothing follows the plan, so it can be edited and run. */
  | { kind: 'plan'; entry: CommandEntry; isLast: boolean }
  | { kind: 'run'; execution: Execution };

/** One run with its results. With a cluster only the results are stored, not what the user approved. */
export type Execution = {
  id: string;
  at: Date;
  run: CommandRun | undefined;
  /** The proposal of the run. */
  proposed: CommandEntry | undefined;
  results: readonly CommandResult[];
};

/** Consecutive entries of one author (screens §20.3). `at`: time of the last one. */
export type Block = { id: string; author: 'user' | 'assistant'; at: Date; items: readonly BlockItem[] };

const authorOf = ({ kind }: Pick<Entry, 'kind'>): Block['author'] => (kind === 'user' ? 'user' : 'assistant');

/** Entries as shown: a run replaces the command that it ran, and results belong to their run. */
export function blocksOf(entries: readonly Entry[]): readonly Block[] {
  const executions = executionsOf(entries);
  const replaced = new Set([...executions.values()].map(({ proposed }) => proposed));
  const shown = new Set<string>();
  const last = entries.at(-1);
  const blocks: { id: string; author: Block['author']; at: Date; items: BlockItem[] }[] = [];
  for (const entry of entries) {
    const item = itemOf(entry);
    if (!item) continue;
    const author = authorOf(entry);
    const block = blocks.at(-1);
    // A text about results starts another block.
    if (block?.author === author && block.items.at(-1)?.kind !== 'run') {
      block.items.push(item);
      block.at = entry.at;
    } else blocks.push({ id: entry.id, author, at: entry.at, items: [item] });
  }
  return blocks;

  function itemOf(entry: Entry): BlockItem | undefined {
    if (entry.kind === 'command')
      return replaced.has(entry) ? undefined : { kind: 'plan', entry, isLast: entry === last };
    if (entry.kind !== 'run' && entry.kind !== 'result') return { kind: 'entry', entry };
    const id = executionIdOf(entry);
    const execution = executions.get(id);
    if (!execution || shown.has(id)) return undefined;
    shown.add(id);
    return { kind: 'run', execution };
  }
}

const executionIdOf = (entry: Extract<Entry, { kind: 'run' | 'result' }>): string =>
  entry.kind === 'run' ? entry.run.executionId : entry.result.executionId;

/** Several sockets of one run can store it several times: the first record counts, with all servers and queries. */
function executionsOf(entries: readonly Entry[]): ReadonlyMap<string, Execution> {
  const found = new Map<string, Execution>();
  let proposed: CommandEntry | undefined;
  for (const entry of entries) {
    if (entry.kind === 'command') proposed = entry;
    if (entry.kind !== 'run' && entry.kind !== 'result') continue;
    const id = executionIdOf(entry);
    const existing = found.get(id);
    const { run, results, ...execution } = existing ?? { id, at: entry.at, run: undefined, proposed, results: [] };
    if (!existing) proposed = undefined;
    found.set(id, {
      ...execution,
      run: entry.kind === 'run' ? joined(run, entry.run) : run,
      results: entry.kind === 'result' ? [...results, entry.result] : results,
    });
  }
  return found;
}

const joined = (run: CommandRun | undefined, other: CommandRun): CommandRun => {
  if (!run) return other;
  const queries = new Set([run.query, other.query].filter((query) => query !== ''));
  return { ...run, query: [...queries].join(' || '), nodes: [...new Set([...run.nodes, ...other.nodes])] };
};
