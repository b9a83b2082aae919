import type { ActiveSession } from '../../../api/activeSessions.ts';
import type { ConnectProblem } from '../../../api/terminal.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ValueStore } from '../../../lib/valueStore.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import type { TerminalSocket } from '../session/TerminalConnection.ts';
import type { Target } from '../session/TerminalSession.ts';
import { closingEffect, isActive } from './closing.ts';
import type { ClosingEffect } from './closing.ts';
import type { ConsoleAddress } from './consoleAddress.ts';
import { activate, closeTab, openAddress, replaceTab, restartTab, settleTab } from './documents.ts';
import type { Documents, TerminalDocument } from './documents.ts';
import { Participants } from './Participants.ts';
import { TerminalTab } from './TerminalTab.ts';

export type ConsolePorts = {
  open: (clusterId: string, params: ConnectParams) => TerminalSocket;
  explain: (clusterId: string, params: ConnectParams, signal: AbortSignal) => Promise<ConnectProblem>;
  fetchSessions: (clusterId: string) => Promise<ActiveSession[]>;
  room: () => TermSize;
  loadEmulator: () => Promise<Emulator>;
  clock: Clock;
};

const targetOf = (address: TerminalDocument['address']): Target =>
  address.kind === 'node'
    ? { kind: 'new', serverId: address.serverId, login: address.login }
    : { kind: 'join', sid: address.sid, ...(address.mode !== undefined && { mode: address.mode }) };

/** The terminal console of one browser tab: its tabs and the sessions behind them. No React. */
export class ConsoleModel {
  readonly documents: ValueStore<Documents>;
  readonly people: Participants;
  /** The last tab that its session's end has closed, while nothing else was opened. `again` begins another like it. */
  readonly justEnded = new ValueStore<{ title: string; again: ConsoleAddress | undefined } | undefined>(undefined);
  #ports: ConsolePorts;
  #terminals = new Map<number, TerminalTab>();

  constructor(start: ConsoleAddress, ports: ConsolePorts) {
    this.#ports = ports;
    this.people = new Participants({ fetch: ports.fetchSessions, clock: ports.clock });
    this.documents = new ValueStore<Documents>({ homeCluster: start.clusterId, tabs: [], activeId: undefined });
    this.open(start);
  }

  open = (address: ConsoleAddress): void => this.#set(openAddress(this.documents.get(), address));
  activate = (id: number): void => this.#set(activate(this.documents.get(), id));
  /** Without a question: `closingEffect` tells whether there should be one. */
  close = (id: number): void => this.#set(closeTab(this.documents.get(), id));
  replace = (id: number, address: ConsoleAddress): void => this.#set(replaceTab(this.documents.get(), id, address));

  /** The n-th tab, counted from 1. */
  activateNth(n: number): void {
    const tab = this.documents.get().tabs[n - 1];
    if (tab) this.activate(tab.id);
  }

  /** Every terminal document has one. */
  terminal = (id: number): TerminalTab | undefined => this.#terminals.get(id);

  startOver = (id: number): void => {
    const target = this.#terminals.get(id)?.startOver();
    if (target) this.#set(restartTab(this.documents.get(), id, target));
  };

  closingEffect(id: number): ClosingEffect {
    const facts = this.#facts(id);
    return facts ? closingEffect(facts) : { kind: 'none' };
  }

  /** True when leaving the page would leave a session that is worth a question. */
  hasActive(): boolean {
    return [...this.#terminals.keys()].some((id) => {
      const facts = this.#facts(id);
      return facts !== undefined && isActive(facts);
    });
  }

  /** The server was found unreachable: sockets may take minutes to notice. */
  suspectAll = (): void => {
    for (const { session } of this.#terminals.values()) session.suspect();
  };

  /** The network is back. */
  tryAllNow = (): void => {
    for (const { session } of this.#terminals.values()) session.tryNow();
  };

  #facts(id: number) {
    const session = this.#terminals.get(id)?.session;
    if (!session) return undefined;
    const metadata = session.metadata.get();
    return {
      state: session.state.get(),
      created: metadata?.created,
      parties: metadata && this.people.bySession.get().get(metadata.id),
      nowMs: this.#ports.clock.now(),
    };
  }

  #set(documents: Documents): void {
    const terminals = documents.tabs.filter((tab) => tab.kind === 'terminal');
    for (const tab of terminals) if (!this.#terminals.has(tab.id)) this.#begin(tab);
    const left = new Set(terminals.map((tab) => tab.id));
    const gone = [...this.#terminals].filter(([id]) => !left.has(id));
    for (const [id] of gone) this.#terminals.delete(id);
    if (documents.activeId !== undefined) this.justEnded.set(undefined);
    this.documents.set(documents);
    for (const [, terminal] of gone) terminal.dispose();
    this.#watchPeople();
  }

  #begin({ id, address }: TerminalDocument): void {
    const clusterId = () => this.#document(id)?.address.clusterId ?? address.clusterId;
    const terminal = new TerminalTab(targetOf(address), {
      open: (params) => this.#ports.open(clusterId(), params),
      explain: (params, signal) => this.#ports.explain(clusterId(), params, signal),
      room: this.#ports.room,
      loadEmulator: this.#ports.loadEmulator,
      clock: this.#ports.clock,
    });
    this.#terminals.set(id, terminal);
    const { metadata, state, events } = terminal.session;
    metadata.subscribe(() => {
      const told = metadata.get();
      if (told && this.#terminals.has(id)) this.#set(settleTab(this.documents.get(), id, told));
    });
    state.subscribe(() => this.#onState(id));
    events.subscribe(({ event }) => {
      if (event === 'session.join' || event === 'session.leave') this.people.refresh();
    });
  }

  #onState(id: number): void {
    this.#watchPeople();
    const session = this.#terminals.get(id)?.session;
    const ended = this.#document(id);
    const state = session?.state.get();
    if (!ended || state?.kind !== 'ended' || state.how.kind !== 'done') return;
    this.close(id);
    if (this.documents.get().activeId !== undefined) return;
    const { serverId, login } = session?.metadata.get() ?? {};
    const { clusterId } = ended.address;
    this.justEnded.set({
      title: ended.title,
      again: serverId && login ? { kind: 'node', clusterId, serverId, login } : undefined,
    });
  }

  #document(id: number): TerminalDocument | undefined {
    const tab = this.documents.get().tabs.find((one) => one.id === id);
    return tab?.kind === 'terminal' ? tab : undefined;
  }

  #watchPeople(): void {
    const live = [...this.#terminals].filter(([, { session }]) => session.state.get().kind === 'live');
    this.people.watch([...new Set(live.flatMap(([id]) => this.#document(id)?.address.clusterId ?? []))]);
  }
}
