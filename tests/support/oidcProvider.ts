// A real OpenID provider on loopback with its own keys and pages for sign-in and consent. It accepts any password.
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Configuration } from 'oidc-provider';

type Claims = Record<string, unknown>;

export type OidcProvider = {
  /** `http://127.0.0.1:41234` */
  issuer: string;
  /** Claims of each user who signs in, in addition to `sub`, which is the entered name. */
  claims: Claims;
  /** Changes the claims of every ID token, which is signed again, or replaces the token. */
  tamper: ((claims: Claims, sign: (claims: Claims) => string) => string) | undefined;
  /** How the client authenticated, for each call. */
  tokenCalls: { authorization: string | undefined }[];
  /** Signs in and consents as a browser does. Resolves with the address of the last redirect. */
  approve(authorizeUrl: string, login?: string): Promise<URL>;
  stop(): Promise<void>;
};

export const OIDC_CLIENT = { id: 'postern', secret: 'a secret of the client' };

type Options = {
  redirectUris: readonly string[];
  /** How the client authenticates. */
  authMethod?: 'client_secret_basic' | 'client_secret_post';
  /** Names of the claims of the scope `groups`. */
  groupClaims?: readonly string[];
};

export async function startOidc({
  redirectUris,
  authMethod = 'client_secret_basic',
  groupClaims = ['groups', 'department'],
}: Options): Promise<OidcProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { Provider } = await quietly(() => import('oidc-provider'));
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const configuration: Configuration = {
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: authMethod,
      },
    ],
    clientAuthMethods: [authMethod],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: [...groupClaims] },
    scopes: ['openid', 'email', 'groups'],
    cookies: { keys: ['a key for cookies'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] as never },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...self.claims }) }),
    pkce: { required: () => true },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  };
  const provider = await quietly(async () => new Provider(issuer, configuration));
  provider.use(async (context, next) => {
    await next();
    if (context.path !== '/token') return;
    self.tokenCalls.push({ authorization: context.headers.authorization });
    const body = context.body as { id_token?: string };
    if (self.tamper && body.id_token !== undefined) {
      body.id_token = self.tamper(readClaims(body.id_token), (claims) => signed(claims, privateKey));
    }
  });
  const handle = provider.callback();
  server.on('request', (request, response) => void handle(request, response));

  const self: OidcProvider = {
    issuer,
    claims: { email: 'ann@example.com', email_verified: true, groups: ['ops'] },
    tamper: undefined,
    tokenCalls: [],
    approve: (authorizeUrl, login = 'ann') => walk(authorizeUrl, issuer, login),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;
}

/** Silences the library's warnings about the runtime and about defaults that suffice for tests. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { info, warn } = console;
  console.info = console.warn = () => undefined;
  try {
    return await work();
  } finally {
    Object.assign(console, { info, warn });
  }
}

/** Follows redirects and sends forms until a redirect leaves the provider. */
async function walk(start: string, issuer: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      form = undefined;
      if (url.origin !== issuer) return url;
      continue;
    }
    const action = /<form[^>]* action="([^"]*)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`the provider answered ${response.status}: ${page}`);
    url = new URL(action, url);
    const prompt = /name="prompt" value="([^"]*)"/.exec(page)?.[1] ?? '';
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'x' }) });
  }
  throw new Error('the provider does not come to an end');
}

const readClaims = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as Claims;

function signed(claims: Claims, key: KeyObject): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: 'k1', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
}
