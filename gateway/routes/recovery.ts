// An extension: a recovery code opens a reset link (http-auth §7.4 defines the codes, but a cluster has no call for
// them).
import type { RecoveryCodesJson } from '../../src/wire/http.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import { givenName } from '../identity/givenName.ts';
import { givesRecoveryCodes } from '../identity/secondFactor.ts';
import type { RecoveryProof } from '../identity/recovery.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'recovery' | 'config' | 'stores' | 'userTokens'>;

export function recoveryRoutes(api: Api, { recovery, config, stores, userTokens }: Parts): void {
  const requireOn = () => {
    if (!givesRecoveryCodes(config.get().auth)) throw denied('recovery codes are turned off');
  };
  const requireLocal = ({ user }: Caller) => {
    if (user.authType !== 'local') throw badRequest(`user "${user.name}" recovers through ${user.authType}`);
  };

  api.on('GET', 'postern/recovery/codes', 'session', ({ caller }): RecoveryCodesJson => {
    requireOn();
    requireLocal(caller);
    const codes = stores.recoveryCodes.of(caller.user.name);
    return codes ? { left: codes.left, created: new Date(codes.createdMs).toISOString() } : { left: 0 };
  });

  // Requires a privilege token, which proves a second factor. A token for adding a first device is not enough.
  api.on('POST', 'postern/recovery/codes', 'session', async ({ caller, body }) => {
    const sent = await body();
    requireOn();
    requireLocal(caller);
    if (userTokens.find(sent.text('tokenId'), 'privilege')?.user !== caller.user.name) throw denied('invalid token');
    return recovery.renew(caller.user.name);
  });

  api.on('POST', 'postern/recovery/challenge', 'csrf+limited', async ({ request, body }) => {
    const sent = await body();
    requireOn();
    const challenge = recovery.challenge(givenName(sent), sent.text('code'), request.ip);
    if (!challenge) throw denied(INVALID);
    return challenge;
  });

  api.on('POST', 'postern/recovery', 'csrf+limited', async ({ request, body }) => {
    const sent = await body();
    requireOn();
    const proof = toProof(sent);
    if (!proof) throw badRequest('a recovery code requires the password or a second factor as well');
    const tokenId = await recovery.accept(givenName(sent), sent.text('code'), proof, request.ip);
    if (tokenId === undefined) throw denied(INVALID);
    return { tokenId };
  });
}

/** Does not reveal what was wrong. */
const INVALID = 'invalid credentials';

/** The fields are those of a sign-in. A password has priority. */
function toProof(sent: JsonObject): RecoveryProof | undefined {
  const password = sent.text('pass');
  if (password !== '') return { kind: 'password', password: Buffer.from(password) };
  const code = sent.text('second_factor_token');
  if (code !== '') return { kind: 'code', code };
  const answer = sent.object('webauthnAssertionResponse');
  return answer && { kind: 'key', answer };
}
