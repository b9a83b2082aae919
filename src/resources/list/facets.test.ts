import { expect, test } from 'vitest';
import { toNode } from '../../api/nodes.ts';
import { resources } from '../../descriptors/index.ts';
import { countFacets, unionOf } from './facets.ts';

const nodes = resources.find((resource) => resource.name === 'nodes')!;
const node = (id: string, labels: Record<string, string>) =>
  toNode({ id, tags: Object.entries(labels).map(([name, value]) => ({ name, value })) });

test('counts the values of every label, the frequent ones first', () => {
  const rows = [
    node('1', { env: 'prod', team: 'a' }),
    node('2', { env: 'prod', team: 'b' }),
    node('3', { env: 'dev', team: 'c' }),
    node('4', { team: 'c' }),
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

test('counts a row of two lists once', () => {
  const [a, b, c] = [node('a', {}), node('b', {}), node('c', {})];
  const union = unionOf([a, b], [b, c]);
  expect(union.map((row) => row.id).sort()).toEqual(['a', 'b', 'c']);
  expect(unionOf([a], [])).toEqual([a]);
});
