import { expect, test } from 'vitest';
import { resourceNamed } from '../../../tests/support/resourceNamed.ts';
import { restrict } from '../../descriptors/restrict.ts';
import { countMoves, planLine, planMessage } from './editPlan.ts';

const users = restrict(resourceNamed('users'), {});
const edit = {
  field: 'roles',
  passing: (row: { id: string }) => (row.id === 'sso' ? 'until the next sign-in' : undefined),
};
const user = (id: string, ...roles: string[]) => ({ id, name: id, roles });
const plan = (row: ReturnType<typeof user>, add: string[], take: string[] = []) =>
  planLine(users, edit, row, { add, take });

test('appends added values, drops removed values and keeps the order of the others', () => {
  const line = plan(user('a', 'access', 'editor', 'dev'), ['ops', 'access'], ['editor', 'unknown']);
  expect(line).toMatchObject({ kind: 'changes', after: ['access', 'dev', 'ops'], added: ['ops'], removed: ['editor'] });
  expect(line.kind === 'changes' && countMoves(line)).toBe('1 added, 1 removed');
});

test('skips a row that already has the value or would have no value after the edit', () => {
  expect(plan(user('a', 'ops'), ['ops'])).toMatchObject({ kind: 'same', why: 'already has it, not changed' });
  expect(plan(user('a', 'ops'), [], ['dev'])).toMatchObject({
    kind: 'same',
    why: 'does not have it, not changed',
  });
  expect(plan(user('a', 'ops'), [], ['ops'])).toMatchObject({ kind: 'kept', why: 'At least one role is required' });
});

test('marks a temporary change and summarizes all changes', () => {
  const lines = [plan(user('sso', 'a'), ['b']), plan(user('x', 'a'), ['b']), plan(user('y', 'b'), ['b'])];
  expect(lines[0]).toMatchObject({ passing: 'until the next sign-in' });
  expect(planMessage(lines, 'role')).toBe('2 roles added, none removed');
});
