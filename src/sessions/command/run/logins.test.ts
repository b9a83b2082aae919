import { expect, test } from 'vitest';
import { toNode } from '../../../api/nodes.ts';
import { commonLogins, partialLogins } from './logins.ts';

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
