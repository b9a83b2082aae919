import { expect, test } from 'vitest';
import { toNode } from '../../../api/nodes.ts';
import { batches, commonLogins, partialLogins } from './CommandDesk.ts';

const ids = Array.from({ length: 200 }, (_, i) => `node-${i}`);
const bytesWith = (command: number) => (some: readonly string[]) => command + 80 * some.length;

test('puts a few nodes on one socket', () => {
  expect(batches(ids.slice(0, 4), bytesWith(200))).toEqual([ids.slice(0, 4)]);
});

test('splits many nodes over the fewest sockets that the length of an address allows', () => {
  const groups = batches(ids, bytesWith(300)) ?? [];
  expect(groups.flat()).toEqual(ids);
  expect(groups).toHaveLength(3);
  for (const group of groups) expect(bytesWith(300)(group)).toBeLessThanOrEqual(7 * 1024);
});

test('uses one socket per node if the command fills the address', () => {
  expect(batches(ids.slice(0, 3), bytesWith(9000))).toEqual([['node-0'], ['node-1'], ['node-2']]);
});

test('refuses a command that is too long for any address', () => {
  expect(batches(ids, bytesWith(15_000))).toBeUndefined();
});

test('uses one socket per node if the server allows one node per socket', () => {
  expect(batches(ids.slice(0, 3), bytesWith(200), 1)).toEqual([['node-0'], ['node-1'], ['node-2']]);
});

const node = (...sshLogins: string[]) => toNode({ id: sshLogins.join(), sshLogins });

test('offers the logins that all nodes allow, with the usual system logins last', () => {
  const nodes = [node('root', 'ubuntu', 'zoe', 'ana', 'x'), node('ana', 'zoe', 'ubuntu', 'root')];
  expect(commonLogins(nodes)).toEqual(['ana', 'zoe', 'root', 'ubuntu']);
});

test('counts the nodes of each login if the nodes have none in common', () => {
  const nodes = [node('root', 'ana'), node('root'), node('bo')];
  expect(commonLogins(nodes)).toEqual([]);
  expect(partialLogins(nodes)).toEqual([
    { login: 'root', count: 2 },
    { login: 'ana', count: 1 },
    { login: 'bo', count: 1 },
  ]);
});

test('returns no login for an empty list of nodes', () => expect(commonLogins([])).toEqual([]));
