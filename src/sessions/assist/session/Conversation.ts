import { idsOfQuery, queryOfIds } from '../../../api/commands.ts';
import { randomUuid } from '../../../lib/encoding.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { CommandResult } from '../../../wire/assist/messages.ts';
import type { ExecuteParams } from '../../../wire/command/executeParams.ts';
import { batches } from '../../command/run/CommandDesk.ts';
import { CommandRun, type CommandTask } from '../../command/run/CommandRun.ts';
import { AssistSession } from './AssistSession.ts';
import type { AssistSettings } from './AssistSettings.ts';
import type { Execution } from './blocks.ts';
import { CommandPlan, queryOfProposal } from './CommandPlan.ts';
import type { ConversationPorts } from './conversationPorts.ts';
import { unstoredText, type CommandEntry } from './entries.ts';
import { MessageDraft, type MessageDrafts } from './MessageDraft.ts';
import { dropPlan, keepPlan, loadPlan } from './planDraft.ts';
import { StoredOutput } from './StoredOutput.ts';

/** A run that this page started. `hosts`: names by id. */
export type LiveRun = { run: CommandRun; hosts: ReadonlyMap<string, string> };

/** More names do not fit into the query of an address. A query by ids is sent in parts. */
const NAMED_MAX = 50;
const TOO_LONG = 'The command is too long. Save it as a script on the servers and run the script';

/** One conversation with its plans, runs and stored outputs, and the message that the user writes. No React. */
export class Conversation {
  readonly id: string;
  readonly session: AssistSession;
  readonly draft: MessageDraft;
  readonly runs = new ValueStore<ReadonlyMap<string, LiveRun>>(new Map());
  /** Names of servers of stored runs, by id. */
  readonly hosts = new ValueStore<ReadonlyMap<string, string>>(new Map());
  #plans = new Map<string, CommandPlan>();
  #outputs = new Map<string, StoredOutput>();
  #requestedIds = new Set<string>();
  /** Each plan runs once: another run needs another plan. */
  #ran = new Set<CommandPlan>();
  #ports: ConversationPorts;
  #settings: AssistSettings;
  #drafts: MessageDrafts;
  #abort = new AbortController();

  constructor(id: string, ports: ConversationPorts, settings: AssistSettings, drafts: MessageDrafts) {
    this.id = id;
    this.#ports = ports;
    this.#settings = settings;
    this.#drafts = drafts;
    this.draft = new MessageDraft(drafts, id);
    this.session = new AssistSession(ports.session);
    const { entries } = this.session;
    entries.subscribe(() => this.draft.keepUnstored(unstoredText(entries.get())));
  }

  /** Reads the history. A stored draft equal to its last message was sent before the page was reloaded. */
  async start(): Promise<void> {
    const stored = this.draft.text.get();
    await this.session.start();
    const last = this.session.entries.get().findLast(({ kind }) => kind === 'user');
    if (last?.kind === 'user' && last.delivery === 'stored' && last.text === stored && this.draft.text.get() === stored)
      this.draft.write('');
  }

  /** Loads messages from other tabs if nothing is in progress here. */
  async refresh(): Promise<void> {
    if (!this.isRunning) await this.session.refresh();
  }

