// Sign-in, sign-out, renewal and status of web sessions (http-auth §4, §6.1).
import type { FastifyRequest } from 'fastify';
import { CHALLENGE_TTL_MS } from '../../src/wire/constants.ts';
import { randomBytes } from 'node:crypto';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied, notFound } from '../http/failures.ts';
import { allowsPasskeys, authnChallenge } from '../identity/secondFactor.ts';
import { OK, type Api } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'credentials' | 'sessions' | 'config' | 'settings'>;

export function signInRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, credentials, sessions, config, settings } = gateway;

  const refuse = (request: FastifyRequest, user: string, error: string) => {
    audit.emit('user.login', { ...login(request, user), code: 'T1000W', success: false, error });
    return denied('invalid credentials');
  };

  api.on('POST', 'sessions/web', 'csrf+limited', async ({ request, reply, body }) => {
    const sent = await body();
    const { secondFactor } = config.get().auth;
    if (secondFactor === 'webauthn') throw denied('unknown second factor type: "webauthn"');
    const name = sent.text('user');
    const verdict = await credentials.signIn(name, sent.text('pass'), sent.text('second_factor_token'), secondFactor);
    if (!verdict.ok) throw refuse(request, name, verdict.reason);
    const { user, device } = verdict;
    return stores.db.transaction(() => {
      audit.emit('user.login', {
        ...login(request, user.name),
        code: 'T1000I',
        success: true,
        ...(device && {
          mfa_device: { mfa_device_name: device.name, mfa_device_type: 'TOTP', mfa_device_uuid: device.id },
        }),
      });
      return sessions.open(user, request, reply);
    });
  });

  api.on('POST', 'mfa/login/begin', 'limited', async ({ request, body }) => {
    const sent = await body();
    const { auth } = config.get();
    if (sent.flag('passwordless')) {
      if (!allowsPasskeys(auth)) throw denied('invalid credentials');
      return passkeyChallenge(new URL(settings.publicUrl).hostname);
    }
    const name = sent.text('user');
    const verdict = await credentials.password(name, Buffer.from(sent.text('pass')));
    if (verdict !== 'right') throw refuse(request, name, verdict === 'locked' ? LOCKED : WRONG);
    return authnChallenge(stores.devices.of(name), auth.secondFactor);
  });

  // Nobody has a key yet, so no answer of one can be right: refused like every wrong one.
  api.on('POST', 'mfa/login/finishsession', 'public', async ({ request, body }) => {
    const sent = await body();
    const answer = sent.object('webauthnAssertionResponse');
    if (answer) requireUrlBase64(answer);
    throw refuse(request, sent.text('user'), answer ? 'invalid Webauthn response' : NO_METHOD);
  });

  api.on('DELETE', 'sessions/web', 'session', ({ caller, reply }) => {
    sessions.end(caller, reply);
    return OK;
  });

  api.on('POST', 'sessions/web/renew', 'session', async ({ caller, request, reply, body }) => {
    const sent = await body();
    const [reload, requestId, switchback] = [sent.flag('reloadUser'), sent.text('requestId'), sent.flag('switchback')];
    if ([reload, requestId !== '', switchback].filter(Boolean).length > 1) {
      throw badRequest('failed to renew session: only one field can be set');
    }
    if (requestId !== '') throw notFound(`access request "${requestId}" not found`); // there are none
    return sessions.renew(caller, switchback, request, reply);
  });

  api.on('GET', 'user/status', 'session', () => OK);
}

const WRONG = 'invalid username or password';
const LOCKED = 'too many incorrect attempts, please try again later';
const NO_METHOD = 'at least one authentication method is required';

const login = (request: FastifyRequest, user: string) => ({
  ...(user !== '' && { user }),
  method: 'local' as const,
  'addr.remote': `${request.ip}:${request.socket.remotePort ?? 0}`,
});

/** Answered by whichever passkey the browser offers (http-auth §3.1). */
const passkeyChallenge = (rpId: string) => ({
  webauthn_challenge: {
    publicKey: {
      challenge: randomBytes(32).toString('base64'),
      timeout: CHALLENGE_TTL_MS,
      rpId,
      userVerification: 'required',
    },
  },
  totp_challenge: false,
});

/** Byte fields of a client are base64url without padding (http-auth §3). */
function requireUrlBase64(answer: JsonObject): void {
  const response = answer.object('response');
  const fields = [answer.text('rawId'), ...BYTE_FIELDS.map((field) => response?.text(field) ?? '')];
  for (const field of fields) {
    const at = field.search(/[^A-Za-z0-9_-]/);
    if (at >= 0) throw badRequest(`request: illegal base64 data at input byte ${at}`);
  }
}
const BYTE_FIELDS = ['authenticatorData', 'clientDataJSON', 'signature', 'userHandle'];
