// A browser that goes through a sign-in at an identity provider: there, the provider's pages, and back.
import { SESSION_COOKIE } from '../../src/wire/constants.ts';
import type { Answer, ApiClient } from './ApiClient.ts';

type Provider = { approve(authorizeUrl: string, login?: string): Promise<URL> };
/** Where the page of the callback leads, and whether it signed in. */
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

  /** Opens the login page, which gives the anti-forgery cookie. */
  static async open(client: ApiClient, kind: 'github' | 'oidc', connector: string): Promise<SsoBrowser> {
    await client.openPage('/web/login');
    return new SsoBrowser(client, kind, connector);
  }

  /** A page as this browser sees it. */
  get(path: string): Promise<Answer> {
    return this.client.send({ method: 'GET', path, headers: { cookie: this.client.cookieHeader } });
  }

  start(redirectUrl: string): Promise<Answer> {
    return this.get(`${this.#path}/login/web?connector_id=${this.#connector}&redirect_url=${encodeURI(redirectUrl)}`);
  }

  /** Begins a round; gives the provider's address. */
  async begin(redirectUrl = 'http://localhost:3080/web'): Promise<string> {
    const { status, headers } = await this.start(redirectUrl);
    if (status !== 302) throw new Error(`the sign-in did not begin: ${status}`);
    return headers.location ?? '';
  }

  /** Follows the provider's redirect to us; only its path and query count. */
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
