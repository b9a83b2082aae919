// Opening applications (http-resources §4.2, §4.3).
import type { Gateway } from '../gateway.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import type { Api } from './api.ts';

export function appRoutes(api: Api, { apps }: Pick<Gateway, 'apps'>): void {
  const resolved = (fqdn: string, clusterName = '', publicAddr = '') => ({
    fqdn: apps.directory.hostOf(apps.directory.resolve({ fqdn, clusterName, publicAddr })),
  });

  api.on('GET', 'apps/:fqdn', 'session', ({ param }) => resolved(param('fqdn')));
  api.on('GET', 'apps/:fqdn/:cluster/:address', 'session', ({ param }) =>
    resolved(param('fqdn'), param('cluster'), param('address')),
  );

  api.on('POST', 'sessions/app', 'session', async (call) => {
    const sent = await call.body();
    const { caller, request } = call;
    const { session, fqdn } = apps.open({
      caller,
      remote: remoteAddressOf(request),
      hint: { fqdn: sent.text('fqdn'), clusterName: sent.text('cluster_name'), publicAddr: sent.text('public_addr') },
    });
    return { cookie_value: session.secrets.cookie, subject_cookie_value: session.secrets.subject, fqdn };
  });
}
