import type { AuthProvider } from 'ra-core';
import { can, type Acl } from '../api/can.ts';
import { isApiError } from '../api/errors.ts';
import type { AclKey, AclVerb } from '../wire/userContext.ts';
import type { SessionKeeper } from './SessionKeeper.ts';

/** React-admin's actions as verbs of the user's ACL. */
const VERBS: Readonly<Record<string, AclVerb>> = {
  list: 'list',
  show: 'read',
  edit: 'edit',
  create: 'create',
  delete: 'remove',
};

type Options = {
  keeper: SessionKeeper;
  /** The signed-in user. Called for each check, so it may still be loading. */
  user: () => Promise<{ username: string; acl: Acl }>;
  /** React-admin knows resources by their filled-in path. */
  aclKeyOf: (resource: string) => AclKey | undefined;
};

/**
 * Adapts the session keeper to react-admin. Sign-in has its own page, and only the keeper decides when a session ends:
 * a 403 of one call mostly means that the roles deny that call.
 */
export const createAuthProvider = ({ keeper, user, aclKeyOf }: Options): AuthProvider => ({
  login: () => Promise.reject(new Error('Signing in has its own page')),
  async logout() {
    await keeper.signOut();
    return false;
  },
  async checkAuth() {
    if (keeper.state.get().kind === 'ended') throw new Error('The session has ended');
  },
  async checkError(error: unknown) {
    if (isApiError(error, 403) && (await keeper.probe())) throw error;
  },
  async getIdentity() {
    const { username } = await user();
    return { id: username, fullName: username };
  },
  async getPermissions() {
    return (await user()).acl;
  },
  async canAccess({ resource, action }) {
    const key = aclKeyOf(resource);
    const verb = VERBS[action];
    return key !== undefined && verb !== undefined && can((await user()).acl, key, verb).ok;
  },
});