  /** The plan of a proposal, the same object while the page is open. The user's changes survive a reload. */
  planOf(entry: CommandEntry): CommandPlan {
    const cached = this.#plans.get(entry.id);
    if (cached) return cached;
    const { proposal, login, ids } = entry;
    const plan = new CommandPlan(
      { query: queryOfProposal(proposal), command: proposal.command, login, ids },
      { ...this.#ports.plan, preferredLogins: () => this.#settings.value.get().preferredLogins },
      {
        edits: loadPlan(this.#drafts, this.id, entry.id),
        keep: (edits) => keepPlan(this.#drafts, this.id, entry.id, edits),
      },
    );
    this.#plans.set(entry.id, plan);
    return plan;
  }

  /**
   * Runs what the plan shows, on exactly the servers that it shows. Returns why nothing was started, or undefined. Call
   * it only for a click of the user.
   */
  run(plan: CommandPlan): string | undefined {
    const { nodes, login = '', off } = plan.view;
    if (off !== undefined) return off;
    if (this.#ran.has(plan)) return undefined;
    const { command } = plan.state.get();
    const { run: ports, username } = this.#ports;
    const executionId = randomUuid();
    const known = this.session.entries.get().flatMap((entry) => (entry.kind === 'run' ? entry.run.executionId : []));
    const paramsOf = (task: CommandTask, ids: readonly string[]): ExecuteParams => ({
      ...task,
      query: queryOfIds(ids),
      ...{ conversationId: this.id, executionId },
      ...(this.session.hasExtensions && { knownRuns: new Set(known).size }),
    });
    const task = { command, login };
    const ids = nodes.map(({ id }) => id);
    const groups = batches(ids, (some) => ports.addressBytes(paramsOf(task, some)), ports.nodesPerSocket);
    if (!groups) return TOO_LONG;
    this.#ran.add(plan);
    dropPlan(this.#drafts, this.id);
    const run = new CommandRun(task, groups, {
      ...ports,
      open: (subject, some) => ports.open(paramsOf(subject, some)),
      explain: (subject, some, signal) => ports.explain(paramsOf(subject, some), signal),
    });
    const hosts = new Map(nodes.map(({ id, hostname }) => [id, hostname]));
    this.runs.set(new Map(this.runs.get()).set(executionId, { run, hosts }));
    this.session.add({
      kind: 'run',
      run: {
        executionId,
        command,
        login,
        query: queryOfIds(ids),
        nodes: [...hosts.values()],
        approvedBy: username,
        approvedAt: new Date(ports.clock.now()).toISOString(),
      },
    });
    this.#summarizeOnce(executionId, run);
    return undefined;
  }

  /** Adds a plan with the same command and servers at the end of the conversation, for review and changes. */
  editAgain({ run, proposed, results }: Execution): void {
    const ids = (run && idsOfQuery(run.query)) ?? [...new Set(results.map(({ nodeId }) => nodeId))];
    const names = run?.nodes ?? ids.flatMap((id) => this.hosts.get().get(id) ?? []);
    const proposal = proposed?.proposal ?? { command: '', nodes: [], labels: [] };
    const isNamed = names.length === ids.length && names.length <= NAMED_MAX;
    const servers =
      ids.length === 0
        ? { query: run?.query ?? queryOfProposal(proposal) }
        : isNamed
          ? { nodes: names }
          : { query: queryOfIds(ids) };
    const command = run?.command ?? proposal.command;
    this.session.add({
      kind: 'command',
      login: run?.login ?? '',
      ...(ids.length > 0 && { ids }),
      proposal: { command, nodes: [], labels: [], ...servers, ...(proposal.changes && { changes: true }) },
    });
  }

  /** Adds a proposal that the conversation has passed once more at its end. */
  offerAgain({ proposal, login = '', ids }: CommandEntry): void {
    this.session.add({ kind: 'command', proposal, login, ...(ids && { ids }) });
  }

  /** The output of a server in a run that another page started. */
  outputOf(result: CommandResult): StoredOutput {
    const cached = this.#outputs.get(result.sessionId);
    if (cached) return cached;
    const output = new StoredOutput(result, this.#ports.recording);
    this.#outputs.set(result.sessionId, output);
    return output;
  }

  /** Reads unknown names of servers. A removed server keeps its id as its name. */
  async wantHosts(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#requestedIds.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#requestedIds.add(id);
    try {
      const nodes = await this.#ports.run.fetchHosts(missing, this.#abort.signal);
      this.hosts.set(new Map([...this.hosts.get(), ...nodes.map(({ id, hostname }) => [id, hostname] as const)]));
    } catch {
      // The page shows the ids instead.
    }
  }

  get isRunning(): boolean {
    return [...this.runs.get().values()].some(({ run }) => !run.isOver);
  }

  /** Ends the runs. */
  dispose(): void {
    this.#abort.abort();
    this.session.dispose();
    for (const { run } of this.runs.get().values()) if (!run.isOver) run.cancel();
    for (const plan of this.#plans.values()) plan.dispose();
    for (const output of this.#outputs.values()) output.dispose();
  }

  /** Waits until the server has stored all results. Skips the summary if another question is in progress then. */
  #summarizeOnce(executionId: string, run: CommandRun): void {
    if (!this.session.hasExtensions) return;
    const off = run.closed.subscribe(() => {
      off();
      if (this.#settings.value.get().summarizes) this.session.summarize(executionId);
    });
  }
}
