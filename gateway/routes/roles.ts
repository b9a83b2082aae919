// Roles as documents (http-resources §11). The author's text is kept and given back as it was written.
import type { ResourceItemJson } from '../../src/wire/http.ts';
import { validateRole } from '../../src/access/validateRole.ts';
import { NEVER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, ApiFailure, badRequest, denied, notFound } from '../http/failures.ts';
import { keepingAnAdministrator } from '../identity/administrators.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import type { StoredRole } from '../store/roles.ts';
import { OK, type Api } from './api.ts';
import { renamed, toSentDocument, wrongKind } from './documents.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'accessBook' | 'now'>;

export function roleRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, now } = gateway;

  const requireWrite = (caller: Caller, name: string): void => {
    if (!caller.user.roles.includes(name)) requireRule(caller, 'role', 'read'); // own roles may always be read
    requireRule(caller, 'role', 'create', 'update');
  };

  const put = (caller: Caller, role: StoredRole): ResourceItemJson => {
    const fault = validateRole(role.document);
    if (fault) throw new ApiFailure(fault.status, fault.message);
    keepingAnAdministrator(gateway, 'This change', () => {
      stores.roles.put(role, now());
      audit.emit('role.created', { user: caller.user.name, name: role.name, expires: NEVER }); // on updates too
    });
    return toItem(role);
  };

  api.on('GET', 'roles', 'session', ({ caller }) => {
    requireRule(caller, 'role', 'list', 'read');
    return stores.roles.list().map(toItem);
  });

  api.on('POST', 'roles', 'session', async ({ caller, body }) => {
    const role = toRole(await body());
    requireWrite(caller, role.name);
    if (role.name.includes('/')) throw badRequest('a role name must not contain a slash');
    if (stores.roles.has(role.name)) throw alreadyExists(`resource with name "${role.name}" already exists`);
    return put(caller, role);
  });

  api.on('PUT', 'roles/:name', 'session', async ({ caller, param, body }) => {
    const name = param('name');
    const role = toRole(await body());
    if (role.name !== name) throw renamed();
    requireWrite(caller, name);
    if (!stores.roles.has(name)) throw missing(name);
    return put(caller, role);
  });

  api.on('DELETE', 'roles/:name', 'session', ({ caller, param }) => {
    const name = param('name');
    requireRule(caller, 'role', 'delete');
    if (name === 'admin') throw denied('can not delete system role "admin"');
    keepingAnAdministrator(gateway, 'Deleting this role', () => {
      if (!stores.roles.has(name)) throw missing(name);
      requireUnused(caller, name);
      stores.roles.delete(name);
      audit.emit('role.deleted', { user: caller.user.name, name, expires: NEVER });
    });
    return OK;
  });

  /** Who may list users is told who stands in the way. */
  function requireUnused(caller: Caller, role: string): void {
    const holders = stores.users.holdersOf(role);
    if (holders.length === 0) return;
    const who = caller.access.rule('user', 'list').ok
      ? `: ${holders.slice(0, 5).join(', ')}${holders.length > 5 ? ', …' : ''}`
      : '';
    throw badRequest(
      `role "${role}" is still held by ${holders.length === 1 ? 'a user' : `${holders.length} users`}${who}`,
    );
  }
}

const missing = (name: string) => notFound(`role "${name}" is not found`);

function toRole(body: JsonObject): StoredRole {
  const { kind, ...role } = toSentDocument(body);
  if (kind !== 'role') throw wrongKind(kind);
  return role;
}

const toItem = ({ name, content }: StoredRole): ResourceItemJson => ({
  id: `role:${name}`,
  kind: 'role',
  name,
  content,
});
