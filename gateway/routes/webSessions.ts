// A user's own web sessions and, for user administrators, those of others: the extension `postern/…/sessions/web`.
import type { WebSessionJson, WebSessionsJson } from '../../src/wire/webSessions.ts';
import type { Gateway } from '../gateway.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { requireRule, type Caller } from '../identity/caller.ts';
import { clearSessionCookie } from '../identity/sessionCookie.ts';
import type { User } from '../store/users.ts';
import type { SignInRecord } from '../store/webSessions.ts';
import { OK, type Api, type SignedInCall } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'sessions'>;

/** Shown in the terminals that a sign-out closes. */
const ELSEWHERE = 'You were signed out from another session.';
const EVERYWHERE = 'You were signed out everywhere.';
const BY_ADMINISTRATOR = 'You were signed out by an administrator.';

/**
 * All of them refuse a locked user: the lock may be against a stolen session, which must not sign its owner out. A user
 * can always sign out of the present session (`DELETE sessions/web`).
 */
export function webSessionRoutes(api: Api, { stores, audit, sessions }: Parts): void {
  const requireUser = (name: string): User => {
    const user = stores.users.find(name);
    if (!user) throw notFound(`user "${name}" is not found`);
    return user;
  };
  const requireSession = (user: string, id: string): void => {
    if (!sessions.list(user).some(({ loginId }) => loginId === id)) throw notFound(`session "${id}" is not found`);
  };
  const answer = (user: User, caller: Caller): WebSessionsJson => ({
    sessions: sessions.list(user.name).map((signIn) => toJson(signIn, user, caller)),
  });
  const leave = ({ caller, reply }: SignedInCall) => {
    sessions.end(caller, reply);
    return OK;
  };

  api.on('GET', 'postern/sessions/web', 'session', ({ caller }) => answer(caller.user, caller));

  api.on('DELETE', 'postern/sessions/web', 'session', ({ caller, reply, query }) => {
    const keep = query('keep');
    if (keep !== '' && keep !== 'current') throw badRequest(`keep: expected current, got ${JSON.stringify(keep)}`);
    if (keep === 'current') sessions.endAllOf(caller.user.name, caller.session.loginId, ELSEWHERE);
    else {
      sessions.endAllOf(caller.user.name, undefined, EVERYWHERE);
      clearSessionCookie(reply);
    }
    return OK;
  });

  api.on('DELETE', 'postern/sessions/web/:id', 'session', (call) => {
    const { user, session } = call.caller;
    const id = call.param('id');
    requireSession(user.name, id);
    if (id === session.loginId) return leave(call);
    sessions.endLogin(user.name, id, ELSEWHERE);
    return OK;
  });

  /** Ends sessions of another user, and writes to the audit log who did so. */
  const endOf = (user: string, caller: Caller, count: number, end: () => void) =>
    stores.db.transaction(() => {
      end();
      const by = caller.user.name;
      if (user === by || count === 0) return OK;
      const reason = `signed out of ${count === 1 ? 'one web session' : `${count} web sessions`} by ${by}`;
      audit.emit('client.disconnect', { user, reason, updated_by: by });
      return OK;
    });

  api.on('GET', 'postern/users/:name/sessions/web', 'session', ({ caller, param }) => {
    requireRule(caller, 'user', 'list', 'read');
    return answer(requireUser(param('name')), caller);
  });

  api.on('DELETE', 'postern/users/:name/sessions/web', 'session', ({ caller, param, reply }) => {
    requireRule(caller, 'user', 'list', 'update');
    const { name } = requireUser(param('name'));
    if (name === caller.user.name) clearSessionCookie(reply);
    return endOf(name, caller, sessions.list(name).length, () => sessions.endAllOf(name, undefined, BY_ADMINISTRATOR));
  });

  api.on('DELETE', 'postern/users/:name/sessions/web/:id', 'session', (call) => {
    const { caller, param } = call;
    requireRule(caller, 'user', 'list', 'update');
    const { name } = requireUser(param('name'));
    const id = param('id');
    requireSession(name, id);
    if (id === caller.session.loginId) return leave(call);
    return endOf(name, caller, 1, () => sessions.endLogin(name, id, BY_ADMINISTRATOR));
  });
}

function toJson(signIn: SignInRecord, user: User, caller: Caller): WebSessionJson {
  const { loginId, loginMs, seenMs, expiresMs, address, client, method } = signIn;
  return {
    id: loginId,
    created: new Date(loginMs).toISOString(),
    lastActive: new Date(seenMs).toISOString(),
    expires: new Date(expiresMs).toISOString(),
    address,
    client,
    ...(method !== undefined && { method }),
    ...(method === 'sso' && user.identity && { connector: user.identity.connector }),
    current: loginId === caller.session.loginId,
  };
}
