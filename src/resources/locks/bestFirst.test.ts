import { expect, test } from 'vitest';
import { bestFirst, type FoundTarget } from './bestFirst.ts';

const found = (kind: 'node' | 'user' | 'role', ...names: readonly string[]): FoundTarget[] =>
  names.map((value) => ({ target: { kind, value, label: value }, icon: 'dot', mono: false }));
const names = (groups: ReturnType<typeof bestFirst>) =>
  groups.flatMap((group) => group.found.map((one) => one.target.value));

test('sorts exact matches first, then prefix matches, then other matches', () => {
  const groups = [
    { title: 'Servers', found: found('node', 'api.ap-northeast-1', 'nor-2') },
    { title: 'Users', found: found('user', 'eleonora', 'nora') },
    { title: 'Roles', found: found('role', 'NOR') },
    { title: 'Desktops', found: [] },
  ];
  expect(names(bestFirst(groups, 'nor'))).toEqual(['NOR', 'nor-2', 'api.ap-northeast-1', 'nora', 'eleonora']);
  expect(bestFirst(groups, 'nora').map(({ title }) => title)).toEqual(['Users', 'Servers', 'Roles']);
});
