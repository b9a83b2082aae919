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

/** a beside b, and c. */
const before = (): Documents => {
  const first = openAddress(blank, session('a'));
  const [tab] = terminals(first);
  const split = addPane(first, tab!.focusedId, 'row', toPane(session('b')));
  return openAddress(renameTab(split, tab!.id, 'incident'), session('c'));
};
const kept = () => parseSaved(JSON.stringify(toSaved(before(), isRunning)));

test('tabs, panes, names and the pane with the keys come back', () => {
  const back = restoreTabs(blank, kept());
  expect(back.tabs.map(titleOf)).toEqual(['incident', 'c']);
  const [tab] = terminals(back);
  expect(tab?.panes.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(paneIds(tab!.layout)).toEqual(tab?.panes.map(({ id }) => id));
  expect(tab?.focusedId).toBe(tab?.panes[1]?.id);
});

test('a pane that had the whole room has it again', () => {
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

test('the pane that the page was loaded with goes to its old place as it is, and stays in front', () => {
  const loaded = openAddress(blank, session('a'));
  const open = terminals(loaded)[0]!.panes[0]!;
  const back = restoreTabs(loaded, kept());
  expect(back.tabs).toHaveLength(2);
  const [tab] = terminals(back);
  expect(tab?.panes[0]?.id).toBe(open.id);
  expect([back.activeId, tab?.focusedId]).toEqual([tab?.id, open.id]);
});

test('a tab that was not there before stays, behind the others and in front of the eyes', () => {
  const back = restoreTabs(openAddress(blank, session('new')), kept());
  expect(back.tabs.map(titleOf)).toEqual(['incident', 'c', 'new']);
  expect(back.activeId).toBe(back.tabs[2]?.id);
});

test('a session is taken part in as before, and once, whichever way the page came to it', () => {
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

test('on the blank document the tabs come back behind it', () => {
  expect(restoreTabs(blank, kept()).activeId).toBeUndefined();
});

test('a closed tab comes back in front, with panes of its own', () => {
  const open = before();
  const back = reopenTab(open, kept()[0]!);
  expect(back.tabs.map(titleOf)).toEqual(['incident', 'c', 'incident']);
  expect(new Set(terminals(back).flatMap(({ panes }) => panes.map(({ id }) => id))).size).toBe(5);
});

describe('what cannot be read is left out', () => {
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

  test('the others stay', () => expect(parseSaved(JSON.stringify([7, good[1]]))).toHaveLength(1));
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

test('the tab that the page was loaded with gets back its name and the place where it ran', () => {
  const opened = openAddress(blank, session('s'));
  const settled = settlePane(opened, terminals(opened)[0]!.focusedId, metadata, true);
  const saved = parseSaved(JSON.stringify(toSaved(settled, isRunning)));
  const [tab] = terminals(restoreTabs(openAddress(blank, session('s')), saved));
  expect(tab?.panes[0]).toMatchObject({ title: 'root@db-1', home: { serverId: 'id-1', login: 'root' } });
});

test('a tab whose shell was refused takes the next try in, also where that has a session by the time it comes back', () => {
  const refused = openAddress(blank, { kind: 'node', clusterId: 'east', serverId: 'id-1', login: 'root' });
  const saved = parseSaved(JSON.stringify(toSaved(refused, () => true)));
  const settled = settlePane(refused, terminals(refused)[0]!.focusedId, metadata, true);
  const back = restoreTabs(settled, saved);
  expect(terminals(back).map(({ panes }) => panes.map(({ address }) => address))).toEqual([[session('s')]]);
  expect(back.activeId).toBe(back.tabs[0]?.id);
});

test('a tab whose sessions are all over is not kept, unless it is in front', () => {
  const documents = before();
  expect(toSaved(documents, () => true)).toHaveLength(1);
  const [first] = terminals(documents)[0]!.panes;
  expect(toSaved(documents, (id) => id === first?.id)).toHaveLength(2);
});
