import { expect, test } from 'vitest';
import type { ConsoleAddress } from './consoleAddress.ts';
import { activate, activeAddress, activeTab, closeTab, openAddress, replaceTab, settleTab } from './documents.ts';
import type { Documents } from './documents.ts';

const blank: Documents = { homeCluster: 'east', tabs: [], activeId: undefined };
const node = (serverId: string): ConsoleAddress => ({ kind: 'node', clusterId: 'east', serverId, login: 'root' });
const open = (...servers: string[]): Documents =>
  servers.reduce((documents, server) => openAddress(documents, node(server)), blank);
const titles = ({ tabs }: Documents) => tabs.map((tab) => tab.title);
const idOf = (documents: Documents, title: string) => documents.tabs.find((tab) => tab.title === title)!.id;
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
  expect(activeTab(again)?.title).toBe('root@a');
});

test('a joined session is called by its id until the server tells more', () => {
  const joined = openAddress(blank, { kind: 'session', clusterId: 'east', sid: 'eeb6', mode: 'peer' });
  expect(titles(joined)).toEqual(['eeb6']);
  expect(titles(settleTab(joined, joined.activeId!, metadata))).toEqual(['root@node-1']);
});

test('what the server tells becomes title and address, without the mode', () => {
  const opened = open('3c91');
  const settled = settleTab(opened, opened.activeId!, metadata);
  expect(titles(settled)).toEqual(['root@node-1']);
  expect(activeAddress(settled)).toEqual({ kind: 'session', clusterId: 'east', sid: 'eeb6' });
});

test('once it has its session, the same server can be opened a second time', () => {
  const opened = open('3c91');
  const settled = settleTab(opened, opened.activeId!, metadata);
  expect(titles(openAddress(settled, node('3c91')))).toEqual(['root@node-1', 'root@3c91']);
});

test.each([
  ['b', 'root@c'],
  ['c', 'root@b'],
])('after closing the active tab %s, %s is in front', (server, front) => {
  const three = open('a', 'b', 'c');
  const active = activate(three, idOf(three, `root@${server}`));
  expect(activeTab(closeTab(active, active.activeId!))?.title).toBe(front);
});

test('closing a tab in the background changes nothing in front', () => {
  const three = open('a', 'b', 'c');
  expect(activeTab(closeTab(three, idOf(three, 'root@a')))?.title).toBe('root@c');
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
  expect(activeTab(chosen)?.title).toBe('root@c');
});

test('choosing a server that is just being opened leads to its tab', () => {
  const listed = openAddress(open('a'), { kind: 'nodes', clusterId: 'east' });
  const chosen = replaceTab(listed, listed.activeId!, node('a'));
  expect(titles(chosen)).toEqual(['root@a']);
  expect(activeTab(chosen)?.title).toBe('root@a');
});

test('news of a tab that was closed find nobody', () => {
  const opened = open('a');
  const closed = closeTab(opened, opened.activeId!);
  expect(settleTab(closed, opened.activeId!, metadata).tabs).toEqual([]);
  expect(activate(closed, opened.activeId!)).toBe(closed);
});
