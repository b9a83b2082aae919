import { parsePodAddress } from '../../../wire/terminal/podAddress.ts';
import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import type { Home } from '../session/target.ts';
import type { ConsoleAddress } from './consoleAddress.ts';
import { consolePath, addressPath } from './consolePath.ts';
import {
  onlyPane,
  paneIds,
  layoutOf,
  removePane,
  splitPane,
  WHOLE,
  type Axis,
  type PaneTree,
  type Rect,
} from './paneTree.ts';

export type TerminalAddress = Extract<ConsoleAddress, { kind: 'node' | 'session' }>;

/** One terminal in a tab. */
export type Pane = {
  id: number;
  title: string;
  address: TerminalAddress;
  /** Undefined: the server has not sent it. */
  home?: Home | undefined;
  /** The participant mode in another user's session, as on the wire. The settled address does not contain it. */
  mode?: string | undefined;
};

/** One tab of the console. */
export type NodesDocument = { id: number; kind: 'nodes'; address: Extract<ConsoleAddress, { kind: 'nodes' }> };
export type TerminalDocument = {
  id: number;
  kind: 'terminal';
  /** The name from the user. Otherwise the tab has the title of its focused pane. */
  name?: string;
  panes: readonly Pane[];
  layout: PaneTree;
  /** The focused pane. */
  focusedId: number;
  /** The zoomed pane, which fills the tab. */
  zoomedId?: number | undefined;
};
export type ConsoleDocument = NodesDocument | TerminalDocument;

export type Documents = {
  /** Cluster of the blank page, which always exists and is never a tab. */
  homeCluster: string;
  tabs: readonly ConsoleDocument[];
  /** Undefined: the blank page. */
  activeId: number | undefined;
};

/** Ids of tabs and panes are never reused, so that late events of a closed one have no effect. */
let lastId = 0;
export const newId = (): number => ++lastId;

const NEW_SESSION = 'New session';

/** Used until the server sends the title. */
function paneTitle({ serverId, login }: Home): string {
  const pod = parsePodAddress(serverId);
  return pod ? `${pod.pod}/${pod.container}` : `${login}@${serverId}`;
}

export const toPane = (address: TerminalAddress): Pane =>
  address.kind === 'node'
    ? {
        id: newId(),
        title: paneTitle(address),
        address,
        home: { serverId: address.serverId, login: address.login },
      }
    : { id: newId(), title: address.sid, address };

const tabOfPane = (pane: Pane): TerminalDocument => ({
  id: newId(),
  kind: 'terminal',
  panes: [pane],
  layout: onlyPane(pane.id),
  focusedId: pane.id,
});

const toDocument = (address: Exclude<ConsoleAddress, { kind: 'blank' }>): ConsoleDocument =>
  address.kind === 'nodes' ? { id: newId(), kind: 'nodes', address } : tabOfPane(toPane(address));

export const activeTab = ({ tabs, activeId }: Documents): ConsoleDocument | undefined =>
  tabs.find((tab) => tab.id === activeId);

export const modeOf = ({ address, mode }: Pane): string | undefined =>
  address.kind === 'session' ? (address.mode ?? mode) : undefined;

/** Every terminal tab has at least one pane, and one of them is focused. */
export function focusedPane({ panes, focusedId }: TerminalDocument): Pane {
  const pane = panes.find(({ id }) => id === focusedId) ?? panes[0];
  if (!pane) throw new Error('The tab has no pane');
  return pane;
}

export const titleOf = (tab: ConsoleDocument): string =>
  tab.kind === 'nodes' ? NEW_SESSION : (tab.name ?? focusedPane(tab).title);

const addressOf = (tab: ConsoleDocument): ConsoleAddress =>
  tab.kind === 'nodes' ? tab.address : focusedPane(tab).address;

export const activeAddress = (documents: Documents): ConsoleAddress => {
  const tab = activeTab(documents);
  return tab ? addressOf(tab) : { kind: 'blank', clusterId: documents.homeCluster };
};

/** The participant mode of the focused session. */
export const activeMode = (documents: Documents): string | undefined => {
  const tab = activeTab(documents);
  return tab?.kind === 'terminal' ? modeOf(focusedPane(tab)) : undefined;
};

export const panesOf = (tab: ConsoleDocument): readonly Pane[] => (tab.kind === 'terminal' ? tab.panes : []);
export const hasTerminals = (tabs: readonly ConsoleDocument[]): boolean => tabs.some(({ kind }) => kind === 'terminal');
export const allPanes = ({ tabs }: Documents): Pane[] => tabs.flatMap(panesOf);

