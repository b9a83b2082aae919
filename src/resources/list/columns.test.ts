import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { columnsOf, fitColumns, gridTracks, phoneColumns, restWidth } from './columns.ts';

const nodes = resourceNamed('nodes');
const ids = (columns: readonly { id: string }[]): string[] => columns.map((column) => column.id);

test('shows what the declaration shows when the address says nothing', () => {
  expect(ids(columnsOf(nodes))).toEqual(['hostname', 'addr', 'labels']);
});

test('follows the order of the address and keeps the name in front', () => {
  expect(ids(columnsOf(nodes, ['addr', 'label:env', 'hostname', 'id']))).toEqual([
    'hostname',
    'addr',
    'label:env',
    'id',
  ]);
});

test('passes over columns that mean nothing, and doubles', () => {
  expect(ids(columnsOf(nodes, ['hostname', 'nonsense', 'addr', 'addr']))).toEqual(['hostname', 'addr']);
  const users = resourceNamed('users');
  expect(ids(columnsOf(users, ['name', 'label:env', 'traits']))).toEqual(['name']);
});

test('label columns give way before named ones, the name never', () => {
  const columns = columnsOf(nodes, ['hostname', 'addr', 'label:env', 'label:region', 'labels']);
  expect(ids(fitColumns(columns, 1000))).toEqual(ids(columns));
  expect(ids(fitColumns(columns, 450))).toEqual(['hostname', 'addr', 'label:env', 'labels']);
  expect(ids(fitColumns(columns, 390))).toEqual(['hostname', 'addr', 'labels']);
  expect(ids(fitColumns(columns, 300))).toEqual(['hostname', 'addr']);
  expect(ids(fitColumns(columns, 10))).toEqual(['hostname']);
});

test('keeps a column to its measures; a label gives its values room where there is some', () => {
  const columns = columnsOf(nodes, ['hostname', 'addr', 'label:env', 'label:region', 'labels']);
  expect(gridTracks(40, columns, 108)).toBe(
    '40px minmax(150px, 256px) 136px minmax(64px, 120px) minmax(72px, 120px) minmax(96px, 1fr) 108px',
  );
  expect(gridTracks(40, columnsOf(nodes, ['hostname']), 108)).toBe('40px minmax(150px, 256px) minmax(108px, 1fr)');
});

test('a phone shows the name, the last label and the first field', () => {
  expect(ids(phoneColumns(columnsOf(nodes, ['hostname', 'addr', 'label:env', 'label:region', 'labels'])))).toEqual([
    'hostname',
    'label:region',
    'addr',
  ]);
});

test('labels get room from columns that can do with less', () => {
  const columns = columnsOf(nodes);
  expect(restWidth(columns, 2000)).toBe(340);
  expect(restWidth(columns, 500)).toBe(500 - 150 - 136);
  expect(restWidth(columns, 200)).toBe(96);
});
