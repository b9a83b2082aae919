import { describe, expect, test } from 'vitest';
import {
  addPane,
  openAddress,
  renameTab,
  settlePane,
  titleOf,
  toggleZoom,
  toPane,
  type Documents,
  type TerminalAddress,
  type TerminalDocument,
} from './tabs.ts';
import { paneIds } from './paneTree.ts';
import { parseSaved, reopenTab, restoreTabs, toSaved } from './savedTabs.ts';

const blank: Documents = { homeCluster: 'east', tabs: [], activeId: undefined };
const session = (sid: string): TerminalAddress => ({ kind: 'session', clusterId: 'east', sid });
const terminals = ({ tabs }: Documents) => tabs.filter((tab): tab is TerminalDocument => tab.kind === 'terminal');

const isRunning = () => false;

/** Panes a and b in one tab, and c in another. */
const before = (): Documents => {
  const first = openAddress(blank, session('a'));
  const [tab] = terminals(first);
  const split = addPane(first, tab!.focusedId, 'row', toPane(session('b')));
  return openAddress(renameTab(split, tab!.id, 'incident'), session('c'));
};
const kept = () => parseSaved(JSON.stringify(toSaved(before(), isRunning)));

test('restores tabs, panes, names and the focused pane', () => {
  const back = restoreTabs(blank, kept());
  expect(back.tabs.map(titleOf)).toEqual(['incident', 'c']);
  const [tab] = terminals(back);
  expect(tab?.panes.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(paneIds(tab!.layout)).toEqual(tab?.panes.map(({ id }) => id));
  expect(tab?.focusedId).toBe(tab?.panes[1]?.id);
});

test('restores a zoomed pane', () => {
  const split = before();
  const zoomed = toggleZoom(split, terminals(split)[0]!.panes[0]!.id);
  const saved = parseSaved(JSON.stringify(toSaved(zoomed, isRunning)));
  const [tab, other] = terminals(restoreTabs(blank, saved));
  expect([tab?.zoomedId, tab?.focusedId]).toEqual([tab?.panes[0]?.id, tab?.panes[0]?.id]);
  expect(other?.zoomedId).toBeUndefined();
  const loaded = openAddress(blank, session('b'));
  const [back] = terminals(restoreTabs(loaded, saved));
  expect(back?.zoomedId).toBe(back?.panes[1]?.id);
});

test('the pane of the loaded page returns to its saved position unchanged, and stays active', () => {
  const loaded = openAddress(blank, session('a'));
  const open = terminals(loaded)[0]!.panes[0]!;
  const back = restoreTabs(loaded, kept());
  expect(back.tabs).toHaveLength(2);
  const [tab] = terminals(back);
  expect(tab?.panes[0]?.id).toBe(open.id);
  expect([back.activeId, tab?.focusedId]).toEqual([tab?.id, open.id]);
});

test('a new tab is placed after the restored tabs, and stays active', () => {
  const back = restoreTabs(openAddress(blank, session('new')), kept());
  expect(back.tabs.map(titleOf)).toEqual(['incident', 'c', 'new']);
  expect(back.activeId).toBe(back.tabs[2]?.id);
});

test('restores a session once and with its mode, independent of how the page opened it', () => {
  const metadata = {
    id: 's',
    login: 'root',
    serverId: 'n',
    hostname: 'node-1',
    clusterId: 'east',
    owner: 'dora',
    moderated: false,
    created: new Date(0),
  };
  const asModerator: TerminalAddress = { kind: 'session', clusterId: 'east', sid: 's', mode: 'moderator' };
  const joined = openAddress(blank, asModerator);
  const settled = settlePane(joined, terminals(joined)[0]!.focusedId, metadata, true);
  const saved = parseSaved(JSON.stringify(toSaved(settled, isRunning)));
  expect(terminals(restoreTabs(blank, saved))[0]?.panes[0]?.address).toEqual(asModerator);
  for (const page of [joined, settled, openAddress(blank, session('s'))]) {
    const back = restoreTabs(page, saved);
    expect(back.tabs).toHaveLength(1);
    expect(back.activeId).toBe(back.tabs[0]?.id);
  }
});

test('keeps the blank tab active', () => {
  expect(restoreTabs(blank, kept()).activeId).toBeUndefined();
});

test('reopens a closed tab as the active tab, with new panes', () => {
  const open = before();
  const back = reopenTab(open, kept()[0]!);
  expect(back.tabs.map(titleOf)).toEqual(['incident', 'c', 'incident']);
  expect(new Set(terminals(back).flatMap(({ panes }) => panes.map(({ id }) => id))).size).toBe(5);
});

describe('drops invalid saved tabs', () => {
  const good = JSON.parse(JSON.stringify(toSaved(before(), isRunning))) as object[];
  test.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no list', '{}'],
    ['a tab without panes', JSON.stringify([{ ...good[0], panes: [] }])],
    ['a layout of other panes', JSON.stringify([{ ...good[0], layout: { kind: 'pane', id: 7 } }])],
    [
      'a pane twice in the layout',
      JSON.stringify([
        {
          ...good[1],
          layout: {
            kind: 'split',
            axis: 'row',
            parts: [
              { share: 0.5, tree: { kind: 'pane', id: 0 } },
              { share: 0.5, tree: { kind: 'pane', id: 0 } },
            ],
          },
        },
      ]),
    ],
    [
      'an address of another kind',
      JSON.stringify([{ ...good[1], panes: [{ title: 'x', address: { kind: 'nodes', clusterId: 'east' } }] }]),
    ],
  ])('%s', (_, text) => expect(parseSaved(text)).toEqual([]));

  test('but keeps the valid tabs', () => expect(parseSaved(JSON.stringify([7, good[1]]))).toHaveLength(1));
});

const metadata = {
  id: 's',
  login: 'root',
  serverId: 'id-1',
  hostname: 'db-1',
  clusterId: 'east',
  owner: 'admin',
  moderated: false,
  created: undefined,
};

test('the tab of the loaded page gets its saved title and server', () => {
  const opened = openAddress(blank, session('s'));
  const settled = settlePane(opened, terminals(opened)[0]!.focusedId, metadata, true);
  const saved = parseSaved(JSON.stringify(toSaved(settled, isRunning)));
  const [tab] = terminals(restoreTabs(openAddress(blank, session('s')), saved));
  expect(tab?.panes[0]).toMatchObject({ title: 'root@db-1', home: { serverId: 'id-1', login: 'root' } });
});

test('a tab with a refused session is merged with the next attempt, also if that is live by then', () => {
  const refused = openAddress(blank, { kind: 'node', clusterId: 'east', serverId: 'id-1', login: 'root' });
  const saved = parseSaved(JSON.stringify(toSaved(refused, () => true)));
  const settled = settlePane(refused, terminals(refused)[0]!.focusedId, metadata, true);
  const back = restoreTabs(settled, saved);
  expect(terminals(back).map(({ panes }) => panes.map(({ address }) => address))).toEqual([[session('s')]]);
  expect(back.activeId).toBe(back.tabs[0]?.id);
});

test('saves a tab with ended sessions only if it is active', () => {
  const documents = before();
  expect(toSaved(documents, () => true)).toHaveLength(1);
  const [first] = terminals(documents)[0]!.panes;
  expect(toSaved(documents, (id) => id === first?.id)).toHaveLength(2);
});
