import { describeFailure, isApiError } from '../../../api/errors.ts';
import type { Node } from '../../../api/nodes.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { hasHidden } from '../../../lib/visibleText.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import { isAbort, latestWins } from '../../../lib/work.ts';
import type { CommandProposal } from '../../../wire/assist/messages.ts';
import { quote } from '../../../wire/predicate/literals.ts';
import { commonLogins, partialLogins } from '../../command/run/CommandDesk.ts';

/** A user cannot review a plan with more servers. */
export const SERVERS_MAX = 500;

export type FoundNodes = { nodes: readonly Node[]; total: number };

type Servers =
  | { kind: 'reading' }
  | ({ kind: 'read' } & FoundNodes)
  /** `isQuery`: the server rejected the query. */
  | { kind: 'failed'; why: string; isQuery: boolean };

/** The parts of a plan that the user can change. */
export type PlanEdits = {
  query: string;
  command: string;
  /** The login that the user chose. Undefined: the first suitable login. */
  login: string | undefined;
  /** Ids of servers that the user removed. */
  removed: ReadonlySet<string>;
};

export type PlanState = PlanEdits & { servers: Servers };

export type PlanPorts = {
  fetchNodes: (query: string, signal: AbortSignal) => Promise<FoundNodes>;
  /** Preferred logins of the user, the best first. */
  preferredLogins: () => readonly string[];
};

/** `ids`: all servers that the unchanged query may find. */
type Initial = { query: string; command: string; login: string | undefined; ids?: readonly string[] | undefined };

/** The user's changes from before a reload, and the function that stores them. Undefined removes stored changes. */
type KeptEdits = { edits: PlanEdits | undefined; keep: (edits: PlanEdits | undefined) => void };

/** A command before it runs: its servers and login. Exactly what it shows will run. No React. */
export class CommandPlan {
  readonly state: ValueStore<PlanState>;
  #initial: Initial;
  #ports: PlanPorts;
  #keep: KeptEdits['keep'] | undefined;
  #find: { run: (query: string) => Promise<FoundNodes>; cancel: () => void };
  #evaluated: string | undefined;

  constructor(initial: Initial, ports: PlanPorts, kept?: KeptEdits) {
    this.#initial = initial;
    this.#ports = ports;
    this.#keep = kept?.keep;
    this.#find = latestWins((signal: AbortSignal, query: string) => ports.fetchNodes(query, signal));
    this.state = new ValueStore({ ...toState(initial), ...kept?.edits });
  }

  /** After a change of `query` the found servers are those of the old query: call `evaluate` once it is complete. */
  edit(next: Partial<PlanEdits>): void {
    this.#change(next);
    this.#keep?.(this.isChanged ? this.state.get() : undefined);
  }

  remove(id: string): void {
    this.edit({ removed: new Set([...this.state.get().removed, id]) });
  }

  /** Reads which servers the query finds. `again`: even if the query did not change. */
  async evaluate(again = false): Promise<void> {
    const { query } = this.state.get();
    if (this.#evaluated === query && !again) return;
    this.#evaluated = query;
    // A query without a condition would find all servers.
    if (query.trim() === '') return this.#change({ servers: { kind: 'read', nodes: [], total: 0 } });
    this.#change({ servers: { kind: 'reading' } });
    try {
      this.#change({ servers: { kind: 'read', ...(await this.#find.run(query)) } });
    } catch (error) {
      if (isAbort(error)) return;
      const isQuery = isApiError(error, 400);
      this.#change({ servers: { kind: 'failed', isQuery, why: describeFailure(error).why } });
    }
  }

  /** Restores the proposal. */
  reset(): void {
    const { servers: _, ...edits } = toState(this.#initial);
    this.edit(edits);
    void this.evaluate();
  }

  get isChanged(): boolean {
    const { query, command, login, removed } = this.state.get();
    return (
      query !== this.#initial.query ||
      command !== this.#initial.command ||
      login !== this.#initial.login ||
      removed.size > 0
    );
  }

  /** What would run now, or why it cannot run. */
  get view(): PlanView {
    const state = this.state.get();
    const { query, ids } = this.#initial;
    return viewOf(state, this.#ports.preferredLogins(), this.#evaluated, query === state.query ? ids : undefined);
  }

  dispose(): void {
    this.#find.cancel();
  }

  #change(next: Partial<PlanState>): void {
    this.state.set({ ...this.state.get(), ...next });
  }
}

export type PlanView = {
  nodes: readonly Node[];
  logins: readonly string[];
  login: string | undefined;
  /** The error at the query. */
  queryError: string | undefined;
  /** The error at the login. */
  loginError: string | undefined;
  /** The first reason why it cannot run. */
  off: string | undefined;
};

const toState = ({ query, command, login }: Initial): PlanState => ({
  query,
  command,
  login,
  removed: new Set(),
  servers: { kind: 'reading' },
});

function viewOf(
  state: PlanState,
  preferred: readonly string[],
  evaluated: string | undefined,
  ids: readonly string[] | undefined,
): PlanView {
  const { servers, removed, command } = state;
  const found = servers.kind === 'read' ? servers.nodes : [];
  const nodes = found.filter(({ id }) => !removed.has(id) && (ids?.includes(id) ?? true));
  const logins = commonLogins(nodes);
  const preferredLogin = [state.login, ...preferred].find((login) => login !== undefined && logins.includes(login));
  const queryError = queryProblem(state, nodes.length);
  const loginError = nodes.length > 0 && logins.length === 0 ? loginProblem(nodes) : undefined;
  const off =
    servers.kind === 'reading' || state.query !== evaluated
      ? 'The servers are being searched'
      : (queryError ??
        loginError ??
        (command.trim() === '' ? 'Enter a command first' : undefined) ??
        (hasHidden(command) ? 'The command has characters that are not visible. Remove them first' : undefined));
  return { nodes, logins, login: preferredLogin ?? logins[0], queryError, loginError, off };
}

function queryProblem({ query, servers }: PlanState, left: number): string | undefined {
  if (query.trim() === '') return 'Enter a query that finds the servers';
  if (servers.kind === 'failed')
    return servers.isQuery ? `Invalid query. ${servers.why}` : `Could not search servers. ${servers.why}`;
  if (servers.kind === 'reading') return undefined;
  if (servers.nodes.length === 0) return 'No server matches';
  if (servers.total > servers.nodes.length)
    return `${formatCount(servers.total)} servers match. At most ${formatCount(SERVERS_MAX)} can be used: narrow the query`;
  return left === 0 ? 'All matching servers were removed' : undefined;
}

function loginProblem(nodes: readonly Node[]): string {
  const some = partialLogins(nodes).slice(0, 3);
  if (some.length === 0) return 'Your roles do not allow any login on these servers';
  const parts = some.map(({ login, count }) => `${login} on ${formatCount(count)}`);
  return `No login is common to all ${formatCount(nodes.length)}: ${parts.join(', ')}. Remove servers until one is`;
}

/** The servers of a proposal as a predicate, or '' if it names none (streams §7.5). */
export const queryOfProposal = ({ query, nodes, labels }: CommandProposal): string =>
  query ??
  [
    ...nodes.map((name) => `name == ${quote(name)}`),
    ...labels.map(({ key, value }) => `labels[${quote(key)}] == ${quote(value)}`),
  ].join(' || ');
