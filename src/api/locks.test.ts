import { expect, test } from 'vitest';
import { lockTargetsOf, newLockPath, targetLabel, toLock, withoutLockTargets, type LockTarget } from './locks.ts';

const searchOf = (path: string): string => new URL(path, 'http://console.test').search;

test('the address of a new lock contains its targets, with any name', () => {
  const targets: LockTarget[] = [
    { kind: 'user', value: 'a:b&c=d%20/ü' },
    { kind: 'server_id', value: '5f0c3b1e-0b8a-4c52-9b7d-2f60cf2f7a10', label: 'web-1: the first' },
  ];
  expect(newLockPath(targets)).toMatch(/^\/locks\/new\?lock=/);
  expect(lockTargetsOf(searchOf(newLockPath(targets)))).toEqual(targets);
});

test.each(['?lock=nonsense:x', '?lock=user', '?lock=user:', '?lock=', '?other=user:x', ''])(
  'the address %j has no targets',
  (search) => expect(lockTargetsOf(search)).toEqual([]),
);

test('removing the targets keeps the other parameters of the address', () => {
  expect(withoutLockTargets('?search=a+b&lock=user%3Ax&sort=createdBy:asc&lock=login%3Ay')).toBe(
    '?search=a+b&sort=createdBy%3Aasc',
  );
  expect(withoutLockTargets('?lock=user%3Ax')).toBe('');
});

test('keeps an invalid escape in an address unchanged', () => {
  expect(lockTargetsOf('?lock=user:%25zz')).toEqual([{ kind: 'user', value: '%zz' }]);
});

test('merges a server that is named by two fields into one target', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  expect(toLock({ targets: { node: id, server_id: id } }).targets).toEqual([{ kind: 'server_id', value: id }]);
  expect(toLock({ targets: { node: id, server_id: 'other' } }).targets).toHaveLength(2);
  expect(toLock({ targets: { node: id } }).targets).toEqual([{ kind: 'node', value: id }]);
});

test('shows a target of an unknown kind with its name from the cluster', () => {
  const json = { targets: { user: 'dave', bot_instance_id: 'b/7', other: 5, none: '' } } as object;
  const { targets } = toLock(json);
  expect(targets.map(({ kind, value }) => [targetLabel(kind), value])).toEqual([
    ['user', 'dave'],
    ['bot instance id', 'b/7'],
  ]);
});

test('reads a lock without expiry and without a creator', () => {
  expect(toLock({ name: 'x', expires: '', createdAt: '', createdBy: '', targets: { user: 'dave' } })).toEqual({
    id: 'x',
    targets: [{ kind: 'user', value: 'dave' }],
    message: '',
    createdBy: '',
    createdAt: undefined,
    expires: undefined,
  });
});