export const tabWithPane = ({ tabs }: Documents, paneId: number): TerminalDocument | undefined =>
  tabs.filter((tab) => tab.kind === 'terminal').find(({ panes }) => panes.some(({ id }) => id === paneId));

/** The part of the window that a pane takes while its tab is active. */
export function partOf(documents: Documents, paneId: number): Rect {
  const tab = tabWithPane(documents, paneId);
  const rect = tab && tab.zoomedId !== paneId ? layoutOf(tab.layout).panes.get(paneId) : undefined;
  return rect ?? WHOLE;
}

/** Without a mode, any participant mode matches. */
const isAt = (pane: Pane, address: ConsoleAddress): boolean =>
  addressPath(pane.address) === addressPath(address) &&
  (address.kind !== 'session' || address.mode === undefined || address.mode === modeOf(pane));

/** Each address is open at most once: an open one is activated, a new one gets a tab (streams §3.11). */
export function openAddress(documents: Documents, address: ConsoleAddress): Documents {
  if (address.kind === 'blank') return { ...documents, homeCluster: address.clusterId, activeId: undefined };
  const pane = allPanes(documents).find((candidate) => isAt(candidate, address));
  if (pane) return focusPane(documents, pane.id);
  const path = consolePath(address);
  const existing = documents.tabs.find((tab) => consolePath(addressOf(tab)) === path);
  if (existing) return { ...documents, activeId: existing.id };
  const tab = toDocument(address);
  return { ...documents, tabs: [...documents.tabs, tab], activeId: tab.id };
}

export const activate = (documents: Documents, id: number): Documents =>
  documents.tabs.some((tab) => tab.id === id) ? { ...documents, activeId: id } : documents;

/** Activates the neighbour to the right, else the one to the left, else the blank page. */
export function closeTab(documents: Documents, id: number): Documents {
  const at = documents.tabs.findIndex((tab) => tab.id === id);
  if (at < 0) return documents;
  const tabs = documents.tabs.filter((tab) => tab.id !== id);
  const activeId = documents.activeId === id ? (tabs[at] ?? tabs[at - 1])?.id : documents.activeId;
  return { ...documents, tabs, activeId };
}

/** Replaces the list of servers by the chosen session. */
export function replaceTab(documents: Documents, id: number, address: ConsoleAddress): Documents {
  const opened = openAddress(documents, address);
  const isNew = opened.tabs.length > documents.tabs.length;
  const added = opened.tabs.at(-1);
  if (!isNew || !added) return closeTab(opened, id);
  return { ...opened, tabs: documents.tabs.map((tab) => (tab.id === id ? added : tab)) };
}

/** Moves to an index counted from 0. Indices beyond the ends are clamped. */
export function moveTab(documents: Documents, id: number, to: number): Documents {
  const tab = documents.tabs.find((candidate) => candidate.id === id);
  if (!tab) return documents;
  const tabs = documents.tabs.filter((other) => other.id !== id);
  tabs.splice(Math.max(0, Math.min(to, tabs.length)), 0, tab);
  return tabs.every((other, i) => other.id === documents.tabs[i]?.id) ? documents : { ...documents, tabs };
}

/** With a blank name, the tab has the title of its focused pane again. */
export const renameTab = (documents: Documents, id: number, name: string): Documents =>
  withTab(documents, id, ({ name: _, ...tab }) => (name.trim() ? { ...tab, name: name.trim() } : tab));

/** Inserts after the tab that it copies, or at the end, and activates it. */
export function insertTab(documents: Documents, tab: ConsoleDocument, at = documents.tabs.length): Documents {
  return { ...documents, tabs: documents.tabs.toSpliced(at, 0, tab), activeId: tab.id };
}

/** Also activates its tab. In a zoomed tab the zoom moves to the pane. */
export function focusPane(documents: Documents, paneId: number): Documents {
  const tab = tabWithPane(documents, paneId);
  if (!tab) return documents;
  const zoomedId = tab.zoomedId === undefined ? undefined : paneId;
  if (documents.activeId === tab.id && tab.focusedId === paneId && tab.zoomedId === zoomedId) return documents;
  return { ...withTab(documents, tab.id, () => ({ ...tab, focusedId: paneId, zoomedId })), activeId: tab.id };
}

/** The new pane gets half of its neighbour's space, and the focus. */
export function addPane(documents: Documents, besideId: number, axis: Axis, pane: Pane): Documents {
  const tab = tabWithPane(documents, besideId);
  if (!tab) return documents;
  return withTab(documents, tab.id, () => ({
    ...tab,
    panes: [...tab.panes, pane],
    layout: splitPane(tab.layout, besideId, axis, onlyPane(pane.id)),
    focusedId: pane.id,
    zoomedId: undefined,
  }));
}

