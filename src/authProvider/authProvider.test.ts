import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/errors.ts';
import { ValueStore } from '../lib/valueStore.ts';
import { createAuthProvider } from './authProvider.ts';
import type { SessionKeeper } from './SessionKeeper.ts';
import type { SessionState } from './sessionState.ts';

const keeper = {
  state: new ValueStore<SessionState>({ kind: 'signedIn', endsAtMs: undefined }),
  probe: vi.fn(async () => false),
  signOut: vi.fn(async () => undefined),
};
const provider = createAuthProvider({
  keeper: keeper as unknown as SessionKeeper,
  user: async () => ({ username: 'mara', acl: { users: { list: true, edit: false } } }),
  aclKeyOf: (resource) => (resource === 'users' ? 'users' : undefined),
});

test.each([
  ['users', 'list', true],
  ['users', 'edit', false],
  ['users', 'delete', false],
  ['users', 'export', false],
  ['nobody knows', 'list', false],
])('access to %s for %s is %s', async (resource, action, expected) => {
  expect(await provider.canAccess?.({ resource, action })).toBe(expected);
});

test('a failed call does not sign out while the session is valid', async () => {
  await expect(provider.checkError(new ApiError('access denied', 403))).resolves.toBeUndefined();
  await expect(provider.checkError(new ApiError('boom', 500))).resolves.toBeUndefined();
  expect(keeper.probe).toHaveBeenCalledTimes(1);
});

test('a 403 signs out when the session has ended', async () => {
  keeper.probe.mockResolvedValueOnce(true);
  await expect(provider.checkError(new ApiError('need auth', 403))).rejects.toThrow('need auth');
});

test('returns the identity of the signed-in user', async () => {
  expect(await provider.getIdentity?.()).toEqual({ id: 'mara', fullName: 'mara' });
});
