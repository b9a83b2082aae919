import type { SessionMetadata } from '../../../wire/terminal/sessionJson.ts';
import { consolePath } from './consoleAddress.ts';
import type { ConsoleAddress } from './consoleAddress.ts';

type TerminalAddress = Extract<ConsoleAddress, { kind: 'node' | 'session' }>;

type NewSession = { serverId: string; login: string };

/** One tab of the console. */
export type ConsoleDocument = { id: number; title: string } & (
  | { kind: 'nodes'; address: Extract<ConsoleAddress, { kind: 'nodes' }> }
  | { kind: 'terminal'; address: TerminalAddress }
);
export type TerminalDocument = Extract<ConsoleDocument, { kind: 'terminal' }>;

export type Documents = {
  /** Cluster of the blank document, which is always there and never a tab. */
  homeCluster: string;
  tabs: readonly ConsoleDocument[];
  /** undefined: the blank document. */
  activeId: number | undefined;
};

/** Ids are unlike all before, so that a closed tab's late news find nobody. */
let lastId = 0;

const NEW_SESSION = 'New session';

const toDocument = (address: Exclude<ConsoleAddress, { kind: 'blank' }>): ConsoleDocument => {
  const id = ++lastId;
  switch (address.kind) {
    case 'nodes':
      return { id, kind: 'nodes', title: NEW_SESSION, address };
    case 'node':
      return { id, kind: 'terminal', title: `${address.login}@${address.serverId}`, address };
    case 'session':
      return { id, kind: 'terminal', title: address.sid, address };
  }
};

export const activeTab = ({ tabs, activeId }: Documents): ConsoleDocument | undefined =>
  tabs.find((tab) => tab.id === activeId);

export const activeAddress = (documents: Documents): ConsoleAddress =>
  activeTab(documents)?.address ?? { kind: 'blank', clusterId: documents.homeCluster };

/** Each address has at most one tab: a known one is activated, an unknown one is made (streams §3.11). */
export function openAddress(documents: Documents, address: ConsoleAddress): Documents {
  if (address.kind === 'blank') return { ...documents, homeCluster: address.clusterId, activeId: undefined };
  const path = consolePath(address);
  const known = documents.tabs.find((tab) => consolePath(tab.address) === path);
  if (known) return { ...documents, activeId: known.id };
  const tab = toDocument(address);
  return { ...documents, tabs: [...documents.tabs, tab], activeId: tab.id };
}

export const activate = (documents: Documents, id: number): Documents =>
  documents.tabs.some((tab) => tab.id === id) ? { ...documents, activeId: id } : documents;

/** The neighbour to the right takes its place, else the one to the left, else the blank document. */
export function closeTab(documents: Documents, id: number): Documents {
  const at = documents.tabs.findIndex((tab) => tab.id === id);
  if (at < 0) return documents;
  const tabs = documents.tabs.filter((tab) => tab.id !== id);
  const activeId = documents.activeId === id ? (tabs[at] ?? tabs[at - 1])?.id : documents.activeId;
  return { ...documents, tabs, activeId };
}

/** The list of servers gives way to what was chosen in it, at its place. */
export function replaceTab(documents: Documents, id: number, address: ConsoleAddress): Documents {
  const opened = openAddress(documents, address);
  const isNew = opened.tabs.length > documents.tabs.length;
  const added = opened.tabs.at(-1);
  if (!isNew || !added) return closeTab(opened, id);
  return { ...opened, tabs: documents.tabs.map((tab) => (tab.id === id ? added : tab)) };
}

/** The server has told what session it is: the tab's address becomes the one that joins it. */
export function settleTab(documents: Documents, id: number, metadata: SessionMetadata): Documents {
  const { login, hostname, clusterId, id: sid } = metadata;
  return withTerminal(documents, id, (tab) => ({
    ...tab,
    title: login && hostname ? `${login}@${hostname}` : tab.title,
    address: { kind: 'session', clusterId: clusterId || tab.address.clusterId, sid },
  }));
}

/** Another session on the same server begins in the tab: its address begins one too until the server has named it. */
export const restartTab = (documents: Documents, id: number, { serverId, login }: NewSession): Documents =>
  withTerminal(documents, id, (tab) => ({
    ...tab,
    address: { kind: 'node', clusterId: tab.address.clusterId, serverId, login },
  }));

const withTerminal = (
  documents: Documents,
  id: number,
  change: (tab: TerminalDocument) => TerminalDocument,
): Documents => ({
  ...documents,
  tabs: documents.tabs.map((tab) => (tab.id === id && tab.kind === 'terminal' ? change(tab) : tab)),
});
