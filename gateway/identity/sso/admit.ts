import type { FastifyReply, FastifyRequest } from 'fastify';
import { remoteAddressOf } from '../../http/requestFacts.ts';
import { SYSTEM_USER } from '../../audit/events.ts';
import type { Gateway } from '../../gateway.ts';
import type { Identity, User } from '../../store/users.ts';
import { userNameFault } from '../givenName.ts';
import { consoleAnswer } from './consoleAnswer.ts';
import type { Provided } from './provided.ts';
import type { ConsoleClient, Round } from './rounds.ts';
import { SsoFailure } from './ssoFailure.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'accessCache' | 'locks' | 'sessions' | 'certificates' | 'now'>;

/**
 * Creates or updates the account, and signs it in on this browser. The account is updated even if a lock refuses it:
 * the lock may be on a role that the provider has just assigned.
 */
export function admit(parts: Parts, round: Round, provided: Provided, request: FastifyRequest, reply: FastifyReply) {
  const { db } = parts.stores;
  const user = db.transaction(() => putAccount(parts, round, provided));
  db.transaction(() => {
    parts.sessions.open(user, request, reply, { method: 'sso' });
    writeSignInEvent(parts, round, provided, request);
  });
}

/** The same for a command line. Returns the URL at which it gets its certificates. */
export async function admitConsole(
  parts: Parts,
  round: Round,
  { redirectUrl, publicKey, ttlMs }: ConsoleClient,
  provided: Provided,
  request: FastifyRequest,
): Promise<string> {
  const { stores, certificates, locks } = parts;
  const user = stores.db.transaction(() => putAccount(parts, round, provided));
  locks.require({ user: user.name, roles: user.roles });
  const issued = await certificates.make(user, publicKey, ttlMs);
  const answer = consoleAnswer(redirectUrl, issued.json);
  if (answer === undefined) throw new SsoFailure('callback', 'redirect_url has no secret_key of 32 bytes');
  stores.db.transaction(() => {
    writeSignInEvent(parts, round, provided, request);
    certificates.record(issued, request.ip);
  });
  return answer;
}

function writeSignInEvent(
  { audit }: Parts,
  { kind }: Round,
  { name, attributes }: Provided,
  request: FastifyRequest,
): void {
  audit.emit('user.login', {
    code: 'T1001I',
    user: name,
    method: kind,
    success: true,
    attributes,
    'addr.remote': remoteAddressOf(request),
  });
}

/** An account lasts as long as its roles let a sign-in last. The next sign-in creates it again. */
function putAccount({ stores, audit, accessCache, now }: Parts, round: Round, provided: Provided): User {
  const { kind, connector } = round;
  const { name, subject, roles, traits } = provided;
  const fault = userNameFault(name);
  if (fault !== undefined) throw new SsoFailure('callback', `the provider’s user name is invalid: ${fault}`);
  const missing = roles.find((role) => !stores.roles.has(role));
  if (missing !== undefined) throw new SsoFailure('callback', `role ${missing} is not found`);

  const identity: Identity = { kind, connector, subject };
  const existing = stores.users.find(name);
  if (existing && !isSame(existing.identity, identity)) {
    throw new SsoFailure(
      'callback',
      `user "${name}" exists and is not this account of ${kind} connector "${connector}"`,
    );
  }
  const expiresMs = now() + accessCache.sessionTtlMs(roles);
  audit.emit(existing ? 'user.update' : 'user.create', {
    user: SYSTEM_USER,
    name,
    roles,
    connector,
    expires: new Date(expiresMs).toISOString(),
  });
  return stores.users.putProvided({ name, roles, traits, identity, expiresMs });
}

const isSame = (knownIdentity: Identity | undefined, { kind, connector, subject }: Identity): boolean =>
  knownIdentity?.kind === kind && knownIdentity.connector === connector && knownIdentity.subject === subject;
