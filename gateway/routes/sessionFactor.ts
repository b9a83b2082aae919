// File transfers and connection tests are not served yet, but the second factor that they may ask for is judged: what
// comes later stands behind it (http-auth §11.1).
import { parseJson } from '../../src/lib/json.ts';
import type { Gateway } from '../gateway.ts';
import { JsonObject } from '../http/body.ts';
import { denied, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { LOCKED } from '../identity/credentials.ts';
import type { Api, SignedInCall } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'credentials'>;

export function sessionFactorRoutes(api: Api, { stores, credentials }: Parts): void {
  const requireKey = async (user: string, answer: JsonObject): Promise<void> => {
    const verdict = await credentials.assertion(user, answer);
    if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
  };

  const transfer = async ({ caller, param, query }: SignedInCall) => {
    const server = stores.inventory.find('node', param('server'));
    const login = param('login');
    const asks = server && caller.access.requiresSessionMfa('node', server.labels, { login });
    const answer = query('webauthn') === '' ? undefined : keyAnswer(query('webauthn'));
    if (asks && !answer) throw denied('MFA required for file transfer');
    if (answer) await requireKey(caller.user.name, answer);
    throw notServed('file transfer: not served by this gateway yet');
  };
  api.on('GET', 'sites/:site/nodes/:server/:login/scp', 'session+site', transfer);
  api.on('POST', 'sites/:site/nodes/:server/:login/scp', 'session+site', transfer);

  api.on('POST', 'sites/:site/diagnostics/connections', 'session+site', async ({ caller, body }) => {
    requireRule(caller, 'connection_diagnostic', 'create');
    const given = (await body()).object('mfa_response');
    const [code, answer] = [given?.text('totp_code') ?? '', given?.object('webauthn_response')];
    if (code !== '') {
      const verdict = credentials.code(caller.user.name, code);
      if (!verdict.ok) throw denied(verdict.why === 'locked' ? LOCKED : 'invalid totp token');
    } else if (answer) await requireKey(caller.user.name, answer);
    throw notServed('connection tests: not served by this gateway yet');
  });
}

/** `webauthn` of the query: JSON of the answer, in an object of its own. */
const keyAnswer = (text: string): JsonObject | undefined =>
  JsonObject.from(parseJson(text), 'webauthn').object('webauthnAssertionResponse');