/** Closing the last pane closes the tab. The focus moves to the next pane. */
export function closePane(documents: Documents, paneId: number): Documents {
  const tab = tabWithPane(documents, paneId);
  if (!tab) return documents;
  const layout = removePane(tab.layout, paneId);
  if (!layout) return closeTab(documents, tab.id);
  const order = paneIds(tab.layout);
  const next = order[order.indexOf(paneId) + 1] ?? order.at(-2) ?? tab.focusedId;
  return withTab(documents, tab.id, () => ({
    ...tab,
    panes: tab.panes.filter(({ id }) => id !== paneId),
    layout,
    focusedId: tab.focusedId === paneId ? next : tab.focusedId,
    zoomedId: tab.zoomedId === paneId ? undefined : tab.zoomedId,
  }));
}

/** Moves a pane out of its split into a new tab after the current one. */
export function detachPane(documents: Documents, paneId: number): Documents {
  const from = tabWithPane(documents, paneId);
  const pane = from?.panes.find(({ id }) => id === paneId);
  if (!from || !pane || from.panes.length < 2) return documents;
  const at = documents.tabs.findIndex(({ id }) => id === from.id);
  return insertTab(closePane(documents, paneId), tabOfPane(pane), at + 1);
}

/** Moves all panes of one tab to the right of those of another, which is activated. */
export function mergeTabs(documents: Documents, fromId: number, intoId: number): Documents {
  const from = terminalTab(documents, fromId);
  const into = terminalTab(documents, intoId);
  if (!from || !into || from === into) return documents;
  const columns = (tree: PaneTree): number => (tree.kind === 'split' && tree.axis === 'row' ? tree.parts.length : 1);
  const [left, right] = [columns(into.layout), columns(from.layout)];
  const merged: TerminalDocument = {
    ...into,
    panes: [...into.panes, ...from.panes],
    layout: {
      kind: 'split',
      axis: 'row',
      parts: [
        { share: left / (left + right), tree: into.layout },
        { share: right / (left + right), tree: from.layout },
      ],
    },
    focusedId: from.focusedId,
    zoomedId: undefined,
  };
  return { ...withTab(closeTab(documents, fromId), intoId, () => merged), activeId: intoId };
}

export const setLayout = (documents: Documents, id: number, layout: PaneTree): Documents =>
  withTab(documents, id, (tab) => (tab.layout === layout ? tab : { ...tab, layout, zoomedId: undefined }));

/** Shows only this pane, or all of them again. */
export const toggleZoom = (documents: Documents, paneId: number): Documents => {
  const tab = tabWithPane(documents, paneId);
  if (!tab || tab.panes.length < 2) return documents;
  return withTab(documents, tab.id, () => ({
    ...tab,
    focusedId: paneId,
    zoomedId: tab.zoomedId === undefined ? paneId : undefined,
  }));
};

/**
 * Stores the session that the server has named. Once it `isLive`, the pane's address becomes the one that joins it:
 * before, the server may still ask for a second factor, and there is no session to join.
 */
export function settlePane(
  documents: Documents,
  paneId: number,
  metadata: SessionMetadata,
  isLive: boolean,
): Documents {
  const { login, hostname, serverId, clusterId, id: sid } = metadata;
  return withPane(documents, paneId, (pane) => ({
    ...pane,
    title: login && hostname ? `${login}@${hostname}` : pane.title,
    address: isLive ? { kind: 'session', clusterId: clusterId || pane.address.clusterId, sid } : pane.address,
    home: serverId && login ? { serverId, login } : pane.home,
    mode: modeOf(pane),
  }));
}

/** A new session on the same server: the address starts one again until the server has named it. */
export const restartPane = (documents: Documents, paneId: number, { serverId, login }: Home): Documents =>
  withPane(documents, paneId, (pane) => ({
    ...pane,
    address: { kind: 'node', clusterId: pane.address.clusterId, serverId, login },
    mode: undefined,
  }));

const terminalTab = ({ tabs }: Documents, id: number): TerminalDocument | undefined =>
  tabs.filter((tab) => tab.kind === 'terminal').find((tab) => tab.id === id);

const withTab = (documents: Documents, id: number, change: (tab: TerminalDocument) => TerminalDocument): Documents => ({
  ...documents,
  tabs: documents.tabs.map((tab) => (tab.id === id && tab.kind === 'terminal' ? change(tab) : tab)),
});

const withPane = (documents: Documents, paneId: number, change: (pane: Pane) => Pane): Documents => {
  const tab = tabWithPane(documents, paneId);
  if (!tab) return documents;
  return withTab(documents, tab.id, () => ({
    ...tab,
    panes: tab.panes.map((pane) => (pane.id === paneId ? change(pane) : pane)),
  }));
};
