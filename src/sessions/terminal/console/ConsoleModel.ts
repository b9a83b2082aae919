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
  /** Sends a plain request to the server. False if it does not respond. */
  pingServer: (signal: AbortSignal) => Promise<boolean>;
  fetchSessions: (clusterId: string) => Promise<ActiveSession[]>;
  /** The estimated size of a terminal that cannot be measured yet, for its part of the window. */
  room: (part: Rect) => TermSize;
  loadEmulator: () => Promise<Emulator>;
  transfers: TransferPorts;
  clock: Clock;
};

/** The number of closed tabs that can be reopened. */
const CLOSED_MAX = 10;

const targetOf = ({ address, home }: Pane): Target =>
  address.kind === 'node'
    ? { kind: 'new', serverId: address.serverId, login: address.login }
    : { kind: 'join', sid: address.sid, ...(address.mode !== undefined && { mode: address.mode }), home };

/** The terminal console of one browser tab: its tabs, their panes and the sessions in them. Does not use React. */
export class ConsoleModel {
  readonly documents: ValueStore<Documents>;
  readonly people: Participants;
  readonly broadcast = new Broadcast();
  /** Name of the signed-in user, once it is known. */
  readonly self = new ValueStore<string | undefined>(undefined);
  /** Messages about participants who join or leave a session. */
  readonly news = new Emitter<string>();
  /** The last tab that closed because its session ended, until another tab opens. `again` starts a session like it. */
  readonly justEnded = new ValueStore<{ title: string; again: ConsoleAddress | undefined } | undefined>(undefined);
  /** Tabs that the user closed, the last one first. */
  readonly closed = new ValueStore<readonly SavedTab[]>([]);
  /** The user's tabs from before this page load, if they are not restored automatically. */
  readonly lastTime = new ValueStore<readonly SavedTab[]>([]);
  /** How many panes have a session that the server no longer knows, and could start another. A restart ends all. */
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

  /** Closes without a question: `closingEffect` returns whether to ask. */
  close = (id: number): void => {
    const tab = this.#tab(id);
    if (tab?.kind === 'terminal') this.closed.set([toSavedTab(tab), ...this.closed.get()].slice(0, CLOSED_MAX));
    this.#change(tabs.closeTab, id);
  };

  /** The same for a pane. The last pane closes its tab. */
  closePane = (paneId: number): void => {
    const tab = tabs.tabWithPane(this.documents.get(), paneId);
    if (tab?.panes.length === 1) this.close(tab.id);
    else this.#change(tabs.closePane, paneId);
  };

  /** The user has confirmed that these sessions end. They are closed next, so their shells need not wait for them. */
  announceEnd(paneIds: readonly number[]): void {
    for (const id of paneIds) this.#terminals.get(id)?.session.announceEnd();
  }

  /** Joins sessions that are still running again, and offers a new one for the others. */
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

  /** Opens another session on the same server beside or below the pane. False if the server is unknown. */
  split(paneId: number, axis: Axis): boolean {
    const like = this.#like(paneId);
    if (like) this.#change(tabs.addPane, paneId, axis, tabs.toPane(like));
    return like !== undefined;
  }

