import { expect, test } from 'vitest';
import { toNode } from '../../../api/nodes.ts';
import { batches, commonLogins, partialLogins } from './CommandDesk.ts';

const ids = Array.from({ length: 200 }, (_, i) => `node-${i}`);
const bytesWith = (command: number) => (some: readonly string[]) => command + 80 * some.length;

test('a few nodes share one socket', () => {
  expect(batches(ids.slice(0, 4), bytesWith(200))).toEqual([ids.slice(0, 4)]);
});

test('many take as many sockets as addresses have room, none is left out and none is asked twice', () => {
  const groups = batches(ids, bytesWith(300)) ?? [];
  expect(groups.flat()).toEqual(ids);
  expect(groups).toHaveLength(3);
  for (const group of groups) expect(bytesWith(300)(group)).toBeLessThanOrEqual(7 * 1024);
});

test('a command that fills an address goes to one node at a time', () => {
  expect(batches(ids.slice(0, 3), bytesWith(9000))).toEqual([['node-0'], ['node-1'], ['node-2']]);
});

test('a command that fits no address is told so before anything runs', () => {
  expect(batches(ids, bytesWith(15_000))).toBeUndefined();
});

test('a server that bears only one node in a socket gets a socket for each', () => {
  expect(batches(ids.slice(0, 3), bytesWith(200), 1)).toEqual([['node-0'], ['node-1'], ['node-2']]);
});

const node = (...sshLogins: string[]) => toNode({ id: sshLogins.join(), sshLogins });

test('what all allow is offered, root and the usual ones of machines last', () => {
  const nodes = [node('root', 'ubuntu', 'zoe', 'ana', 'x'), node('ana', 'zoe', 'ubuntu', 'root')];
  expect(commonLogins(nodes)).toEqual(['ana', 'zoe', 'root', 'ubuntu']);
});

test('where nothing is common, it is told what some allow', () => {
  const nodes = [node('root', 'ana'), node('root'), node('bo')];
  expect(commonLogins(nodes)).toEqual([]);
  expect(partialLogins(nodes)).toEqual([
    { login: 'root', count: 2 },
    { login: 'ana', count: 1 },
    { login: 'bo', count: 1 },
  ]);
});

test('no server has no login', () => expect(commonLogins([])).toEqual([]));
