import { describe, expect, test } from 'vitest';
import type { ConsoleAddress } from './consoleAddress.ts';
import {
  addPane,
  closePane,
  detachPane,
  focusPane,
  mergeTabs,
  moveTab,
  renameTab,
  toggleZoom,
  toPane,
  activate,
  activeAddress,
  activeTab,
  closeTab,
  openAddress,
  replaceTab,
  settlePane,
  titleOf,
  type Documents,
  type TerminalDocument,
} from './tabs.ts';
import { paneIds } from './paneTree.ts';

const blank: Documents = { homeCluster: 'east', tabs: [], activeId: undefined };
const node = (serverId: string): ConsoleAddress => ({ kind: 'node', clusterId: 'east', serverId, login: 'root' });
const open = (...servers: string[]): Documents =>
  servers.reduce((documents, server) => openAddress(documents, node(server)), blank);
const titles = ({ tabs }: Documents) => tabs.map(titleOf);
const idOf = (documents: Documents, title: string) => documents.tabs.find((tab) => titleOf(tab) === title)!.id;
const front = (documents: Documents): TerminalDocument => {
  const tab = activeTab(documents);
  if (tab?.kind !== 'terminal') throw new Error('no terminal in front');
  return tab;
};
const frontTitle = (documents: Documents) => titleOf(front(documents));
const metadata = {
  id: 'eeb6',
  login: 'root',
  serverId: '3c91',
  hostname: 'node-1',
  clusterId: 'east',
  owner: 'admin',
  moderated: false,
  created: new Date(0),
};

test('starts with the blank tab', () => {
  expect(activeTab(blank)).toBeUndefined();
  expect(activeAddress(blank)).toEqual({ kind: 'blank', clusterId: 'east' });
});

test('opens a tab for a new address, and activates the tab of a known address', () => {
  const two = open('a', 'b');
  expect(titles(two)).toEqual(['root@a', 'root@b']);
  const again = openAddress(two, node('a'));
  expect(titles(again)).toEqual(['root@a', 'root@b']);
  expect(frontTitle(again)).toBe('root@a');
});

test('shows the session id as title until the metadata arrives', () => {
  const joined = openAddress(blank, { kind: 'session', clusterId: 'east', sid: 'eeb6', mode: 'peer' });
  expect(titles(joined)).toEqual(['eeb6']);
  expect(titles(settlePane(joined, front(joined).focusedId, metadata, true))).toEqual(['root@node-1']);
});

test('takes title and address from the metadata, without the mode', () => {
  const opened = open('3c91');
  const settled = settlePane(opened, front(opened).focusedId, metadata, true);
  expect(titles(settled)).toEqual(['root@node-1']);
  expect(activeAddress(settled)).toEqual({ kind: 'session', clusterId: 'east', sid: 'eeb6' });
});

test('opens a second tab for the same server after the first has its session', () => {
  const opened = open('3c91');
  const settled = settlePane(opened, front(opened).focusedId, metadata, true);
  expect(titles(openAddress(settled, node('3c91')))).toEqual(['root@node-1', 'root@3c91']);
});

test.each([
  ['b', 'root@c'],
  ['c', 'root@b'],
])('after closing the active tab %s, %s is active', (server, front) => {
  const three = open('a', 'b', 'c');
  const active = activate(three, idOf(three, `root@${server}`));
  expect(frontTitle(closeTab(active, active.activeId!))).toBe(front);
});

test('closing a tab in the background keeps the active tab', () => {
  const three = open('a', 'b', 'c');
  expect(frontTitle(closeTab(three, idOf(three, 'root@a')))).toBe('root@c');
});

test('closing the last tab shows the blank tab', () => {
  const one = open('a');
  expect(activeAddress(closeTab(one, one.activeId!))).toEqual({ kind: 'blank', clusterId: 'east' });
});

test('replaces the list of servers with the selected terminal', () => {
  const listed = openAddress(open('a'), { kind: 'nodes', clusterId: 'east' });
  const more = activate(openAddress(listed, node('b')), listed.activeId!);
  const chosen = replaceTab(more, listed.activeId!, node('c'));
  expect(titles(chosen)).toEqual(['root@a', 'root@c', 'root@b']);
  expect(frontTitle(chosen)).toBe('root@c');
});

