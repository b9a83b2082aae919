import { expect, test } from 'vitest';
import role, { readMessage } from './role.kind.ts';

const document = (spec: object, version = 'v6') => ({ kind: 'role', version, metadata: { name: 'dev' }, spec });

test.each([
  [document({ allow: { logins: 'root' } }), 'spec.allow.logins'],
  [document({ allow: { logins: ['*'] } }), 'spec.allow.logins'],
  [document({ deny: { rules: [{ resources: ['role'], verbs: ['read'] }, { verbs: ['read'] }] } }), 'spec.deny.rules.1'],
  [document({ options: { lock: 'always' } }), 'spec.options.lock'],
  [document({ options: { max_session_ttl: 'soon' } }), 'spec.options.max_session_ttl'],
  [document({}, 'v2'), 'version'],
])('%j is wrong at %s', (json, path) => {
  expect(role.validate?.(json)).toMatchObject({ severity: 'error', path: expect.anything() });
  expect(role.validate?.(json)?.path.join('.')).toBe(path);
});

test('what another edition or a newer server takes is only warned about', () => {
  expect(role.validate?.(document({ options: { max_sessions: 3 } }))).toMatchObject({ severity: 'warning' });
  expect(role.validate?.(document({}, 'v7'))).toMatchObject({ severity: 'warning', path: ['version'] });
  expect(role.validate?.(document({ allow: { logins: ['*'] } }, 'v7'))).toMatchObject({ severity: 'error' });
});

test('a message without a place is about the document', () => {
  const told = 'something new went wrong';
  expect(readMessage(told)).toEqual({ path: [], message: told });
});

test('a message that begins with its place is told without it', () => {
  expect(readMessage('spec.allow.rules[2].verbs: expected a list, got a text')).toEqual({
    path: ['spec', 'allow', 'rules', 2, 'verbs'],
    message: 'expected a list, got a text',
  });
});