  /** Opens a tab with new sessions on the same servers, with the same layout and name. False if a server is unknown. */
  duplicate(id: number): boolean {
    const tab = this.#tab(id);
    if (tab?.kind !== 'terminal') return false;
    const saved = toSavedTab(tab);
    const panes = tab.panes.map(({ id: paneId }) => this.#like(paneId));
    if (panes.some((like) => like === undefined)) return false;
    const fresh = saved.panes.map((pane, i) => ({ ...pane, address: panes[i] ?? pane.address }));
    this.#change(reopenTab, { ...saved, panes: fresh });
    const at = this.documents.get().tabs.findIndex((tab) => tab.id === id);
    const copy = this.documents.get().activeId;
    if (copy !== undefined) this.move(copy, at + 1);
    return true;
  }

  /** Activates the n-th tab, counted from 1. */
  activateNth(n: number): void {
    const tab = this.documents.get().tabs[n - 1];
    if (tab) this.activate(tab.id);
  }

  /** Activates the tab after the active one, wrapping around, and focuses it. */
  activateNext(): void {
    const { tabs: all, activeId } = this.documents.get();
    const next = all[(all.findIndex(({ id }) => id === activeId) + 1) % all.length];
    if (!next) return;
    this.activate(next.id);
    this.giveKeys();
  }

  /** The focused pane. Undefined while the active tab is not a terminal. */
  focused(): Pane | undefined {
    const tab = tabs.activeTab(this.documents.get());
    return tab?.kind === 'terminal' ? tabs.focusedPane(tab) : undefined;
  }

  /** Moves the page's focus to the focused pane. */
  giveKeys(): void {
    const pane = this.focused();
    if (pane) this.terminal(pane.id)?.emulator?.focus();
  }

  /** Every pane has a terminal. */
  terminal = (paneId: number): PaneTerminal | undefined => this.#terminals.get(paneId);

  startOver = (paneId: number): void => {
    const home = this.#terminals.get(paneId)?.startOver();
    if (home) this.#change(tabs.restartPane, paneId, home);
  };

  startOverGone = (): void => this.#gonePanes().forEach(this.startOver);

  /** The effect of closing these panes together. */
  closingEffect(paneIds: readonly number[]): ClosingEffect {
    return closingEffect(...paneIds.flatMap((id) => this.#facts(id) ?? []));
  }

  /** The number of transfers that closing these panes would cancel. */
  pendingTransfers(paneIds: readonly number[]): number {
    return paneIds.reduce((sum, id) => sum + (this.#terminals.get(id)?.files.transfers.pendingCount() ?? 0), 0);
  }

  /** Its session has ended or was not opened. */
  isOver = (paneId: number): boolean => {
    const kind = this.#terminals.get(paneId)?.session.state.get().kind;
    return kind === 'ended' || kind === 'refused';
  };

  /** True if the user should confirm leaving the page, because of a session or a transfer. */
  hasActive(): boolean {
    const paneIds = [...this.#terminals.keys()];
    return paneIds.flatMap((id) => this.#facts(id) ?? []).some(isActive) || this.pendingTransfers(paneIds) > 0;
  }

  /** The server is unreachable, which sockets may only notice after minutes. */
  suspectAll = (): void => {
    for (const { session } of this.#terminals.values()) session.suspect();
  };

  /** The machine was asleep: connections may have died without an event. */
  doubtAll = (): void => {
    for (const { session } of this.#terminals.values()) session.doubt();
    this.people.refresh();
  };

  /** The network may be back. If the server disconnected this participant, the user decides for each pane. */
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

  /** The address for another session like that of this pane. */
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
    const remaining = new Set(panes.map(({ id }) => id));
    const closed = [...this.#terminals].filter(([id]) => !remaining.has(id));
    for (const [id] of closed) this.#terminals.delete(id);
    this.broadcast.retainPanes([...remaining]);
    if (documents.activeId !== undefined) this.justEnded.set(undefined);
    this.documents.set(documents);
    for (const [, terminal] of closed) terminal.dispose();
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
      const settled = metadata.get();
      if (settled && this.#terminals.has(id)) this.#change(tabs.settlePane, id, settled, state.get().kind === 'live');
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
    // The size belongs to the session's owner, but a participant who joins sets another one without a request (streams
    // §3.6).
    const isForeign = event.event === 'resize' && event.user !== this.self.get() && terminal.hasOwnSize;
    // Another window of the owner may have set the size, and has closed.
    const isFree = event.event === 'session.leave' && event.user === terminal.session.size.get().setBy;
    const isLast = event.event === 'session.leave' && this.#facts(paneId)?.parties?.length === 2;
    if (isLast || (terminal.isOwn && (isForeign || isFree)))
      this.#ports.clock.after(RESIZE_DEBOUNCE_MS, () => this.#terminals.get(paneId)?.takeSizeBack());
  }

  /** A shell that exited closes its pane. If no session was opened, the address can still start one. */
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
