// A browser that signs in at an identity provider, from the login page to the callback.
import { SESSION_COOKIE } from '../../src/wire/constants.ts';
import type { Answer, ApiClient } from './ApiClient.ts';

type Provider = { approve(authorizeUrl: string, login?: string): Promise<URL> };
/** The target of the callback page, and whether it signed in. */
type Outcome = { signedIn: boolean; target: string | undefined };

export class SsoBrowser {
  readonly client: ApiClient;
  #path: string;
  #connector: string;

  private constructor(client: ApiClient, kind: string, connector: string) {
    this.client = client;
    this.#path = `/v1/webapi/${kind}`;
    this.#connector = connector;
  }

  /** Opens the login page, which sets the anti-forgery cookie. */
  static async open(client: ApiClient, kind: 'github' | 'oidc', connector: string): Promise<SsoBrowser> {
    await client.openPage('/web/login');
    return new SsoBrowser(client, kind, connector);
  }

  /** Reads a page as this browser. */
  get(path: string): Promise<Answer> {
    return this.client.send({ method: 'GET', path, headers: { cookie: this.client.cookieHeader } });
  }

  start(redirectUrl: string): Promise<Answer> {
    return this.get(`${this.#path}/login/web?connector_id=${this.#connector}&redirect_url=${encodeURI(redirectUrl)}`);
  }

  /** Begins a sign-in. Returns the provider's address. */
  async begin(redirectUrl = 'http://localhost:3080/web'): Promise<string> {
    const { status, headers } = await this.start(redirectUrl);
    if (status !== 302) throw new Error(`the sign-in did not begin: ${status}`);
    return headers.location ?? '';
  }

  /** Follows the provider's redirect to the gateway. Only its path and query count. */
  async comeBack({ pathname, search }: URL): Promise<Outcome> {
    const answer = await this.get(pathname + search);
    return { signedIn: isSignedIn(answer), target: targetOf(answer) };
  }

  async signIn(provider: Provider, login?: string): Promise<Outcome> {
    return this.comeBack(await provider.approve(await this.begin(), login));
  }
}

export const targetOf = ({ text }: Answer): string | undefined =>
  /content="0;URL='([^']*)'"/.exec(text)?.[1]?.replaceAll('&amp;', '&');

export const isSignedIn = ({ headers }: Answer): boolean =>
  (headers['set-cookie'] ?? []).some((cookie) => cookie.startsWith(`${SESSION_COOKIE}=7b22`));
