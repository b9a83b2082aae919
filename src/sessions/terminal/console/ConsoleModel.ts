import type { ActiveSession } from '../../../api/activeSessions.ts';
import { serverBehaviour } from '../../../api/serverBehaviour.ts';
import type { SocketProblem } from '../../../api/sockets.ts';
import type { Clock } from '../../../lib/clock.ts';
import { ValueStore, Emitter } from '../../../lib/valueStore.ts';
import { RESIZE_DEBOUNCE_MS } from '../../../wire/constants.ts';
import type { ConnectParams } from '../../../wire/terminal/connectParams.ts';
import type { SessionEvent } from '../../../wire/terminal/frames.ts';
import type { TermSize } from '../../../wire/terminal/resize.ts';
import type { Emulator } from '../emulator/Emulator.ts';
import type { Target } from '../session/target.ts';
import type { TerminalSocket } from '../session/TerminalConnection.ts';
import type { TransferPorts } from '../transfer/Transfers.ts';
import { Broadcast } from './Broadcast.ts';
import { closingEffect, isActive, type ClosingEffect } from './closing.ts';
import type { ConsoleAddress } from './consoleAddress.ts';
import { PaneTerminal } from './PaneTerminal.ts';
import type { Axis, PaneTree, Rect } from './paneTree.ts';
import { Participants } from './Participants.ts';
import { reopenTab, restoreTabs, toSavedTab, type SavedTab } from './savedTabs.ts';
import * as tabs from './tabs.ts';
import type { Documents, Pane } from './tabs.ts';

export type ConsolePorts = {
  open: (clusterId: string, params: ConnectParams) => TerminalSocket;
  explain: (clusterId: string, params: ConnectParams, signal: AbortSignal) => Promise<SocketProblem>;
  /** A plain call to the server; false where nothing answers. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  fetchSessions: (clusterId: string) => Promise<ActiveSession[]>;
  /** Of a terminal that cannot be measured yet, in its part of the window. */
  room: (part: Rect) => TermSize;
  loadEmulator: () => Promise<Emulator>;
  transfers: TransferPorts;
  clock: Clock;
};

/** How many closed tabs can be brought back. */
const CLOSED_MAX = 10;

const targetOf = ({ address, home }: Pane): Target =>
  address.kind === 'node'
    ? { kind: 'new', serverId: address.serverId, login: address.login }
    : { kind: 'join', sid: address.sid, ...(address.mode !== undefined && { mode: address.mode }), home };

/** The terminal console of one browser tab: its tabs, their panes and the sessions behind them. No React. */
export class ConsoleModel {
  readonly documents: ValueStore<Documents>;
  readonly people: Participants;
  readonly broadcast = new Broadcast();
  /** Name of the signed-in person, once it is known. */
  readonly self = new ValueStore<string | undefined>(undefined);
  /** Who came to a session or left it, in words. */
  readonly news = new Emitter<string>();
  /** The last tab that its session's end has closed, while nothing else was opened. `again` begins another like it. */
  readonly justEnded = new ValueStore<{ title: string; again: ConsoleAddress | undefined } | undefined>(undefined);
  /** Tabs that a person closed, the last one first. */
  readonly closed = new ValueStore<readonly SavedTab[]>([]);
  /** Tabs that this user had here before this page, where it does not bring them back by itself. */
  readonly lastTime = new ValueStore<readonly SavedTab[]>([]);
  /** How many panes have a session that the server no longer knows, and could begin another: all end with a restart. */
  readonly goneCount = new ValueStore(0);
  #ports: ConsolePorts;
  #terminals = new Map<number, PaneTerminal>();

  constructor(start: ConsoleAddress, ports: ConsolePorts) {
    this.#ports = ports;
    this.people = new Participants({
      fetch: ports.fetchSessions,
      clock: ports.clock,
      listsGone: !serverBehaviour.endsSessionsAtOnce,
    });
    this.documents = new ValueStore<Documents>({ homeCluster: start.clusterId, tabs: [], activeId: undefined });
    this.open(start);
  }

