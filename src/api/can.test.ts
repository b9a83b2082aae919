import { expect, test } from 'vitest';
import { can } from './can.ts';

test('answers yes without a reason', () => {
  expect(can({ tokens: { create: true } }, 'tokens', 'create')).toEqual({ ok: true });
});

test('names the missing rule in the words of a role', () => {
  expect(can({ tokens: { create: false } }, 'tokens', 'create')).toEqual({
    ok: false,
    why: 'Your roles lack token: create',
  });
  expect(can({}, 'authConnectors', 'edit')).toEqual({ ok: false, why: 'Your roles lack auth_connector: update' });
  expect(can({ roles: {} }, 'roles', 'remove')).toEqual({ ok: false, why: 'Your roles lack role: delete' });
});
