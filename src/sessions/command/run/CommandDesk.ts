import type { Node } from '../../../api/nodes.ts';
import type { ServerBehaviour } from '../../../api/serverBehaviour.ts';
import { isAbort, latestWins } from '../../../lib/latestWins.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { batches } from './batches.ts';
import { CommandRun, type CommandPorts, type CommandTask } from './CommandRun.ts';

/** What is known of the servers that were chosen; `nodes` by id, also of those that were taken out since. */
export type Servers = { nodes: ReadonlyMap<string, Node> } & (
  { kind: 'reading' } | { kind: 'read' } | { kind: 'failed'; error: unknown }
);

export type DeskPorts = CommandPorts & {
  fetchNodes: (ids: readonly string[], signal: AbortSignal) => Promise<readonly Node[]>;
  addressBytes: (task: CommandTask, ids: readonly string[]) => number;
  nodesPerSocket: ServerBehaviour['nodesPerCommandSocket'];
};

/** The servers that a command is meant for, and its runs, one at a time. No React, no DOM. */
export class CommandDesk {
  readonly servers = new ValueStore<Servers>({ kind: 'reading', nodes: new Map() });
  /** The last one, over or not. */
  readonly run = new ValueStore<CommandRun | undefined>(undefined);
  #ports: DeskPorts;
  #asked = new Set<string>();
  #read: { run: (ids: readonly string[]) => Promise<readonly Node[]>; cancel: () => void };

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    this.#read = latestWins((signal: AbortSignal, ids: readonly string[]) => ports.fetchNodes(ids, signal));
  }

  /** Asks for what is not known yet of them. */
  want(ids: readonly string[]): void {
    const { kind, nodes } = this.servers.get();
    if (ids.every((id) => this.#asked.has(id))) {
      if (kind === 'reading' && ids.length === 0) this.servers.set({ kind: 'read', nodes });
      return;
    }
    void this.load(ids);
  }

  async load(ids: readonly string[]): Promise<void> {
    this.#asked = new Set([...this.#asked, ...ids]);
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

  /** False where the command is too long for an address: nothing has begun. */
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

  /** What runs is ended. */
  dispose(): void {
    this.#read.cancel();
    this.#asked.clear();
    this.run.get()?.cancel();
  }
}
