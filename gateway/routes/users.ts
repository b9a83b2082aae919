// Users (http-auth §10).
import { characterFault, isResourceName } from '../../src/access/checkMetadata.ts';
import { TRAIT_NAMES } from '../../src/wire/userContext.ts';
import { NEVER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, badRequest, notFound } from '../http/failures.ts';
import { keepingAnAdministrator } from '../identity/administrators.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { userNameFault } from '../identity/givenName.ts';
import type { Traits, User } from '../store/users.ts';
import { OK, type Api } from './api.ts';
import { requesterOf } from './requester.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'accessCache' | 'locks' | 'sessions' | 'tasks' | 'now'>;

export function userRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, sessions, tasks, now } = gateway;

  const requireUser = (name: string): User => {
    const user = stores.users.find(name);
    if (!user) throw notFound(`user "${name}" is not found`);
    return user;
  };

  const readSave = async (caller: Caller, body: () => Promise<JsonObject>): Promise<Save> => {
    const save = toSave(await body());
    // Roles are checked first: a caller who may not read a role may not assign it.
    for (const role of save.roles) {
      if (!caller.user.roles.includes(role)) requireRule(caller, 'role', 'read');
      if (!stores.roles.has(role)) throw notFound(`role ${role} is not found`);
    }
    return save;
  };

  api.on('GET', 'users', { guard: 'session', compress: true }, (call) => {
    requireRule(call.caller, 'user', 'list', 'read');
    return tasks.answer('users', undefined, requesterOf(call));
  });

  api.on('GET', 'users/', 'session', () => {
    throw badRequest('missing username');
  });

  api.on('GET', 'users/:name', 'session', ({ caller, param }) => {
    const name = param('name');
    if (name !== caller.user.name) requireRule(caller, 'user', 'read');
    return toUserJson(requireUser(name));
  });

  api.on('POST', 'users', 'session', async ({ caller, body }) => {
    const { name, roles, traits } = await readSave(caller, body);
    requireRule(caller, 'user', 'create');
    const fault = userNameFault(name);
    if (fault !== undefined) throw badRequest(fault);
    stores.db.transaction(() => {
      if (stores.users.find(name)) throw alreadyExists(`user "${name}" already registered`);
      const user = { name, roles, traits: withChanges({}, traits) };
      stores.users.add({ ...user, createdBy: caller.user.name, createdMs: now() });
      audit.emit('user.create', change(caller, requireUser(name)));
    });
    return toUserJson(requireUser(name));
  });

  api.on('PUT', 'users', 'session', async ({ caller, body }) => {
    const { name, roles, traits } = await readSave(caller, body);
    requireRule(caller, 'user', 'update', 'read');
    keepingAnAdministrator(gateway, 'This change', () => {
      const user = requireUser(name);
      stores.users.update({ name, roles, traits: withChanges(user.traits, traits) });
      audit.emit('user.update', change(caller, requireUser(name)));
    });
    return toUserJson(requireUser(name));
  });

  api.on('DELETE', 'users/:name', 'session', ({ caller, param }) => {
    const name = param('name');
    if (name === caller.user.name) throw badRequest('cannot delete own user account');
    requireRule(caller, 'user', 'delete');
    if (!isResourceName(name) && !stores.users.find(name)) throw badRequest(characterFault(name));
    keepingAnAdministrator(gateway, 'Deleting this user', () => {
      requireUser(name);
      sessions.endAllOf(name, undefined, 'You were signed out: the account was removed.');
      stores.users.delete(name);
      audit.emit('user.delete', { user: caller.user.name, name, expires: NEVER });
    });
    return OK;
  });
}

const change = (caller: Caller, { name, roles, identity, expiresMs }: User) => ({
  user: caller.user.name,
  name,
  roles,
  connector: identity?.connector ?? 'local',
  expires: expiresMs === undefined ? NEVER : new Date(expiresMs).toISOString(),
});

type TraitKey = keyof typeof TRAIT_NAMES;
const TRAIT_KEYS = Object.keys(TRAIT_NAMES) as TraitKey[];

type Save = { name: string; roles: readonly string[]; traits: ReadonlyMap<TraitKey, readonly string[]> };

/** Unknown keys are ignored: the console sends its whole user object back. */
function toSave(body: JsonObject): Save {
  const name = body.text('name');
  if (name === '') throw badRequest('missing user name');
  const roles = [...new Set(body.texts('roles') ?? [])];
  if (roles.length === 0) throw badRequest('missing roles');
  const traits = body.object('traits');
  const traitEntries = TRAIT_KEYS.flatMap((key) => {
    const values = traits?.texts(key);
    return values ? [[key, values] as const] : [];
  });
  return { name, roles, traits: new Map(traitEntries) };
}

/** A missing trait is kept, an empty list clears it (http-auth §10). */
function withChanges(traits: Traits, changes: Save['traits']): Traits {
  const all = { ...traits, ...Object.fromEntries([...changes].map(([key, values]) => [TRAIT_NAMES[key], values])) };
  return Object.fromEntries(Object.entries(all).filter(([, values]) => values.length > 0));
}

const toUserJson = (user: User) => ({
  name: user.name,
  roles: user.roles,
  authType: user.authType,
  traits: Object.fromEntries(
    TRAIT_KEYS.flatMap((key) => {
      const values = user.traits[TRAIT_NAMES[key]];
      return values ? [[key, values]] : [];
    }),
  ),
});
