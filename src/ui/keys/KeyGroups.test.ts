// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { KeyAction } from './KeyTable.ts';
import { groupActions } from './KeyGroups.tsx';

const action = (group: string, label: string, ...keys: string[]): KeyAction => ({ group, label, keys });
const table = [
  action('On this list', 'Reload', 'R'),
  action('Everywhere', 'Open the command palette', 'Ctrl+K'),
  action('On this list', 'Move the cursor', 'Up', 'Down'),
  action('Everywhere', 'Reload', 'F5'),
  action('On this list', 'Reload', 'Shift+R'),
];
const labels = (wanted?: string) =>
  groupActions(table, wanted).map(({ group, actions }) => [group, ...actions.map((a) => a.label)]);

test('keeps the order of the table and lists each label once per heading', () => {
  expect(labels()).toEqual([
    ['On this list', 'Reload', 'Move the cursor'],
    ['Everywhere', 'Open the command palette', 'Reload'],
  ]);
});

test('finds actions by label and by key', () => {
  expect(labels('cursor')).toEqual([['On this list', 'Move the cursor']]);
  expect(labels('ctrl k')).toEqual([['Everywhere', 'Open the command palette']]);
  expect(labels('nothing')).toEqual([]);
});