test('selecting a server that is already opening activates its tab', () => {
  const listed = openAddress(open('a'), { kind: 'nodes', clusterId: 'east' });
  const chosen = replaceTab(listed, listed.activeId!, node('a'));
  expect(titles(chosen)).toEqual(['root@a']);
  expect(frontTitle(chosen)).toBe('root@a');
});

test('ignores the metadata and the activation of a closed tab', () => {
  const opened = open('a');
  const closed = closeTab(opened, opened.activeId!);
  expect(settlePane(closed, front(opened).focusedId, metadata, true).tabs).toEqual([]);
  expect(activate(closed, opened.activeId!)).toBe(closed);
});

describe('panes', () => {
  const address = { kind: 'node', clusterId: 'east', serverId: 'b', login: 'root' } as const;
  const paneTitles = (documents: Documents) => front(documents).panes.map(({ title }) => title);
  const split = (documents: Documents, axis: 'row' | 'column' = 'row') =>
    addPane(documents, front(documents).focusedId, axis, toPane(address));

  test('focuses a new pane, and the tab takes its title and address', () => {
    const two = split(open('a'));
    expect(paneTitles(two)).toEqual(['root@a', 'root@b']);
    expect(frontTitle(two)).toBe('root@b');
    expect(activeAddress(two)).toEqual(address);
    expect(paneIds(front(two).layout)).toEqual(front(two).panes.map(({ id }) => id));
  });

  test('finds an address in a split', () => {
    const two = split(open('a', 'c'));
    const found = openAddress(activate(two, idOf(two, 'root@a')), address);
    expect(found.tabs).toHaveLength(2);
    expect(frontTitle(found)).toBe('root@b');
  });

  test('focuses the neighbour of a closed pane, and closes the tab with its last pane', () => {
    const two = split(open('a'));
    const one = closePane(two, front(two).focusedId);
    expect(frontTitle(one)).toBe('root@a');
    expect(closePane(one, front(one).focusedId).tabs).toEqual([]);
  });

  test('a zoomed pane follows the focus, and closing it ends the zoom', () => {
    const two = split(open('a'));
    const [first, second] = front(two).panes.map(({ id }) => id);
    const zoomed = toggleZoom(two, second!);
    expect(front(focusPane(zoomed, first!)).zoomedId).toBe(first);
    expect(front(closePane(zoomed, second!)).zoomedId).toBeUndefined();
    expect(front(toggleZoom(zoomed, second!)).zoomedId).toBeUndefined();
    expect(front(toggleZoom(open('a'), first!)).zoomedId).toBeUndefined();
  });

  test('detaches a pane into the next tab, and merges a tab into another', () => {
    const two = split(open('a', 'c'));
    const out = detachPane(two, front(two).focusedId);
    expect(titles(out)).toEqual(['root@a', 'root@c', 'root@b']);
    expect(frontTitle(out)).toBe('root@b');
    const back = mergeTabs(out, out.activeId!, idOf(out, 'root@c'));
    expect(titles(back)).toEqual(['root@a', 'root@b']);
    expect(paneTitles(back)).toEqual(['root@c', 'root@b']);
  });
});

test('moves tabs within the tab strip', () => {
  const three = open('a', 'b', 'c');
  expect(titles(moveTab(three, idOf(three, 'root@a'), 1))).toEqual(['root@b', 'root@a', 'root@c']);
  expect(titles(moveTab(three, idOf(three, 'root@c'), -1))).toEqual(['root@c', 'root@a', 'root@b']);
  expect(moveTab(three, idOf(three, 'root@c'), 9)).toBe(three);
});

test('keeps the name of a tab when the session title changes, until the name is cleared', () => {
  const tab = open('a');
  const called = renameTab(tab, tab.activeId!, ' incident ');
  expect(frontTitle(settlePane(called, front(called).focusedId, metadata, true))).toBe('incident');
  expect(frontTitle(renameTab(called, called.activeId!, ''))).toBe('root@a');
});
