import { expect, test } from 'vitest';
import { closestPath } from './closestPath.ts';

const pages = ['/cluster/east/nodes', '/users', '/roles'];

test.each([
  ['/cluster/east/nodez', '/cluster/east/nodes'],
  ['/user', '/users'],
  ['/rolse', '/roles'],
  ['/somewhere/else', undefined],
  ['/', undefined],
])('%s means %s', (path, meant) => {
  expect(closestPath(path, pages)).toBe(meant);
});