  open = (address: ConsoleAddress): void => this.#change(tabs.openAddress, address);
  activate = (id: number): void => this.#change(tabs.activate, id);
  replace = (id: number, address: ConsoleAddress): void => this.#change(tabs.replaceTab, id, address);
  rename = (id: number, name: string): void => this.#change(tabs.renameTab, id, name);
  move = (id: number, to: number): void => this.#change(tabs.moveTab, id, to);
  focusPane = (paneId: number): void => this.#change(tabs.focusPane, paneId);
  setLayout = (id: number, layout: PaneTree): void => this.#change(tabs.setLayout, id, layout);
  toggleZoom = (paneId: number): void => this.#change(tabs.toggleZoom, paneId);
  detach = (paneId: number): void => this.#change(tabs.detachPane, paneId);
  merge = (fromId: number, intoId: number): void => this.#change(tabs.mergeTabs, fromId, intoId);
  restore = (saved: readonly SavedTab[]): void => {
    this.#change(restoreTabs, saved);
    for (const { id, home } of tabs.allPanes(this.documents.get())) {
      if (home) this.terminal(id)?.session.learnHome(home);
    }
  };

  /** Without a question: `closingEffect` tells whether there should be one. */
  close = (id: number): void => {
    const tab = this.#tab(id);
    if (tab?.kind === 'terminal') this.closed.set([toSavedTab(tab), ...this.closed.get()].slice(0, CLOSED_MAX));
    this.#change(tabs.closeTab, id);
  };

  /** Likewise; the last pane takes its tab along. */
  closePane = (paneId: number): void => {
    const tab = tabs.tabWithPane(this.documents.get(), paneId);
    if (tab?.panes.length === 1) this.close(tab.id);
    else this.#change(tabs.closePane, paneId);
  };

  /** The person has confirmed the end of these, which are closed next: no shell has to wait for them. */
  announceEnd(paneIds: readonly number[]): void {
    for (const id of paneIds) this.#terminals.get(id)?.session.announceEnd();
  }

  /** Sessions that are still running are joined again, for the others a new one is offered. */
  reopenClosed = (): void => {
    const [last, ...rest] = this.closed.get();
    if (!last) return;
    this.closed.set(rest);
    this.#change(reopenTab, last);
  };

  restoreLastTime = (): void => {
    const saved = this.lastTime.get();
    this.lastTime.set([]);
    this.restore(saved);
    const [first] = this.documents.get().tabs;
    if (first) this.activate(first.id);
  };

  /** Another session on the same server beside or below it. False where the server is not known. */
  split(paneId: number, axis: Axis): boolean {
    const like = this.#like(paneId);
    if (like) this.#change(tabs.addPane, paneId, axis, tabs.toPane(like));
    return like !== undefined;
  }

