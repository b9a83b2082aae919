import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { labelledNode } from '../../../tests/support/wireSamples.ts';
import { toRecording } from '../../api/recordings.ts';
import { countFacets, keepOrder, unionOf } from './facets.ts';

const nodes = resourceNamed('nodes');

test('counts the values of every label, the most frequent first', () => {
  const rows = [
    labelledNode('1', { env: 'prod', team: 'a' }),
    labelledNode('2', { env: 'prod', team: 'b' }),
    labelledNode('3', { env: 'dev', team: 'c' }),
    labelledNode('4', { team: 'c' }),
  ];
  expect(countFacets(nodes, rows)).toEqual([
    {
      name: 'team',
      count: 4,
      values: [
        { value: 'c', count: 2 },
        { value: 'a', count: 1 },
        { value: 'b', count: 1 },
      ],
    },
    {
      name: 'env',
      count: 3,
      values: [
        { value: 'prod', count: 2 },
        { value: 'dev', count: 1 },
      ],
    },
  ]);
});

test('a union counts a row of both lists once', () => {
  const [a, b, c] = [labelledNode('a', {}), labelledNode('b', {}), labelledNode('c', {})];
  const union = unionOf([a, b], [b, c]);
  expect(union.map((row) => row.id).sort()).toEqual(['a', 'b', 'c']);
  expect(unionOf([a], [])).toEqual([a]);
});

test('orders keys by how well they divide the rows: keys with one value and platform keys are last', () => {
  const rows = [
    labelledNode('1', { 'teleport.dev/origin': 'dynamic', site: 'one', env: 'prod', tier: '1' }),
    labelledNode('2', { 'teleport.dev/origin': 'config-file', site: 'one', env: 'dev', pci: 'in scope', tier: '2' }),
    labelledNode('3', { 'teleport.dev/origin': 'dynamic', site: 'one', env: 'dev', tier: '3' }),
  ];
  expect(countFacets(nodes, rows).map(({ name }) => name)).toEqual([
    'env',
    'tier',
    'pci',
    'site',
    'teleport.dev/origin',
  ]);
});

test('sorts values with a declared order by it, not by frequency', () => {
  const recordings = resourceNamed('recordings');
  const lasting = (minutes: number, id: number) =>
    toRecording({
      event: 'session.end',
      sid: String(id),
      time: '2026-11-20T10:00:00Z',
      session_start: '2026-11-20T09:00:00Z',
      session_stop: new Date(Date.parse('2026-11-20T09:00:00Z') + minutes * 60_000).toISOString(),
    });
  const length = countFacets(recordings, [90, 90, 90, 5, 5, 0.5].map(lasting)).find(({ name }) => name === 'length');
  expect(length?.values.map(({ value }) => value)).toEqual(['under 1 min', '1 to 10 min', 'over 1 h']);
});

test('offers values of rows outside the counted rows with the count zero', () => {
  const all = [labelledNode('1', { env: 'prod' }), labelledNode('2', { env: 'dev' })];
  const found = [labelledNode('3', { env: 'prod' }), labelledNode('4', { env: 'staging', rack: 'r1' })];
  expect(countFacets(nodes, all, [...all, ...found])).toEqual([
    {
      name: 'env',
      count: 2,
      values: [
        { value: 'dev', count: 1 },
        { value: 'prod', count: 1 },
        { value: 'staging', count: 0 },
      ],
    },
    { name: 'rack', count: 0, values: [{ value: 'r1', count: 0 }] },
  ]);
});

test('new counts keep the order of keys and values, and append new ones', () => {
  const shown = countFacets(nodes, [
    labelledNode('1', { env: 'prod', team: 'a' }),
    labelledNode('2', { env: 'prod', team: 'b' }),
    labelledNode('3', { env: 'dev', team: 'c' }),
  ]);
  const names = (facets: typeof shown) => facets.map(({ name, values }) => [name, values.map(({ value }) => value)]);
  expect(names(shown)).toEqual([
    ['env', ['prod', 'dev']],
    ['team', ['a', 'b', 'c']],
  ]);
  const later = countFacets(nodes, [
    labelledNode('3', { env: 'dev', team: 'c', rack: 'r1' }),
    labelledNode('4', { env: 'qa', team: 'c' }),
  ]);
  const kept = keepOrder(shown, later);
  expect(names(kept)).toEqual([
    ['env', ['prod', 'dev', 'qa']],
    ['team', ['a', 'b', 'c']],
    ['rack', ['r1']],
  ]);
  expect(kept[1]?.values).toEqual([
    { value: 'a', count: 0 },
    { value: 'b', count: 0 },
    { value: 'c', count: 2 },
  ]);
});
