// Approval of command lines in the browser (http-auth §9).
import { HEADLESS_STATES, type HeadlessJson } from '../../src/wire/headless.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, badRequest, denied } from '../http/failures.ts';
import { hungUp } from '../http/hungUp.ts';
import type { HeadlessRequest } from '../identity/headless/HeadlessRequests.ts';
import type { KeyDevice } from '../store/devices.ts';
import { OK, type Api, type SignedInCall } from './api.ts';

type Parts = Pick<Gateway, 'headless' | 'credentials' | 'openCalls' | 'sessions'>;

export function headlessRoutes(api: Api, { headless, credentials, openCalls, sessions }: Parts): void {
  /** Waits no longer than the sign-in lasts. */
  const find = async ({ caller, param, reply }: SignedInCall) => {
    const { signal, close } = openCalls.open(caller);
    try {
      const either = AbortSignal.any([hungUp(reply), signal]);
      const request = await headless.find(param('id'), caller.user.name, either);
      signal.throwIfAborted();
      return request;
    } finally {
      close();
    }
  };

  api.on('GET', 'headless/:id', 'session', async (call) => {
    const request = await find(call);
    const json = request && toJson(request);
    if (!json) throw badRequest('requested invalid headless session');
    return json;
  });

  // Only a key may approve: a user could be tricked into passing a code to the person at the other command line.
  api.on('PUT', 'headless/:id', 'session', async (call) => {
    const sent = await call.body();
    const action = sent.text('action');
    if (action !== 'accept' && action !== 'denied') throw badRequest(`unknown action ${action}`);
    if (call.caller.user.authType !== 'local') throw denied(NOT_LOCAL);
    const request = await find(call);
    if (!request)
      throw new ApiFailure(500, 'the request was not found in time: it does not exist, or it is for another user');
    if (request.outcome) throw over(request);
    const answer = sent.object('webauthnAssertionResponse');
    if (action === 'denied') headless.answer(request.id, { kind: 'denied' });
    else if (!answer) throw badRequest('expected MFA auth challenge response');
    else {
      const verdict = await credentials.assertion(call.caller.user.name, answer);
      if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
      sessions.recheckAdmitted(call.caller);
      if (!headless.answer(request.id, { kind: 'approved', device: verdict.device })) throw over(request);
    }
    return OK;
  });
}

const NOT_LOCAL = 'non-local user roles cannot approve or deny headless authentication requests';

const ENDINGS = {
  approved: 'the request has been approved already',
  denied: 'the request has been denied already',
  expired: 'the request has expired',
  gone: 'the command line is no longer waiting',
} as const;

const over = ({ outcome }: HeadlessRequest) => new ApiFailure(500, ENDINGS[outcome?.kind ?? 'expired']);

/** undefined if the request was not answered and its command line no longer waits. */
function toJson({ id, user, publicKey, address, expiresMs, outcome }: HeadlessRequest): HeadlessJson | undefined {
  if (outcome?.kind === 'gone' || outcome?.kind === 'expired') return undefined;
  return {
    header: {
      kind: 'headless_authentication',
      version: 'v1',
      metadata: { name: id, expires: new Date(expiresMs).toISOString() },
    },
    user,
    public_key: Buffer.from(publicKey).toString('base64'),
    state: HEADLESS_STATES[outcome?.kind ?? 'pending'],
    ...(outcome?.kind === 'approved' && { mfa_device: toDeviceJson(outcome.device) }),
    client_ip_address: hostAndPort(address),
  };
}

const toDeviceJson = ({ id, name }: KeyDevice) => ({ kind: 'mfa_device', version: 'v1', metadata: { name }, id });

const hostAndPort = ({ ip, port }: HeadlessRequest['address']): string =>
  ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
