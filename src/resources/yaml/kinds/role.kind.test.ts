import { expect, test } from 'vitest';
import role from './role.kind.ts';

const document = (spec: object, version = 'v6') => ({ kind: 'role', version, metadata: { name: 'dev' }, spec });

test.each([
  [document({ allow: { logins: 'root' } }), 'spec.allow.logins'],
  [document({ allow: { logins: ['*'] } }), 'spec.allow.logins'],
  [document({ deny: { rules: [{ resources: ['role'], verbs: ['read'] }, { verbs: ['read'] }] } }), 'spec.deny.rules.1'],
  [document({ options: { lock: 'always' } }), 'spec.options.lock'],
  [document({ options: { max_session_ttl: 'soon' } }), 'spec.options.max_session_ttl'],
  [document({}, 'v2'), 'version'],
  [document({ allow: { logins: ['root'], node_labels: { '*': 'prod' } } }), 'spec.allow.node_labels.*'],
  [document({ deny: { kubernetes_resources: [{ kind: 'pod', namespace: 'a' }] } }), 'spec.deny.kubernetes_resources.0'],
])('%j is wrong at %s', (json, path) => {
  expect(role.validate?.(json)).toMatchObject({ severity: 'error', path: expect.anything() });
  expect(role.validate?.(json)?.path.join('.')).toBe(path);
});

test('what another edition or a newer server takes is only warned about', () => {
  expect(role.validate?.(document({ options: { max_sessions: 3 } }))).toMatchObject({ severity: 'warning' });
  expect(role.validate?.(document({}, 'v7'))).toMatchObject({ severity: 'warning', path: ['version'] });
  expect(role.validate?.(document({ allow: { logins: ['*'] } }, 'v7'))).toMatchObject({ severity: 'error' });
});
