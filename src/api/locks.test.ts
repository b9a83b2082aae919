import { expect, test } from 'vitest';
import { lockTargetsOf, newLockPath, targetLabel, toLock, withoutLockTargets, type LockTarget } from './locks.ts';

const searchOf = (path: string): string => new URL(path, 'http://console.test').search;

test('an address of a new lock holds its targets, whatever their names', () => {
  const targets: LockTarget[] = [
    { kind: 'user', value: 'a:b&c=d%20/ü' },
    { kind: 'server_id', value: '5f0c3b1e-0b8a-4c52-9b7d-2f60cf2f7a10', label: 'web-1: the first' },
  ];
  expect(newLockPath(targets)).toMatch(/^\/locks\/new\?lock=/);
  expect(lockTargetsOf(searchOf(newLockPath(targets)))).toEqual(targets);
});

test.each(['?lock=nonsense:x', '?lock=user', '?lock=user:', '?lock=', '?other=user:x', ''])(
  'an address such as %j names nothing to lock',
  (search) => expect(lockTargetsOf(search)).toEqual([]),
);

test('what else stands in an address stays', () => {
  expect(withoutLockTargets('?search=a+b&lock=user%3Ax&sort=createdBy:asc&lock=login%3Ay')).toBe(
    '?search=a+b&sort=createdBy%3Aasc',
  );
  expect(withoutLockTargets('?lock=user%3Ax')).toBe('');
});

test('a broken escape in an address is taken as it stands', () => {
  expect(lockTargetsOf('?lock=user:%25zz')).toEqual([{ kind: 'user', value: '%zz' }]);
});

test('a server that is named twice is one target', () => {
  const id = '11111111-2222-4333-8444-555555555555';
  expect(toLock({ targets: { node: id, server_id: id } }).targets).toEqual([{ kind: 'server_id', value: id }]);
  expect(toLock({ targets: { node: id, server_id: 'other' } }).targets).toHaveLength(2);
  expect(toLock({ targets: { node: id } }).targets).toEqual([{ kind: 'node', value: id }]);
});

test('a target of a kind that the console does not know is shown with the word of the cluster', () => {
  const json = { targets: { user: 'dave', bot_instance_id: 'b/7', other: 5, none: '' } } as object;
  const { targets } = toLock(json);
  expect(targets.map(({ kind, value }) => [targetLabel(kind), value])).toEqual([
    ['user', 'dave'],
    ['bot instance id', 'b/7'],
  ]);
});

test('a lock without an end, and one whose maker is not told', () => {
  expect(toLock({ name: 'x', expires: '', createdAt: '', createdBy: '', targets: { user: 'dave' } })).toEqual({
    id: 'x',
    targets: [{ kind: 'user', value: 'dave' }],
    message: '',
    createdBy: '',
    createdAt: undefined,
    expires: undefined,
  });
});
