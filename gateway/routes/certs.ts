// Sign-in of command lines, which get certificates instead of a web session, and the exported authorities
// (http-auth §9, §14).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { WRONG_PASSWORD } from '../../src/wire/constants.ts';
import { deviceFields } from '../audit/deviceFields.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied } from '../http/failures.ts';
import { hungUp } from '../http/hungUp.ts';
import { exportAuthority, isAuthorityExport } from '../identity/ca/authorityExports.ts';
import { parseSshPublicKey, SshKeyError, type SshPublicKey } from '../identity/ca/sshPublicKey.ts';
import { WRONG_PASSWORD_OR_CODE } from '../identity/credentials.ts';
import { givenName } from '../identity/givenName.ts';
import { headlessIdOf } from '../identity/headless/headlessId.ts';
import { allowsHeadless, allowsKeys } from '../identity/secondFactor.ts';
import { NotAdmitted } from '../locks/refusals.ts';
import type { Device } from '../store/devices.ts';
import type { User } from '../store/users.ts';
import type { Api, Handler } from './api.ts';
import { NO_LOCAL, signInFields, WRONG_ANSWER } from './signInFields.ts';

type Parts = Pick<
  Gateway,
  | 'stores'
  | 'audit'
  | 'refusedSignIns'
  | 'config'
  | 'credentials'
  | 'headless'
  | 'authorities'
  | 'certificates'
  | 'locks'
  | 'accessCache'
>;

const NOT_APPROVED = 'headless authentication failed';

export function certRoutes(api: Api, gateway: Parts): void {
  const {
    stores,
    audit,
    refusedSignIns,
    config,
    credentials,
    headless,
    authorities,
    certificates,
    locks,
    accessCache,
  } = gateway;

  /** `why` is for the log. `message` is for the client, who has not signed in. */
  const refuse = (request: FastifyRequest, user: string, why: string, message = why) => {
    const fields = { ...signInFields(request, user), code: 'T1000W', success: false, error: why } as const;
    refusedSignIns.record('user.login', request.ip, fields);
    return denied(message);
  };

  const requireAdmitted = (request: FastifyRequest, user: User, device: Device | undefined) => {
    const { name, roles } = user;
    try {
      locks.require({ user: name, roles, mfaDevice: device?.id });
      accessCache.requireRoles(user);
    } catch (error) {
      throw error instanceof NotAdmitted ? refuse(request, name, error.reason, error.message) : error;
    }
  };

  const issue = async (request: FastifyRequest, name: string, device: Device | undefined, order: CertRequest) => {
    const user = stores.users.find(name);
    // Deleted in the meantime, or an account of an identity provider, whose keys are second factors only.
    if (user?.authType !== 'local') throw refuse(request, name, WRONG_ANSWER);
    const issued = await certificates.make(user, keyOf(order), order.ttlMs, device?.id);
    requireAdmitted(request, user, device);
    return stores.db.transaction(() => {
      audit.emit('user.login', {
        ...signInFields(request, name),
        code: 'T1000I',
        success: true,
        ...(device && { mfa_device: deviceFields(device) }),
      });
      certificates.record(issued, request.ip);
      return issued.json;
    });
  };

  const withPassword = async (request: FastifyRequest, sent: JsonObject, code: string) => {
    const { secondFactor, local } = config.get().auth;
    if (secondFactor === 'webauthn') throw denied('unknown second factor type: "webauthn"');
    const name = givenName(sent);
    // One message for all reasons: it must not reveal that the password was right, or that a lock exists.
    const message = code === '' ? WRONG_PASSWORD : WRONG_PASSWORD_OR_CODE;
    if (!local) throw refuse(request, name, NO_LOCAL, message);
    const verdict = await credentials.signIn(name, sent.text('password'), code, request.ip);
    if (verdict.ok) return issue(request, verdict.user.name, verdict.device, readAsked(sent));
    throw refuse(request, name, verdict.reason, message);
  };

  const withApproval = async (request: FastifyRequest, reply: FastifyReply, sent: JsonObject, id: string) => {
    const { auth } = config.get();
    if (!allowsKeys(auth.secondFactor)) {
      throw denied('headless authentication requires hardware keys, which this cluster does not allow');
    }
    if (!allowsHeadless(auth)) throw denied('headless authentication is turned off in this cluster');
    if (!auth.local) throw denied(NO_LOCAL);
    const user = givenName(sent);
    if (user === '') throw badRequest('missing parameter user');
    const order = readAsked(sent);
    keyOf(order); // before a user is asked to approve it
    if (headlessIdOf(order.publicKey) !== id) throw badRequest('headless_id does not belong to pub_key');
    const address = { ip: request.ip, port: request.socket.remotePort ?? 0 };
    const outcome = await headless.ask({ id, user, publicKey: order.publicKey, address }, hungUp(reply));
    if (outcome.kind !== 'approved') throw refuse(request, user, NOT_APPROVED);
    return issue(request, user, outcome.device, order);
  };

  api.on('POST', 'ssh/certs', 'limited', async ({ request, reply, body }) => {
    const sent = await body();
    const id = sent.text('headless_id');
    return id === '' ? withPassword(request, sent, sent.text('otp_token')) : withApproval(request, reply, sent, id);
  });

  // Limited, as in later clusters: attackers can try passwords here too.
  api.on('POST', 'mfa/login/finish', 'limited', async ({ request, body }) => {
    const sent = await body();
    const answer = sent.object('webauthn_challenge_response');
    if (!answer) return withPassword(request, sent, sent.text('totp_code'));
    const name = givenName(sent);
    if (!config.get().auth.local) throw refuse(request, name, NO_LOCAL, WRONG_ANSWER);
    const verdict = await credentials.signInWithKey(name, answer);
    if (!verdict.ok) throw refuse(request, name, verdict.reason, WRONG_ANSWER);
    return issue(request, verdict.user.name, verdict.device, readAsked(sent));
  });

  const exported: Handler<'public'> = async ({ query, reply }) => {
    // A plain file: it may be cached, and its errors are plain text.
    for (const name of ['cache-control', 'pragma', 'expires']) reply.removeHeader(name);
    reply.header('content-type', 'text/plain; charset=utf-8');
    const type = query('type');
    if (isAuthorityExport(type)) return reply.send(await exportAuthority(authorities, type));
    return reply.code(400).send(`"${type}" authority type is not supported\n`);
  };
  api.on('GET', 'auth/export', 'public', exported);
  api.on('GET', 'sites/:site/auth/export', 'public', exported); // the old name of the same (http-resources §19)
}

/** The request of a command line. Its key is parsed after the sign-in check. */
type CertRequest = { publicKey: Uint8Array; ttlMs: number };

function readAsked(sent: JsonObject): CertRequest {
  const ttlNs = sent.raw('ttl') ?? 0;
  if (typeof ttlNs !== 'number' || !(ttlNs >= 0)) throw badRequest('request: ttl must be a number of nanoseconds');
  return { publicKey: sent.bytes('pub_key'), ttlMs: ttlNs / 1e6 };
}

function keyOf({ publicKey }: CertRequest): SshPublicKey {
  try {
    return parseSshPublicKey(Buffer.from(publicKey).toString('utf8'));
  } catch (error) {
    throw error instanceof SshKeyError ? badRequest(error.message) : error;
  }
}
