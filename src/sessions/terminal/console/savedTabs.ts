import { at, isObject, parseJson, textAt } from '../../../lib/json.ts';
import { inMode, addressPath } from './consolePath.ts';
import {
  activeTab,
  allPanes,
  focusedPane,
  focusPane,
  insertTab,
  modeOf,
  newId,
  toPane,
  type ConsoleDocument,
  type Documents,
  type Pane,
  type TerminalAddress,
} from './tabs.ts';
import { onlyPane, paneIds, type PaneTree } from './paneTree.ts';

/** The address contains the participant mode. */
type SavedPane = Omit<Pane, 'id' | 'mode'>;
/** A tab as stored across a reload. Panes are identified by their index in the list. */
export type SavedTab = {
  name?: string;
  panes: readonly SavedPane[];
  layout: PaneTree;
  focused: number;
  /** The focused pane is zoomed. */
  zoomed?: true;
};

/**
 * Stores tabs with terminals. It leaves out lists of servers, and tabs whose sessions have all ended, except for the
 * active tab: its address is the page's.
 */
export const toSaved = ({ tabs, activeId }: Documents, isOver: (paneId: number) => boolean): SavedTab[] =>
  tabs
    .filter((tab) => tab.kind === 'terminal')
    .filter(({ id, panes }) => id === activeId || !panes.every((pane) => isOver(pane.id)))
    .map(toSavedTab);

export function toSavedTab({
  name,
  panes,
  layout,
  focusedId,
  zoomedId,
}: Extract<ConsoleDocument, { kind: 'terminal' }>): SavedTab {
  const indexById = new Map(panes.map(({ id }, i) => [id, i]));
  return {
    ...(name !== undefined && { name }),
    panes: panes.map(toSavedPane),
    layout: withIds(layout, indexById),
    focused: indexById.get(focusedId) ?? 0,
    ...(zoomedId !== undefined && { zoomed: true }),
  };
}

const toSavedPane = (pane: Pane): SavedPane => {
  const { title, address, home } = pane;
  return { title, address: inMode(address, modeOf(pane)), home };
};

function withIds(tree: PaneTree, ids: ReadonlyMap<number, number>): PaneTree {
  if (tree.kind === 'pane') return onlyPane(ids.get(tree.id) ?? 0);
  return { ...tree, parts: tree.parts.map((part) => ({ ...part, tree: withIds(part.tree, ids) })) };
}

/** Leaves out invalid entries: other code can write to the browser's storage. */
export function parseSaved(text: string | null): SavedTab[] {
  const json = parseJson(text ?? '');
  return Array.isArray(json) ? json.flatMap((tab: unknown) => toSavedTabOrNone(tab)) : [];
}

function toSavedTabOrNone(json: unknown): SavedTab[] {
  const list = at(json, 'panes');
  const panes = Array.isArray(list) ? list.map((pane: unknown) => toPaneOrNone(pane)) : [];
  const whole = panes.filter((pane) => pane !== undefined);
  const layout = toTree(at(json, 'layout'));
  const isComplete =
    layout &&
    paneIds(layout)
      .toSorted((a, b) => a - b)
      .join() === [...panes.keys()].join();
  if (whole.length === 0 || whole.length < panes.length || !isComplete) return [];
  const name = textAt(json, 'name');
  const focused = Number(at(json, 'focused'));
  return [
    {
      ...(name && { name }),
      panes: whole,
      layout,
      focused: focused in whole ? focused : 0,
      ...(at(json, 'zoomed') === true && whole.length > 1 && { zoomed: true }),
    },
  ];
}

function toPaneOrNone(json: unknown): SavedPane | undefined {
  const address = toAddress(at(json, 'address'));
  if (!address) return undefined;
  const [serverId, login] = [textAt(json, 'home', 'serverId'), textAt(json, 'home', 'login')];
  return {
    title: textAt(json, 'title') || toPane(address).title,
    address,
    home: serverId && login ? { serverId, login } : undefined,
  };
}

