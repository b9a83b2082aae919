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

test('begins with nothing but the blank document', () => {
  expect(activeTab(blank)).toBeUndefined();
  expect(activeAddress(blank)).toEqual({ kind: 'blank', clusterId: 'east' });
});

test('an unknown address makes a tab, a known one is brought to the front', () => {
  const two = open('a', 'b');
  expect(titles(two)).toEqual(['root@a', 'root@b']);
  const again = openAddress(two, node('a'));
  expect(titles(again)).toEqual(['root@a', 'root@b']);
  expect(frontTitle(again)).toBe('root@a');
});

test('a joined session is called by its id until the server tells more', () => {
  const joined = openAddress(blank, { kind: 'session', clusterId: 'east', sid: 'eeb6', mode: 'peer' });
  expect(titles(joined)).toEqual(['eeb6']);
  expect(titles(settlePane(joined, front(joined).focusedId, metadata, true))).toEqual(['root@node-1']);
});

test('what the server tells becomes title and address, without the mode', () => {
  const opened = open('3c91');
  const settled = settlePane(opened, front(opened).focusedId, metadata, true);
  expect(titles(settled)).toEqual(['root@node-1']);
  expect(activeAddress(settled)).toEqual({ kind: 'session', clusterId: 'east', sid: 'eeb6' });
});

test('once it has its session, the same server can be opened a second time', () => {
  const opened = open('3c91');
  const settled = settlePane(opened, front(opened).focusedId, metadata, true);
  expect(titles(openAddress(settled, node('3c91')))).toEqual(['root@node-1', 'root@3c91']);
});

test.each([
  ['b', 'root@c'],
  ['c', 'root@b'],
])('after closing the active tab %s, %s is in front', (server, front) => {
  const three = open('a', 'b', 'c');
  const active = activate(three, idOf(three, `root@${server}`));
  expect(frontTitle(closeTab(active, active.activeId!))).toBe(front);
});

test('closing a tab in the background changes nothing in front', () => {
  const three = open('a', 'b', 'c');
  expect(frontTitle(closeTab(three, idOf(three, 'root@a')))).toBe('root@c');
});

test('the last tab leaves the blank document', () => {
  const one = open('a');
  expect(activeAddress(closeTab(one, one.activeId!))).toEqual({ kind: 'blank', clusterId: 'east' });
});

test('the list of servers gives its place to the terminal that was chosen', () => {
  const listed = openAddress(open('a'), { kind: 'nodes', clusterId: 'east' });
  const more = activate(openAddress(listed, node('b')), listed.activeId!);
  const chosen = replaceTab(more, listed.activeId!, node('c'));
  expect(titles(chosen)).toEqual(['root@a', 'root@c', 'root@b']);
  expect(frontTitle(chosen)).toBe('root@c');
});

test('choosing a server that is just being opened leads to its tab', () => {
  const listed = openAddress(open('a'), { kind: 'nodes', clusterId: 'east' });
  const chosen = replaceTab(listed, listed.activeId!, node('a'));
  expect(titles(chosen)).toEqual(['root@a']);
  expect(frontTitle(chosen)).toBe('root@a');
});

test('news of a tab that was closed find nobody', () => {
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

  test('a new pane gets the keys, and the tab its title and address', () => {
    const two = split(open('a'));
    expect(paneTitles(two)).toEqual(['root@a', 'root@b']);
    expect(frontTitle(two)).toBe('root@b');
    expect(activeAddress(two)).toEqual(address);
    expect(paneIds(front(two).layout)).toEqual(front(two).panes.map(({ id }) => id));
  });

  test('an address in a split is found there', () => {
    const two = split(open('a', 'c'));
    const found = openAddress(activate(two, idOf(two, 'root@a')), address);
    expect(found.tabs).toHaveLength(2);
    expect(frontTitle(found)).toBe('root@b');
  });

  test('the keys go to the neighbour of a pane that closes; the last one takes its tab along', () => {
    const two = split(open('a'));
    const one = closePane(two, front(two).focusedId);
    expect(frontTitle(one)).toBe('root@a');
    expect(closePane(one, front(one).focusedId).tabs).toEqual([]);
  });

  test('a pane alone stays alone while the keys move, and shows all again when it closes', () => {
    const two = split(open('a'));
    const [first, second] = front(two).panes.map(({ id }) => id);
    const zoomed = toggleZoom(two, second!);
    expect(front(focusPane(zoomed, first!)).zoomedId).toBe(first);
    expect(front(closePane(zoomed, second!)).zoomedId).toBeUndefined();
    expect(front(toggleZoom(zoomed, second!)).zoomedId).toBeUndefined();
    expect(front(toggleZoom(open('a'), first!)).zoomedId).toBeUndefined();
  });

  test('a pane moves out into a tab behind its own, and a tab into another', () => {
    const two = split(open('a', 'c'));
    const out = detachPane(two, front(two).focusedId);
    expect(titles(out)).toEqual(['root@a', 'root@c', 'root@b']);
    expect(frontTitle(out)).toBe('root@b');
    const back = mergeTabs(out, out.activeId!, idOf(out, 'root@c'));
    expect(titles(back)).toEqual(['root@a', 'root@b']);
    expect(paneTitles(back)).toEqual(['root@c', 'root@b']);
  });
});

test('tabs move to a place and stay inside the strip', () => {
  const three = open('a', 'b', 'c');
  expect(titles(moveTab(three, idOf(three, 'root@a'), 1))).toEqual(['root@b', 'root@a', 'root@c']);
  expect(titles(moveTab(three, idOf(three, 'root@c'), -1))).toEqual(['root@c', 'root@a', 'root@b']);
  expect(moveTab(three, idOf(three, 'root@c'), 9)).toBe(three);
});

test('a name stays whatever the session is called, until it is taken back', () => {
  const tab = open('a');
  const called = renameTab(tab, tab.activeId!, ' incident ');
  expect(frontTitle(settlePane(called, front(called).focusedId, metadata, true))).toBe('incident');
  expect(frontTitle(renameTab(called, called.activeId!, ''))).toBe('root@a');
});
