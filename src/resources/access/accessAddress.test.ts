import { expect, test } from 'vitest';
import { readAccessView, withName, writeAccessView, type AccessView, type AccessCheck } from './accessAddress.ts';

const check = (ask: Partial<AccessCheck>): AccessView => ({
  show: 'check',
  ask: { user: 'ada', kind: 'node', id: 'n1', as: [], ...ask },
});

test.each<AccessView>([
  check({ as: ['root'] }),
  check({ user: 'ada~b@c.d/e%', id: 'a~b', as: ['x y', 'ü~'] }),
  check({ kind: 'rule', id: 'role', as: ['update'] }),
  check({ user: '', id: '' }),
  { show: 'reach', role: 'ops & dev' },
])('the address round-trips %j', (view) => expect(readAccessView(writeAccessView('?search=a', view))).toEqual(view));

test('keeps the address readable and preserves its other parameters', () => {
  expect(writeAccessView('?search=web&access=old', check({ as: ['root'] }))).toBe(
    '?search=web&access=ada~node~n1~root',
  );
  expect(writeAccessView('?search=web&reaches=x', undefined)).toBe('?search=web');
  expect(writeAccessView('?access=x', undefined)).toBe('');
});

test('the check of a Kubernetes cluster has one name: group and user may come from different roles', () => {
  expect(readAccessView('?access=ada~kube_cluster~eu~viewers~dev')).toEqual(
    check({ kind: 'kube_cluster', id: 'eu', as: ['viewers'] }),
  );
  expect(readAccessView('?access=ada~kube_cluster~eu~~dev')).toEqual(
    check({ kind: 'kube_cluster', id: 'eu', as: ['', 'dev'] }),
  );
  const ask: AccessCheck = { user: 'ada', kind: 'kube_cluster', id: 'eu', as: ['viewers'] };
  expect(withName(ask, 1, 'dev').as).toEqual(['', 'dev']);
  expect(withName({ ...ask, kind: 'db', as: ['reader'] }, 1, 'shop').as).toEqual(['reader', 'shop']);
});

test('an address that cannot be parsed has no access check', () => {
  expect(readAccessView('?access=ada~moon~x')).toBeUndefined();
  expect(readAccessView('?access=ada~node~100%25')).toEqual(check({ id: '100%' }));
  expect(readAccessView('')).toBeUndefined();
});
