// Connection tests are not served yet, but the second factor that they may ask for is judged: what comes later stands
// behind it (http-auth §11.1).
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { denied, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { LOCKED } from '../identity/credentials.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'credentials'>;

export function sessionFactorRoutes(api: Api, { credentials }: Parts): void {
  const requireKey = async (user: string, answer: JsonObject): Promise<void> => {
    const verdict = await credentials.assertion(user, answer);
    if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
  };

  api.on('POST', 'sites/:site/diagnostics/connections', 'session+site', async ({ caller, body }) => {
    requireRule(caller, 'connection_diagnostic', 'create');
    const given = (await body()).object('mfa_response');
    const [code, answer] = [given?.text('totp_code') ?? '', given?.object('webauthn_response')];
    if (code !== '') {
      const verdict = credentials.code(caller.user.name, code);
      if (!verdict.ok) throw denied(verdict.why === 'locked' ? LOCKED : 'invalid totp token');
    } else if (answer) await requireKey(caller.user.name, answer);
    throw notServed('connection tests: not supported by this gateway yet');
  });
}
