// Documents for applications and clouds to verify the gateway's tokens (http-resources §4.5, §14.2).
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Gateway } from '../gateway.ts';
import { setNoStore } from '../http/headers.ts';
import type { RateLimit } from '../http/rateLimit.ts';
import { sendAs } from '../http/sendText.ts';
import { OIDC_CLAIMS } from '../identity/ca/OidcKeys.ts';

type Parts = Pick<Gateway, 'authorities' | 'settings' | 'now'>;

const OIDC_KEYS = '/.well-known/jwks-oidc';

/** Public, at the root. Those for clouds have a rate limit for each address, like in a cluster. */
export function wellKnownRoutes(
  server: FastifyInstance,
  { authorities, settings, now }: Parts,
  limit: Pick<RateLimit, 'take'>,
): void {
  server.get('/.well-known/jwks.json', async (_request, reply) =>
    sendJson(reply, await authorities.appTokens.publicKeys()),
  );

  server.get('/.well-known/openid-configuration', (request, reply) => {
    limit.take(request.ip);
    const issuer = settings.publicUrl;
    return sendJson(reply, {
      issuer,
      jwks_uri: `${issuer}${OIDC_KEYS}`,
      claims: OIDC_CLAIMS,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['id_token'],
      scopes_supported: ['openid'],
      subject_types_supported: ['public', 'pair-wise'],
    });
  });

  server.get(OIDC_KEYS, async (request, reply) => {
    limit.take(request.ip);
    return sendJson(reply, await authorities.oidcKeys.publicKeys(now()));
  });
}

function sendJson(reply: FastifyReply, body: object): FastifyReply {
  setNoStore(reply);
  return sendAs(reply, 'application/json', JSON.stringify(body));
}
