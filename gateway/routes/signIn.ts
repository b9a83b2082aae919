// Sign-in, sign-out, renewal and status of web sessions (http-auth §4, §6.1).
import type { FastifyRequest } from 'fastify';
import { WRONG_PASSWORD } from '../../src/wire/constants.ts';
import { ZERO_TIME } from '../../src/wire/http.ts';
import type { SignInMethod } from '../../src/wire/webSessions.ts';
import { deviceFields } from '../audit/deviceFields.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badRequest, denied, notFound } from '../http/failures.ts';
import { withoutSecrets } from '../http/requestSecrets.ts';
import { LOCKED } from '../identity/credentials.ts';
import { givenName } from '../identity/givenName.ts';
import { NotAdmitted } from '../locks/refusals.ts';
import type { Device } from '../store/devices.ts';
import type { User } from '../store/users.ts';
import { OK, type Api, type Call } from './api.ts';
import { NO_LOCAL, signInFields, WRONG_ANSWER } from './signInFields.ts';

type Parts = Pick<Gateway, 'stores' | 'audit' | 'refusedSignIns' | 'credentials' | 'webauthn' | 'sessions' | 'config'>;

export function signInRoutes(api: Api, gateway: Parts): void {
  const { stores, audit, refusedSignIns, credentials, webauthn, sessions, config } = gateway;

  /** The client learns nothing about the reason. `reason`: only for the log. */
  const refuse = (request: FastifyRequest, user: string, error: string, reason?: string) => {
    const fields = { ...signInFields(request, user), code: 'T1000W', success: false, error } as const;
    const isWritten = refusedSignIns.record('user.login', request.ip, fields);
    if (isWritten && reason !== undefined) {
      // An unknown name may be a password in the wrong field.
      const userName = stores.users.find(user)?.name;
      request.log.info({ user: userName, reason: withoutSecrets(reason, request) }, 'the answer of a key was refused');
    }
    return denied('invalid credentials');
  };

  const admit = ({ request, reply }: Call, user: User, device: Device | undefined, method: SignInMethod) => {
    try {
      return stores.db.transaction(() => {
        const mfa = device && { mfa_device: deviceFields(device) };
        audit.emit('user.login', { ...signInFields(request, user.name), code: 'T1000I', success: true, ...mfa });
        return sessions.open(user, request, reply, { method, mfaDevice: device?.id });
      });
    } catch (error) {
      if (!(error instanceof NotAdmitted)) throw error;
      const { status, message } = refuse(request, user.name, error.reason);
      throw new ApiFailure(status, message, error.fields);
    }
  };

  api.on('POST', 'sessions/web', 'csrf+limited', async (call) => {
    const sent = await call.body();
    const { secondFactor, local } = config.get().auth;
    if (secondFactor === 'webauthn') throw denied('unknown second factor type: "webauthn"');
    const name = givenName(sent);
    if (!local) throw refuse(call.request, name, NO_LOCAL);
    const verdict = await credentials.signIn(
      name,
      sent.text('pass'),
      sent.text('second_factor_token'),
      call.request.ip,
    );
    if (!verdict.ok) throw refuse(call.request, name, verdict.reason);
    return admit(call, verdict.user, verdict.device, verdict.device ? 'otp' : 'password');
  });

  api.on('POST', 'mfa/login/begin', 'limited', async ({ request, body }) => {
    const sent = await body();
    const { local } = config.get().auth;
    if (sent.flag('passwordless')) {
      const challenge = local ? webauthn.passkeyChallenge() : undefined;
      if (!challenge) throw denied('invalid credentials');
      return { webauthn_challenge: challenge, totp_challenge: false };
    }
    const name = givenName(sent);
    if (!local) throw refuse(request, name, NO_LOCAL);
    const verdict = await credentials.password(name, Buffer.from(sent.text('pass')), { address: request.ip });
    if (verdict !== 'right') throw refuse(request, name, verdict === 'locked' ? LOCKED : WRONG_PASSWORD);
    return credentials.challenge(name);
  });

  api.on('POST', 'mfa/login/finishsession', 'limited-answer', async (call) => {
    const sent = await call.body();
    const name = givenName(sent);
    const answer = sent.object('webauthnAssertionResponse');
    if (!answer) throw refuse(call.request, name, NO_METHOD);
    if (!config.get().auth.local) throw refuse(call.request, name, NO_LOCAL);
    const verdict = await credentials.signInWithKey(name, answer);
    if (!verdict.ok) throw refuse(call.request, name, WRONG_ANSWER, verdict.reason);
    const method = name === '' ? 'passkey' : 'key';
    return { ...admit(call, verdict.user, verdict.device, method), sessionExpires: ZERO_TIME };
  });

  api.on('DELETE', 'sessions/web', 'locked-session', ({ caller, reply }) => {
    sessions.end(caller, reply);
    return OK;
  });

  api.on('POST', 'sessions/web/renew', 'session', async ({ caller, request, reply, body }) => {
    const sent = await body();
    const [reload, requestId, switchback] = [sent.flag('reloadUser'), sent.text('requestId'), sent.flag('switchback')];
    if ([reload, requestId !== '', switchback].filter(Boolean).length > 1) {
      throw badRequest('failed to renew session: only one field can be set');
    }
    if (requestId !== '') throw notFound(`access request "${requestId}" not found`); // access requests do not exist
    return sessions.renew(caller, switchback, request, reply);
  });

  api.on('GET', 'user/status', 'locked-session', () => OK);
}

const NO_METHOD = 'at least one authentication method is required';
