// Roles (http-resources §11.2).
import { validateRole } from '../../../src/access/validateRole.ts';
import { NEVER } from '../../audit/events.ts';
import type { Gateway } from '../../gateway.ts';
import { badDocument, badRequest, denied, notFound } from '../../http/failures.ts';
import { keepingAnAdministrator } from '../../identity/administrators.ts';
import type { Caller } from '../../identity/caller.ts';
import type { DocumentKind } from '../documentKind.ts';
import { isShort } from '../texts.ts';

export const ROLE: DocumentKind = {
  kind: 'role',
  writeVerbs: ['create', 'update'],
  writeNeedsRead: true,
  mayAlwaysRead: ({ user }, name) => user.roles.includes(name),
  async check({ caller, content, document }, { tasks }) {
    // A role contains no secrets, so its text is complete.
    const fault = isShort(content)
      ? validateRole(document)
      : await tasks.value('roleFault', { text: content }, { user: caller.user.name });
    if (fault) throw badDocument(fault, fault.status);
  },
  around: keepingAnAdministrator,
  written({ caller, name }, { audit }) {
    audit.emit('role.created', { user: caller.user.name, name, expires: NEVER }); // on updates too
  },
  checkRemoval(name) {
    if (name === 'admin') throw denied('can not delete system role "admin"');
  },
  removed({ caller, stored: { name } }, { stores, audit }) {
    requireUnused(stores, caller, name);
    audit.emit('role.deleted', { user: caller.user.name, name, expires: NEVER });
  },
  missing: (name) => notFound(`role "${name}" is not found`),
};

/** Callers who may list users see the names of the holders. */
function requireUnused({ users }: Gateway['stores'], { access }: Caller, role: string): void {
  const holders = users.holdersOf(role);
  if (holders.length === 0) return;
  const who = access.rule('user', 'list').ok
    ? `: ${holders.slice(0, 5).join(', ')}${holders.length > 5 ? ', …' : ''}`
    : '';
  throw badRequest(
    `role "${role}" is still assigned to ${holders.length === 1 ? 'a user' : `${holders.length} users`}${who}`,
  );
}
