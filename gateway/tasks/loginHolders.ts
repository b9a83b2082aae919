import { createAccess } from '../../src/access/access.ts';
import { toRole } from '../../src/access/role.ts';
import type { TaskParts } from './taskParts.ts';

type LoginHoldersInput = { nodeId: string; login: string };

/**
 * The names of the users who may log in to a node as `login`, and of the roles that allow it by themselves. Each user's
 * access is computed for this and not cached: for thousands of users that would be tens of megabytes.
 */
export function loginHolders(
  { stores }: TaskParts,
  { nodeId, login }: LoginHoldersInput,
): { users: string[]; roles: string[] } {
  const entry = stores.inventory.find('node', nodeId);
  if (!entry) return { users: [], roles: [] };
  const mayLogIn = (subject: Parameters<typeof createAccess>[0]) =>
    createAccess(subject).resource('node', entry.labels, { login }).ok;
  const roles = new Map(stores.roles.list().map(({ name, document }) => [name, toRole(document)]));
  const users = stores.users.list().filter((user) => {
    const heldRoles = user.roles.flatMap((role) => roles.get(role) ?? []);
    const lacksRole = heldRoles.length < user.roles.length; // such a user is refused everything
    return !lacksRole && mayLogIn({ userName: user.name, roles: heldRoles, traits: user.traits });
  });
  const granting = [...roles].filter(([, role]) => mayLogIn({ userName: '', roles: [role], traits: {} }));
  return { users: users.map(({ name }) => name), roles: granting.map(([name]) => name) };
}
