import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkMetadata } from '../../../src/access/checkMetadata.ts';
import { SYSTEM_USER } from '../../audit/events.ts';
import type { Gateway } from '../../gateway.ts';
import type { Identity } from '../../store/users.ts';
import type { Provided } from './provided.ts';
import type { Round } from './rounds.ts';
import { SsoFailure } from './ssoFailure.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'accessBook' | 'sessions' | 'now'>;

/** Makes the account or brings it up to date, and signs it in on this browser. */
export function admit(parts: Parts, round: Round, provided: Provided, request: FastifyRequest, reply: FastifyReply) {
  const { stores, audit, sessions } = parts;
  stores.db.transaction(() => {
    const user = putAccount(parts, round, provided);
    sessions.open(user, request, reply);
    audit.emit('user.login', {
      code: 'T1001I',
      user: user.name,
      method: round.kind,
      success: true,
      attributes: provided.attributes,
      'addr.remote': `${request.ip}:${request.socket.remotePort ?? 0}`,
    });
  });
}

/** An account lasts as long as its roles let a sign-in last; the next one begins it anew. */
function putAccount({ stores, audit, accessBook, now }: Parts, { kind, connector }: Round, provided: Provided) {
  const { name, subject, roles, traits } = provided;
  const fault = checkMetadata({ name });
  if (fault) throw new SsoFailure('callback', `the provider names the user "${name}": ${fault}`);
  const missing = roles.find((role) => !stores.roles.has(role));
  if (missing !== undefined) throw new SsoFailure('callback', `role ${missing} is not found`);

  const identity: Identity = { kind, connector, subject };
  const known = stores.users.find(name);
  if (known && !isSame(known.identity, identity)) {
    throw new SsoFailure(
      'callback',
      `user "${name}" exists and is not this account of ${kind} connector "${connector}"`,
    );
  }
  const expiresMs = now() + accessBook.sessionTtlMs(roles);
  stores.users.putProvided({ name, roles, traits, identity, expiresMs });
  audit.emit(known ? 'user.update' : 'user.create', {
    user: SYSTEM_USER,
    name,
    roles,
    connector,
    expires: new Date(expiresMs).toISOString(),
  });
  const user = stores.users.find(name);
  if (!user) throw new SsoFailure('callback', `the account "${name}" was over before it began`);
  return user;
}

const isSame = (known: Identity | undefined, { kind, connector, subject }: Identity): boolean =>
  known?.kind === kind && known.connector === connector && known.subject === subject;
