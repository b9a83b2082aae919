// OpenID Connect (resource-specs §4). The library is loaded with the first sign-in: most gateways never need it.
import type { ClientAuth, Configuration, CustomFetchOptions } from 'openid-client';
import { parseJson, textAt } from '../../../src/lib/json.ts';
import { isLoopback, trustedUrl } from './trustedUrl.ts';
import { answerText, CALL_TIMEOUT_MS, reasonOf } from './callOut.ts';
import type { Claims } from './claimRules.ts';
import type { OidcConnector } from './connector.ts';
import { ExpiringMap } from '../expiringMap.ts';
import type { Round } from './rounds.ts';
import { SsoFailure } from './ssoFailure.ts';

/** The discovery document of a provider is read again after this time. */
const DISCOVERY_TTL_MS = 10 * 60_000;
const PROVIDERS_MAX = 100;
/** Sign-ins need no authentication to start: a provider that did not answer is asked again after this time. */
const FAILURE_TTL_MS = 30_000;
/** Between the provider's clock and the gateway's. */
const CLOCK_TOLERANCE_S = 30;
/** More than the claims of a user may have. The library decodes a token at one go, and megabytes take a second. */
const TOKEN_MAX_CHARS = 500_000;
const BASE_SCOPES = ['openid', 'email'];

const library = () => import('openid-client');

/** The OIDC client of all providers. It caches their discovery documents. */
export class OidcClients {
  #known: ExpiringMap<Configuration>;
  #failed: ExpiringMap<SsoFailure>;
  /** Requests in progress, which parallel sign-ins share. */
  #discoveries = new Map<string, Promise<Configuration>>();

  constructor(now: () => number) {
    this.#known = new ExpiringMap({ ttlMs: DISCOVERY_TTL_MS, capacity: PROVIDERS_MAX, now });
    this.#failed = new ExpiringMap({ ttlMs: FAILURE_TTL_MS, capacity: PROVIDERS_MAX, now });
  }

  /** Where users sign in. */
  async authorizeUrl(connector: OidcConnector, state: string, { proof, callback }: Round): Promise<URL> {
    const { spec } = connector;
    const { buildAuthorizationUrl } = await library();
    const prompt = spec.prompt || 'select_account';
    return buildAuthorizationUrl(await this.#configuration(connector), {
      redirect_uri: callback,
      scope: [...new Set([...BASE_SCOPES, ...spec.scope])].join(' '),
      state,
      nonce: proof.nonce,
      code_challenge: proof.challenge,
      code_challenge_method: 'S256',
      ...(prompt !== 'none' && { prompt }),
      ...(spec.acr_values !== '' && { acr_values: spec.acr_values }),
    });
  }

  /** Exchanges the answer of a callback, with the query `search`, for the claims of the user. */
  async claims(connector: OidcConnector, state: string, { proof, callback }: Round, search: string): Promise<Claims> {
    const configuration = await this.#configuration(connector);
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const answer = new URL(callback);
    answer.search = search;
    return withReason(connector, async () => {
      const tokens = await authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: proof.nonce,
        pkceCodeVerifier: proof.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no id token');
      if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      const info = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return { ...info, ...claims };
    });
  }

  async #configuration(connector: OidcConnector): Promise<Configuration> {
    const { issuer_url, client_id, client_secret } = connector.spec;
    const key = JSON.stringify([issuer_url, client_id, client_secret]);
    const cached = this.#known.get(key);
    if (cached) return cached;
    const failure = this.#failed.get(key);
    if (failure) throw failure;
    return this.#discoveries.get(key) ?? this.#ask(key, connector);
  }

  #ask(key: string, connector: OidcConnector): Promise<Configuration> {
    const discovery = this.#discover(connector)
      .then((configuration) => {
        this.#known.set(key, configuration);
        return configuration;
      })
      .catch((error: unknown) => {
        const failure = error instanceof SsoFailure ? error : new SsoFailure('callback', reasonOf(error));
        this.#failed.set(key, failure);
        throw failure;
      })
      .finally(() => this.#discoveries.delete(key));
    this.#discoveries.set(key, discovery);
    return discovery;
  }

  async #discover(connector: OidcConnector): Promise<Configuration> {
    const { issuer_url, client_id, client_secret } = connector.spec;
    const issuer = trustedUrl(issuer_url);
    if (!issuer) throw new SsoFailure('login', `issuer_url "${issuer_url}" must use https, or http on this machine`);
    // oxlint-disable-next-line typescript/no-deprecated -- their way of warning: only for this machine, see below
    const { allowInsecureRequests, clockTolerance, customFetch, discovery, enableNonRepudiationChecks } =
      await library();
    return withReason(connector, async () =>
      discovery(
        issuer,
        client_id,
        { client_secret, [clockTolerance]: CLOCK_TOLERANCE_S },
        await authentication(client_secret),
        {
          timeout: CALL_TIMEOUT_MS / 1000,
          execute: [enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowInsecureRequests] : [])],
          [customFetch]: async (url: string, { body, ...options }: CustomFetchOptions) => {
            if (!trustedUrl(url)) throw new Error(`${url} must use https, or http on this machine`);
            // A code grant sends only forms.
            const response = await fetch(url, { ...options, ...(body instanceof URLSearchParams && { body }) });
            const text = await answerText(response); // the library has no limit
            const json = parseJson(text);
            if ((json === undefined ? text : textAt(json, 'id_token')).length > TOKEN_MAX_CHARS)
              throw new Error(`the provider sends a token of more than ${TOKEN_MAX_CHARS} characters`);
            return new Response(text || null, response);
          },
        },
      ),
    );
  }
}

/** The provider's preferred method: in the header, unless it lists only other methods. */
async function authentication(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await library();
  if (secret === '') return None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    authenticate(server, ...rest);
  };
}

async function withReason<T>({ name, spec }: OidcConnector, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const action = `sign-in with "${name}" at ${spec.issuer_url}`;
    throw new SsoFailure('callback', `${action}: ${reasonOf(error)}`, { cause: error });
  }
}