  /** A tab with sessions of its own on the same servers, panes and name as they are. False where a server is not known. */
  duplicate(id: number): boolean {
    const tab = this.#tab(id);
    if (tab?.kind !== 'terminal') return false;
    const saved = toSavedTab(tab);
    const panes = tab.panes.map(({ id: paneId }) => this.#like(paneId));
    if (panes.some((like) => like === undefined)) return false;
    const fresh = saved.panes.map((pane, i) => ({ ...pane, address: panes[i] ?? pane.address }));
    this.#change(reopenTab, { ...saved, panes: fresh });
    const at = this.documents.get().tabs.findIndex((one) => one.id === id);
    const copy = this.documents.get().activeId;
    if (copy !== undefined) this.move(copy, at + 1);
    return true;
  }

  /** The n-th tab, counted from 1. */
  activateNth(n: number): void {
    const tab = this.documents.get().tabs[n - 1];
    if (tab) this.activate(tab.id);
  }

  /** The tab behind the one in front, round the end; it gets the keys. */
  activateNext(): void {
    const { tabs: all, activeId } = this.documents.get();
    const next = all[(all.findIndex(({ id }) => id === activeId) + 1) % all.length];
    if (!next) return;
    this.activate(next.id);
    this.giveKeys();
  }

  /** The pane that gets the keys; undefined while no terminal is in front. */
  focused(): Pane | undefined {
    const tab = tabs.activeTab(this.documents.get());
    return tab?.kind === 'terminal' ? tabs.focusedPane(tab) : undefined;
  }

  /** The focus of the page goes to the pane that gets the keys. */
  giveKeys(): void {
    const pane = this.focused();
    if (pane) this.terminal(pane.id)?.emulator?.focus();
  }

  /** Every pane has one. */
  terminal = (paneId: number): PaneTerminal | undefined => this.#terminals.get(paneId);

  startOver = (paneId: number): void => {
    const home = this.#terminals.get(paneId)?.startOver();
    if (home) this.#change(tabs.restartPane, paneId, home);
  };

  startOverGone = (): void => this.#gonePanes().forEach(this.startOver);

  /** Of closing these panes at once. */
  closingEffect(paneIds: readonly number[]): ClosingEffect {
    return closingEffect(...paneIds.flatMap((id) => this.#facts(id) ?? []));
  }

  /** Transfers that would be cancelled by closing these panes. */
  pendingTransfers(paneIds: readonly number[]): number {
    return paneIds.reduce((sum, id) => sum + (this.#terminals.get(id)?.files.transfers.pendingCount() ?? 0), 0);
  }

  /** Its session has ended, or none was opened. */
  isOver = (paneId: number): boolean => {
    const kind = this.#terminals.get(paneId)?.session.state.get().kind;
    return kind === 'ended' || kind === 'refused';
  };

  /** True when leaving the page would leave a session or a transfer that is worth a question. */
  hasActive(): boolean {
    const paneIds = [...this.#terminals.keys()];
    return paneIds.flatMap((id) => this.#facts(id) ?? []).some(isActive) || this.pendingTransfers(paneIds) > 0;
  }

  /** The server was found unreachable: sockets may take minutes to notice. */
  suspectAll = (): void => {
    for (const { session } of this.#terminals.values()) session.suspect();
  };

  /** The machine has slept: connections may have died meanwhile without a word. */
  doubtAll = (): void => {
    for (const { session } of this.#terminals.values()) session.doubt();
    this.people.refresh();
  };

  /** The network may be back. Where the server let this participant go, the person decides for each pane. */
  tryAllNow = (): void => {
    for (const { session } of this.#terminals.values()) {
      const state = session.state.get();
      const isLetGo = state.kind === 'lost' && state.loss.why.kind === 'closed' && state.loss.why.isFinal;
      if (!isLetGo) session.tryNow();
    }
  };

  #gonePanes(): number[] {
    const isGone = ({ session }: PaneTerminal) => {
      const state = session.state.get();
      return state.kind === 'ended' && state.how.kind === 'gone' && session.canStartOver;
    };
    return [...this.#terminals].filter(([, terminal]) => isGone(terminal)).map(([id]) => id);
  }

  #tab = (id: number) => this.documents.get().tabs.find((tab) => tab.id === id);
  #pane = (paneId: number) => tabs.allPanes(this.documents.get()).find(({ id }) => id === paneId);

  /** Address of another session like the one of this pane. */
  #like(paneId: number): tabs.TerminalAddress | undefined {
    const pane = this.#pane(paneId);
    return pane?.home && { kind: 'node', clusterId: pane.address.clusterId, ...pane.home };
  }

  #facts(paneId: number) {
    const terminal = this.#terminals.get(paneId);
    if (!terminal) return undefined;
    const { session, isGuest } = terminal;
    const metadata = session.metadata.get();
    return {
      isGuest,
      state: session.state.get(),
      created: metadata?.created,
      parties: metadata && this.people.bySession.get().get(metadata.id)?.parties,
      nowMs: this.#ports.clock.now(),
    };
  }

  #change<A extends readonly unknown[]>(act: (documents: Documents, ...args: A) => Documents, ...args: A): void {
    const documents = act(this.documents.get(), ...args);
    const panes = tabs.allPanes(documents);
    for (const pane of panes) if (!this.#terminals.has(pane.id)) this.#begin(pane, tabs.partOf(documents, pane.id));
    const left = new Set(panes.map(({ id }) => id));
    const gone = [...this.#terminals].filter(([id]) => !left.has(id));
    for (const [id] of gone) this.#terminals.delete(id);
    this.broadcast.retainPanes([...left]);
    if (documents.activeId !== undefined) this.justEnded.set(undefined);
    this.documents.set(documents);
    for (const [, terminal] of gone) terminal.dispose();
    this.goneCount.set(this.#gonePanes().length);
    this.#watchPeople();
  }

  #begin(pane: Pane, part: Rect): void {
    const { id, address } = pane;
    const clusterId = () => this.#pane(id)?.address.clusterId ?? address.clusterId;
    const terminal = new PaneTerminal(targetOf(pane), {
      open: (params) => this.#ports.open(clusterId(), params),
      explain: (params, signal) => this.#ports.explain(clusterId(), params, signal),
      pingServer: this.#ports.pingServer,
      room: () => this.#ports.room(part),
      loadEmulator: this.#ports.loadEmulator,
      transfers: this.#ports.transfers,
      clock: this.#ports.clock,
      self: this.self,
      parties: () => this.#facts(id)?.parties ?? [],
      leave: () => this.closePane(id),
      spread: (send) => {
        for (const target of this.broadcast.targets(id)) {
          const receiver = this.#terminals.get(target);
          if (receiver) send(receiver);
        }
      },
    });
    this.#terminals.set(id, terminal);
    const { metadata, state, events } = terminal.session;
    const settle = () => {
      const told = metadata.get();
      if (told && this.#terminals.has(id)) this.#change(tabs.settlePane, id, told, state.get().kind === 'live');
    };
    metadata.subscribe(settle);
    state.subscribe(() => {
      if (state.get().kind === 'live') settle();
      this.#onState(id);
    });
    events.subscribe((event) => this.#heed(id, terminal, event));
  }

  #heed(paneId: number, terminal: PaneTerminal, event: SessionEvent): void {
    if (event.event === 'session.join' || event.event === 'session.leave') {
      this.people.refresh();
      const act = event.event === 'session.join' ? 'joined' : 'left';
      if (event.user !== this.self.get()) this.news.emit(`${event.user} ${act} ${this.#pane(paneId)?.title ?? ''}`);
    }
    if (!terminal.isOwn) return;
    // The size belongs to who began: whoever comes sets another one without being asked (streams §3.6).
    const isForeign = event.event === 'resize' && event.user !== this.self.get() && terminal.hasOwnSize;
    // Another window of the owner may have set it, and has gone.
    const isFree = event.event === 'session.leave' && event.user === terminal.session.size.get().setBy;
    if (isForeign || isFree)
      this.#ports.clock.after(RESIZE_DEBOUNCE_MS, () => this.#terminals.get(paneId)?.takeSizeBack());
  }

  /** A shell that said goodbye takes its pane along. Where none was opened, the address still begins one. */
  #onState(paneId: number): void {
    this.goneCount.set(this.#gonePanes().length);
    this.#watchPeople();
    const ended = this.#pane(paneId);
    const terminal = this.#terminals.get(paneId);
    const state = terminal?.session.state.get();
    if (state?.kind === 'refused' && ended?.home && !terminal?.isJoined)
      this.#change(tabs.restartPane, paneId, ended.home);
    if (!ended || state?.kind !== 'ended' || state.how.kind !== 'done') return;
    const again = this.#like(paneId);
    this.#change(tabs.closePane, paneId);
    if (this.documents.get().activeId === undefined) this.justEnded.set({ title: ended.title, again });
  }

  #watchPeople(): void {
    const live = [...this.#terminals].filter(([, { session }]) => session.state.get().kind === 'live');
    this.people.watch([...new Set(live.flatMap(([id]) => this.#pane(id)?.address.clusterId ?? []))]);
  }
}
