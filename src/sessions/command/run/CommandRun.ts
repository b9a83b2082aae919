import type { SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import { fromUtf8 } from '../../../lib/encoding.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { CommandOutput } from '../../../wire/command/commandFrames.ts';
import { exitStatusIn } from '../../../wire/terminal/closeTexts.ts';
import type { AssertionJson, AuthnChallengeJson } from '../../../wire/webauthn.ts';
import { SilenceWatch } from '../../terminal/session/SilenceWatch.ts';
import { CommandConnection, type CommandOver, type CommandSocket } from './CommandConnection.ts';
import { isOver, type NodeState } from './nodeState.ts';
import { OutputBuffer } from './OutputBuffer.ts';

export type CommandTask = { command: string; login: string };

export type CommandPorts = {
  /** Opens the socket that runs the command on these nodes. */
  open: (task: CommandTask, ids: readonly string[]) => CommandSocket;
  explain: (task: CommandTask, ids: readonly string[], signal: AbortSignal) => Promise<SocketProblem>;
  /** Sends a plain request to the server. False if it does not respond. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  /** The number of nodes on which the command runs at the same time, over all sockets. */
  nodesAtOnce: number;
  /** Closing a socket stops the command on its nodes. */
  stopsCommands: boolean;
  clock: Clock;
};

/** The nodes of one socket, and how many of them are done but not named. */
type Part = { ids: readonly string[]; connection: CommandConnection | undefined; unnamedDone: number };

const NOT_FOUND = 'The server did not find this node, or your roles do not allow access to it';
const PROBLEMS = {
  unreachable: 'The server does not answer. Nothing was run',
  blocked: 'A proxy or firewall between this browser and the server blocks WebSockets. Nothing was run',
} as const;

/**
 * One command on several nodes, from the first socket to the end. `groups`: the nodes that share a socket. A run
 * happens once: running again creates another one. Uses neither React nor the DOM.
 */
export class CommandRun {
  readonly task: CommandTask;
  readonly ids: readonly string[];
  readonly startedMs: number;
  readonly states: ValueStore<ReadonlyMap<string, NodeState>>;
  /** The server waits for a second factor. Only one challenge at a time (streams §8.2). */
  readonly challenge = new ValueStore<AuthnChallengeJson | undefined>(undefined);

  /** All sockets are closed: the server has stored its data of the run. */
  readonly closed = new ValueStore(false);

  #endOrder: string[] = [];
  #ports: CommandPorts;
  #outputs: ReadonlyMap<string, OutputBuffer>;
  #parts: readonly Part[];
  /** Parts whose sockets are not open yet. */
  #queue: Part[];
  #challenges: { part: Part; challenge: AuthnChallengeJson }[] = [];
  #abort = new AbortController();
  #silence: SilenceWatch;

  constructor(task: CommandTask, groups: readonly (readonly string[])[], ports: CommandPorts) {
    this.task = task;
    this.ids = groups.flat();
    this.startedMs = ports.clock.now();
    this.#ports = ports;
    this.#outputs = new Map(this.ids.map((id) => [id, new OutputBuffer()]));
    this.states = new ValueStore<ReadonlyMap<string, NodeState>>(
      new Map(this.ids.map((id) => [id, { kind: 'waiting' }])),
    );
    this.#parts = groups.map((ids) => ({ ids, connection: undefined, unnamedDone: 0 }));
    this.#queue = [...this.#parts];
    // A command may have no output for hours: only a server that answers no request is unreachable.
    this.#silence = new SilenceWatch({ ...ports, mayPause: () => true, onDead: () => this.#lose() });
    this.#openMore();
  }

  /** The output of a node so far. An empty one for a node that is not part of the run. */
  output(id: string): OutputBuffer {
    return this.#outputs.get(id) ?? new OutputBuffer();
  }

  /** The finished nodes, in the order in which they ended. */
  get ended(): readonly string[] {
    return this.#endOrder;
  }

  get isOver(): boolean {
    return [...this.states.get().values()].every(isOver);
  }

  /** The number of servers that the current challenge covers. */
  get challengedServers(): number {
    return this.#challenges[0]?.part.ids.length ?? 0;
  }

  /** A key has signed the current challenge. */
  answer(assertion: AssertionJson): void {
    this.#challenges.shift()?.part.connection?.answer(assertion);
    this.challenge.set(this.#challenges[0]?.challenge);
  }

  /** Whether `cancel` stops the command on the servers, or only closes the connections to it. */
  get stopsCommands(): boolean {
    return this.#ports.stopsCommands;
  }

  /**
   * Closes all connections, or only those that wait for a key, and opens no others. Finished nodes keep their state.
   */
  cancel(which: 'all' | 'unproven' = 'all'): void {
    if (which === 'all') this.#abort.abort();
    const parts = which === 'all' ? this.#parts : [...this.#queue, ...this.#challenges.map(({ part }) => part)];
    this.#queue = [];
    for (const part of parts) this.#leave(part);
    const ids = parts.flatMap((part) => part.ids);
    this.#settle(ids, ({ kind }) => ({ kind: 'cancelled', hadBegun: kind === 'running' }));
  }

  /** Opens another socket when the open ones leave room. A few nodes that never end do not block the others. */
  #openMore(): void {
    while (this.#queue.length > 0 && !this.#abort.signal.aborted) {
      const open = this.#parts.filter((part) => !this.#queue.includes(part));
      const pending = open.flatMap(({ ids }) => ids).filter((id) => !this.#isOver(id));
      const next = pending.length < this.#ports.nodesAtOnce ? this.#queue.shift() : undefined;
      if (!next) return;
      this.#connect(next);
    }
  }

  #connect(part: Part): void {
    part.connection = new CommandConnection(this.#ports.open(this.task, part.ids), {
      onActivity: () => this.#silence.onActivity(true),
      begun: (id) => this.#set(part, id, { kind: 'running', fromMs: this.#ports.clock.now() }),
      output: (output) => this.#take(part, output),
      done: (id) => this.#completeServer(part, id),
      challenge: (challenge) => {
        this.#challenges.push({ part, challenge });
        this.challenge.set(this.#challenges[0]?.challenge);
      },
      refused: (why) => {
        this.#leave(part);
        this.#settle(part.ids, () => ({ kind: 'failed', why }));
      },
      over: (how) => this.#endPart(part, how),
    });
  }

  #take(part: Part, { nodeId, type, bytes }: CommandOutput): void {
    const output = this.#outputs.get(nodeId);
    if (!output) return;
    if (type !== 'teleport-error') return output.push(type, bytes);
    const words = fromUtf8(bytes).trim();
    // A non-zero exit status arrives as an error (streams §8.3).
    const status = exitStatusIn(words);
    this.#set(part, nodeId, status === undefined ? { kind: 'failed', why: words } : this.#ended(nodeId, status));
    this.#finishUnnamed(part);
  }

  #completeServer(part: Part, id: string | undefined): void {
    if (id === undefined) part.unnamedDone++;
    else this.#set(part, id, this.#ended(id, 0));
    this.#finishUnnamed(part);
  }

  /** A done node without a name is unknown, unless all remaining nodes are done. */
  #finishUnnamed(part: Part): void {
    if (part.unnamedDone === 0) return;
    const remaining = part.ids.filter((id) => !this.#isOver(id));
    if (remaining.length > part.unnamedDone) return;
    for (const id of remaining) this.#set(part, id, this.#ended(id, 0));
    part.unnamedDone = 0;
  }

  #endPart(part: Part, how: CommandOver): void {
    this.#leave(part);
    if (how.kind === 'unopened') return void this.#findOut(part);
    if (how.kind === 'lost')
      return this.#settle(part.ids, ({ kind }) => ({ kind: 'unknown', why: lostMessage(kind, how.why) }));
    // A cluster that does not name nodes sends no message for success (streams §8.4).
    for (const id of part.ids)
      if (!this.#isOver(id))
        this.#set(part, id, this.#hasBegun(id) ? this.#ended(id, 0) : { kind: 'failed', why: NOT_FOUND });
    this.#noteClosed();
  }

  #lose(): void {
    const open = this.#parts.filter(({ connection }) => connection);
    for (const part of open) this.#endPart(part, { kind: 'lost', why: 'the network dropped' });
  }

  async #findOut(part: Part): Promise<void> {
    const { signal } = this.#abort;
    try {
      const problem = await this.#ports.explain(this.task, part.ids, signal);
      if (signal.aborted) return;
      const why = problem.kind === 'refused' ? problem.why : PROBLEMS[problem.kind];
      this.#settle(part.ids, () => ({ kind: 'failed', why }));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #hasBegun(id: string): boolean {
    return this.states.get().get(id)?.kind === 'running';
  }

  #isOver(id: string): boolean {
    const state = this.states.get().get(id);
    return state === undefined || isOver(state);
  }

  #ended(id: string, status: number): NodeState {
    const state = this.states.get().get(id);
    const atMs = this.#ports.clock.now();
    return { kind: 'done', status, fromMs: state?.kind === 'running' ? state.fromMs : atMs, atMs };
  }

  /** The first end counts. Nodes of another socket are ignored. */
  #set(part: Part, id: string, state: NodeState): void {
    if (!part.ids.includes(id) || this.#isOver(id)) return;
    if (isOver(state)) this.#end(id);
    this.states.set(new Map(this.states.get()).set(id, state));
    this.#openMore();
  }

  /** Sets the end state of the nodes that have not ended. */
  #settle(ids: readonly string[], to: (state: NodeState) => NodeState): void {
    const next = new Map(this.states.get());
    for (const id of ids) {
      const state = next.get(id);
      if (!state || isOver(state)) continue;
      this.#end(id);
      next.set(id, to(state));
    }
    this.states.set(next);
    this.#openMore();
    this.#noteClosed();
  }

  #end(id: string): void {
    this.#outputs.get(id)?.end();
    this.#endOrder.push(id);
  }

  #leave(part: Part): void {
    part.connection?.close();
    part.connection = undefined;
    this.#challenges = this.#challenges.filter((question) => question.part !== part);
    this.challenge.set(this.#challenges[0]?.challenge);
    this.#noteClosed();
  }

  #noteClosed(): void {
    if (this.#parts.some(({ connection }) => connection)) return;
    this.#silence.stop();
    if (this.isOver) this.closed.set(true);
  }
}

const lostMessage = (kind: NodeState['kind'], why: string): string =>
  kind === 'running'
    ? `The connection was lost while the command ran, ${why}. It is not known whether the command continued`
    : `The connection was lost, ${why}. It is not known whether the command started`;
