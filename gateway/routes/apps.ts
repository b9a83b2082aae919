// Opening applications (http-resources §4.2, §4.3), and the keys that their tokens verify against.
import type { FastifyInstance } from 'fastify';
import type { Gateway } from '../gateway.ts';
import { setNoStore } from '../http/headers.ts';
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

/** Public: applications verify the tokens that they get. */
export function appKeyRoute(server: FastifyInstance, { authorities }: Pick<Gateway, 'authorities'>): void {
  server.get('/.well-known/jwks.json', async (_request, reply) => {
    setNoStore(reply);
    const keys = await authorities.appTokens.publicKeys();
    return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(keys)));
  });
}