function toAddress(json: unknown): TerminalAddress | undefined {
  const [clusterId, sid, mode] = [textAt(json, 'clusterId'), textAt(json, 'sid'), textAt(json, 'mode')];
  const [serverId, login] = [textAt(json, 'serverId'), textAt(json, 'login')];
  if (!clusterId) return undefined;
  if (at(json, 'kind') === 'session' && sid) return { kind: 'session', clusterId, sid, ...(mode && { mode }) };
  if (at(json, 'kind') === 'node' && serverId && login) return { kind: 'node', clusterId, serverId, login };
  return undefined;
}

function toTree(json: unknown): PaneTree | undefined {
  const id = at(json, 'id');
  if (at(json, 'kind') === 'pane') return typeof id === 'number' ? onlyPane(id) : undefined;
  const [axis, list] = [at(json, 'axis'), at(json, 'parts')];
  if ((axis !== 'row' && axis !== 'column') || !Array.isArray(list) || list.length < 2) return undefined;
  const parts = list.flatMap((part: unknown) => {
    const share = at(part, 'share');
    const tree = isObject(part) ? toTree(at(part, 'tree')) : undefined;
    return tree && typeof share === 'number' && share > 0 && share < 1 ? [{ share, tree }] : [];
  });
  const total = parts.reduce((sum, { share }) => sum + share, 0);
  if (parts.length < list.length) return undefined;
  return { kind: 'split', axis, parts: parts.map((part) => ({ ...part, share: part.share / total })) };
}

/**
 * Restores the tabs in their order. A pane whose address is already open (the one that the page was loaded with) moves
 * to its old place. The active tab stays active.
 */
export function restoreTabs(documents: Documents, saved: readonly SavedTab[]): Documents {
  const kept = new Set(saved.flatMap(({ panes }) => panes.map(({ address }) => addressPath(address))));
  const open = new Map(
    allPanes(documents).map((pane) => {
      const { address, home } = pane;
      const path = addressPath(address);
      // A pane that just started may have a session by now, which the stored tabs do not know.
      if (kept.has(path) || !home) return [path, pane];
      return [addressPath({ kind: 'node', clusterId: address.clusterId, ...home }), pane];
    }),
  );
  const usedIds = new Set<number>();
  const tabs = saved.map((savedTab): ConsoleDocument => {
    const panes = savedTab.panes.map((pane): Pane => {
      const openPane = open.get(addressPath(pane.address));
      if (!openPane || usedIds.has(openPane.id)) return { ...pane, id: newId() };
      usedIds.add(openPane.id);
      // A pane that is not connected yet only knows its address.
      return openPane.home ? { ...pane, ...openPane } : { ...openPane, title: pane.title, home: pane.home };
    });
    const ids = new Map(panes.map(({ id }, i) => [i, id]));
    return {
      id: newId(),
      kind: 'terminal',
      ...(savedTab.name !== undefined && { name: savedTab.name }),
      panes,
      layout: withIds(savedTab.layout, ids),
      focusedId: ids.get(savedTab.focused) ?? 0,
      zoomedId: savedTab.zoomed && ids.get(savedTab.focused),
    };
  });
  const rest = documents.tabs.filter((tab) => tab.kind === 'nodes' || !tab.panes.some(({ id }) => usedIds.has(id)));
  const front = activeTab(documents);
  const restored = { ...documents, tabs: [...tabs, ...rest] };
  return front?.kind === 'terminal' ? focusPane(restored, focusedPane(front).id) : restored;
}

/** Reopens a closed tab with new panes at the end. */
export const reopenTab = (documents: Documents, saved: SavedTab): Documents => {
  const restored = restoreTabs({ ...documents, tabs: [] }, [saved]).tabs[0];
  return restored ? insertTab(documents, restored) : documents;
};
