import type { Node } from '../../../api/nodes.ts';
import type { ServerBehaviour } from '../../../api/serverBehaviour.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort, latestWins } from '../../../lib/work.ts';
import { CommandRun, type CommandPorts, type CommandTask } from './CommandRun.ts';

/** The data of the chosen servers. `nodes` by id, including those that were removed since. */
export type Servers = { nodes: ReadonlyMap<string, Node> } & (
  { kind: 'reading' } | { kind: 'read' } | { kind: 'failed'; error: unknown }
);

export type DeskPorts = CommandPorts & {
  fetchNodes: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Node[]>;
  addressBytes: (task: CommandTask, ids: readonly string[]) => number;
  nodesPerSocket: ServerBehaviour['nodesPerCommandSocket'];
};

/** The chosen servers and the runs of commands on them, one at a time. Uses neither React nor the DOM. */
export class CommandDesk {
  readonly servers = new ValueStore<Servers>({ kind: 'reading', nodes: new Map() });
  /** The last run, finished or not. */
  readonly run = new ValueStore<CommandRun | undefined>(undefined);
  #ports: DeskPorts;
  #requestedIds = new Set<string>();
  #read: { run: (ids: readonly string[]) => Promise<readonly Node[]>; cancel: () => void };

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    this.#read = latestWins((signal: AbortSignal, ids: readonly string[]) => ports.fetchNodes(ids, signal));
  }

  /** Requests unknown servers. */
  want(ids: readonly string[]): void {
    const { kind, nodes } = this.servers.get();
    if (ids.every((id) => this.#requestedIds.has(id))) {
      if (kind === 'reading' && ids.length === 0) this.servers.set({ kind: 'read', nodes });
      return;
    }
    void this.load(ids);
  }

  async load(ids: readonly string[]): Promise<void> {
    this.#requestedIds = new Set([...this.#requestedIds, ...ids]);
    this.servers.set({ kind: 'reading', nodes: this.servers.get().nodes });
    try {
      const got = await this.#read.run(ids);
      const nodes = new Map([...this.servers.get().nodes, ...got.map((node) => [node.id, node] as const)]);
      this.servers.set({ kind: 'read', nodes });
    } catch (error) {
      if (isAbort(error)) return;
      this.servers.set({ kind: 'failed', error, nodes: this.servers.get().nodes });
    }
  }

  /** False if the command is too long for an address. Nothing was started then. */
  start(task: CommandTask, ids: readonly string[]): boolean {
    const { addressBytes, nodesPerSocket } = this.#ports;
    const groups = batches(ids, (some) => addressBytes(task, some), nodesPerSocket);
    if (!groups) return false;
    this.run.get()?.cancel();
    this.run.set(new CommandRun(task, groups, this.#ports));
    return true;
  }

  get isRunning(): boolean {
    const run = this.run.get();
    return run !== undefined && !run.isOver;
  }

  /** Stops a running command. */
  dispose(): void {
    this.#read.cancel();
    this.#requestedIds.clear();
    this.run.get()?.cancel();
  }
}

/**
 * A socket's parameters are in its address (streams §8.1), so many nodes take several sockets. Proxies usually limit it
 * to 8 KiB, some to 16 KiB for the request line with all headers.
 */
const ADDRESS_AIM_BYTES = 7 * 1024;
const ADDRESS_MAX_BYTES = 14 * 1024;

/** Groups of at most `nodesMax` nodes that each fit in one address. Undefined if the command alone is too long. */
export function batches(
  ids: readonly string[],
  addressBytes: (ids: readonly string[]) => number,
  nodesMax = Infinity,
): readonly (readonly string[])[] | undefined {
  const [first = '', ...others] = ids;
  const alone = addressBytes([first]);
  if (alone > ADDRESS_MAX_BYTES) return undefined;
  const groups: string[][] = [[first]];
  let bytes = alone;
  for (const id of others) {
    const last = groups.at(-1);
    const more = addressBytes([first, id]) - alone;
    if (!last || last.length >= nodesMax || bytes + more > ADDRESS_AIM_BYTES) {
      groups.push([id]);
      bytes = alone;
    } else {
      last.push(id);
      bytes += more;
    }
  }
  return groups;
}

/** Offered last, in this order: a command rarely needs them (streams §7.5). */
const LAST = ['root', 'ec2-user', 'ubuntu', 'admin', 'centos'];

/** Logins that every node allows, with the standard logins of machines at the end. */
export function commonLogins(nodes: readonly Node[]): readonly string[] {
  const [first, ...others] = nodes;
  const common = (first?.logins ?? []).filter((login) => others.every(({ logins }) => logins.includes(login)));
  const rank = (login: string) => LAST.indexOf(login) + 1;
  return common.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** Logins of some of the nodes, with the number of nodes that allow each: the reason why none is in common. */
export function partialLogins(nodes: readonly Node[]): readonly { login: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const login of nodes.flatMap(({ logins }) => logins)) counts.set(login, (counts.get(login) ?? 0) + 1);
  return [...counts]
    .map(([login, count]) => ({ login, count }))
    .filter(({ count }) => count < nodes.length)
    .toSorted((a, b) => b.count - a.count || (a.login < b.login ? -1 : 1));
}
