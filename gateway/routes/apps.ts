// Opening applications (http-resources §4.2, §4.3).
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { denied } from '../http/failures.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import type { Api } from './api.ts';

export function appRoutes(api: Api, { apps, credentials }: Pick<Gateway, 'apps' | 'credentials'>): void {
  const resolved = (fqdn: string, clusterName = '', publicAddr = '') => ({
    fqdn: apps.directory.hostOf(apps.directory.resolve({ fqdn, clusterName, publicAddr })),
  });

  api.on('GET', 'apps/:fqdn', 'session', ({ param }) => resolved(param('fqdn')));
  api.on('GET', 'apps/:fqdn/:cluster/:address', 'session', ({ param }) =>
    resolved(param('fqdn'), param('cluster'), param('address')),
  );

  api.on('POST', 'sessions/app', 'session', async (call) => {
    const sent = await call.body();
    const provenBy = await judgeKey(credentials, call.caller.user.name, sent.object('mfa_response'));
    call.recheck();
    const { caller, request } = call;
    const { session, fqdn } = apps.open({
      caller,
      remote: remoteAddressOf(request),
      provenBy,
      hint: { fqdn: sent.text('fqdn'), clusterName: sent.text('cluster_name'), publicAddr: sent.text('public_addr') },
    });
    return { cookie_value: session.secrets.cookie, subject_cookie_value: session.secrets.subject, fqdn };
  });
}

/** Id of the key that has signed the user's challenge. undefined: no answer was given (http-auth §11.1). */
async function judgeKey(
  credentials: Gateway['credentials'],
  user: string,
  response: JsonObject | undefined,
): Promise<string | undefined> {
  const answer = response?.object('webauthn_response');
  if (!answer) return undefined;
  const verdict = await credentials.assertion(user, answer);
  if (!verdict.ok) throw denied(`MFA response validation failed: ${verdict.reason}`);
  return verdict.device.id;
}
