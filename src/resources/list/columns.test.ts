import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { columnsOf, fitColumns, gridTracks, phoneColumns, restWidth } from './columns.ts';

const nodes = resourceNamed('nodes');
const ids = (columns: readonly { id: string }[]): string[] => columns.map((column) => column.id);

test('shows the declared columns when the address has none', () => {
  expect(ids(columnsOf(nodes))).toEqual(['hostname', 'addr', 'labels']);
});

test('follows the order of the address and keeps the name first', () => {
  expect(ids(columnsOf(nodes, ['addr', 'label:env', 'hostname', 'id']))).toEqual([
    'hostname',
    'addr',
    'label:env',
    'id',
  ]);
});

test('ignores unknown and duplicate columns', () => {
  expect(ids(columnsOf(nodes, ['hostname', 'nonsense', 'addr', 'addr']))).toEqual(['hostname', 'addr']);
  const users = resourceNamed('users');
  expect(ids(columnsOf(users, ['name', 'label:env', 'traits']))).toEqual(['name']);
});

test('a narrow list drops label columns before other columns and never the name', () => {
  const columns = columnsOf(nodes, ['hostname', 'addr', 'label:env', 'label:region', 'labels']);
  expect(ids(fitColumns(columns, 1000))).toEqual(ids(columns));
  expect(ids(fitColumns(columns, 450))).toEqual(['hostname', 'addr', 'label:env', 'labels']);
  expect(ids(fitColumns(columns, 390))).toEqual(['hostname', 'addr', 'labels']);
  expect(ids(fitColumns(columns, 300))).toEqual(['hostname', 'addr']);
  expect(ids(fitColumns(columns, 10))).toEqual(['hostname']);
});

test('keeps columns within their width limits and widens labels where space permits', () => {
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

test('labels use space that other columns do not need', () => {
  const columns = columnsOf(nodes);
  expect(restWidth(columns, 2000)).toBe(340);
  expect(restWidth(columns, 500)).toBe(500 - 150 - 136);
  expect(restWidth(columns, 200)).toBe(96);
});
