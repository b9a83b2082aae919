// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { inGroups } from './entry.ts';
import { findEntries, paletteEntries, readTyped } from './paletteEntries.ts';

const run = vi.fn();
const entries = paletteEntries({
  items: [
    {
      name: 'nodes',
      label: 'Servers',
      icon: 'server',
      category: 'Resources',
      section: undefined,
      weight: 1,
      flag: 'nodes',
      to: (c) => `/cluster/${c}/nodes`,
      isAt: () => false,
    },
    {
      name: 'sessions',
      label: 'Active sessions',
      icon: 'activity',
      category: 'Resources',
      section: undefined,
      weight: 2,
      flag: 'activeSessions',
      to: () => '/s',
      isAt: () => false,
    },
  ],
  clusterId: 'east',
  actions: [
    { label: 'Open the command palette', group: 'Everywhere', keys: ['Ctrl+K'], run },
    { label: 'Reload', group: 'On this list', keys: ['R'], run },
    { label: 'Fold the tree', group: 'On this list', keys: ['Z'], handled: false },
    { label: 'Next row', group: 'On this list', keys: ['Down', 'J'], run },
    { label: 'Servers', group: 'Go to', keys: ['G S'], run },
    { label: 'Copy name', group: 'On this list', keys: ['Y'], about: () => 'web-1', run },
    { label: 'New server', group: 'On this list', keys: ['N'], off: 'Your roles lack token: create', run },
  ],
  commands: [
    { label: 'Create role', also: 'new add role', icon: 'shield', off: undefined, to: '/roles/new' },
    { label: 'Theme: dark', also: 'dark mode', icon: 'command', off: undefined, run },
  ],
});
const labels = (typed: string) => inGroups(findEntries(entries, readTyped(typed))).map((entry) => entry.label);

test('lists pages of the current cluster and runnable actions once, without itself and cursor keys', () => {
  expect(labels('')).toEqual([
    'Servers',
    'Active sessions',
    'Account settings',
    'Passkeys and second factors',
    'Help and support',
    'Reload',
    'Copy name',
    'New server',
  ]);
  expect(entries.find(({ label }) => label === 'Copy name')).toMatchObject({ detail: 'web-1' });
  expect(entries[0]).toMatchObject({ destination: { to: '/cluster/east/nodes', newTab: false }, keys: 'G S' });
});

test('matches words in any order, prefixes first, and puts the group of the best match first', () => {
  expect(labels('ser')).toEqual(['Servers', 'New server']);
  expect(labels('sess act')).toEqual(['Active sessions']);
  expect(labels('new')).toEqual(['New server', 'Create role']);
  expect(labels('zzz')).toEqual([]);
});

test('the prefix > limits the entries to actions', () => {
  expect(labels('>')).toEqual(['Reload', 'Copy name', 'New server', 'Create role', 'Theme: dark']);
  expect(labels('> load')).toEqual(['Reload']);
});

test('finds global commands by name and by synonyms', () => {
  expect(labels('new role')).toEqual(['Create role']);
  expect(labels('>create')).toEqual(['Create role']);
  expect(labels('dark')).toEqual(['Theme: dark']);
  expect(entries.find(({ label }) => label === 'Create role')).toMatchObject({ destination: { to: '/roles/new' } });
});

test('a disabled action has its reason', () => {
  expect(entries.find(({ label }) => label === 'New server')?.off).toBe('Your roles lack token: create');
});

test('the prefix @ limits the search to rows of some resources', () => {
  expect(readTyped('@ mara')).toEqual({ sign: '@', text: 'mara' });
  expect(labels('@ser')).toEqual([]);
});

test('merges an action of the page and a command of the same name, found by the words of both', () => {
  const label = 'Create role';
  const both = paletteEntries({
    ...{ items: [], clusterId: 'east' },
    actions: [{ label, group: 'On this list', keys: ['N'], run }],
    commands: [{ label, also: 'new', icon: 'shield', off: undefined, to: '/roles/new' }],
  });
  for (const typed of ['', 'create', 'new'])
    expect(findEntries(both, readTyped(typed)).filter((entry) => entry.label === label)).toHaveLength(1);
});
