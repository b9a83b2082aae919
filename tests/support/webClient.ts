// A browser's part of the contract without a browser: cookies, anti-forgery value, bearer token.
import { TerminalClient, type TerminalOptions } from './terminalClient.ts';

const PASSWORD = 'correct horse battery';
const API = '/v1/webapi';

type Options = { headers?: Record<string, string> };

export class WebClient {
  /** May be changed where the same gateway is started again at another port. */
  base: string;
  bearer = '';
  #cookies = new Map<string, string>();
  #csrf = '';

  constructor(base: string) {
    this.base = base;
  }

  /** Sets a password for an invited account, on a gateway that asks no second factor, and signs in. */
  static async ofInvite(base: string, token: string, user: string): Promise<WebClient> {
    const client = new WebClient(base);
    await client.#openPage('/web/login');
    const body = { token, password: Buffer.from(PASSWORD).toString('base64'), second_factor_token: '' };
    await client.expect('PUT', '/users/password/token', body);
    await client.signIn(user);
    return client;
  }

  async signIn(user: string): Promise<void> {
    await this.#openPage('/web/login');
    this.bearer = '';
    const session = await this.expect('POST', '/sessions/web', { user, pass: PASSWORD, second_factor_token: '' });
    this.bearer = String(session.token);
  }

  async signOut(): Promise<void> {
    await this.expect('DELETE', '/sessions/web');
  }

  /** Makes an account and signs it in. The caller needs the rights to. */
  async invite(user: string, roles: readonly string[], logins: readonly string[] = []): Promise<WebClient> {
    await this.expect('POST', '/users', { name: user, roles, traits: { logins } });
    const { tokenId } = await this.expect('POST', '/users/password/token', { name: user, type: 'invite' });
    return WebClient.ofInvite(this.base, String(tokenId), user);
  }

  async addRole(name: string, spec: object): Promise<void> {
    await this.expect('POST', '/roles', {
      content: JSON.stringify({ kind: 'role', version: 'v6', metadata: { name }, spec }),
    });
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** `path` below `/v1/webapi`. */
  async request(method: string, path: string, body?: unknown, { headers }: Options = {}): Promise<Response> {
    const answer = await fetch(`${this.base}${API}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'X-CSRF-Token': this.#csrf,
        ...(this.bearer && { authorization: `Bearer ${this.bearer}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.#keepCookies(answer);
    return answer;
  }

  get(path: string, options?: Options): Promise<Response> {
    return this.request('GET', path, undefined, options);
  }

  /** The JSON of a good answer; fails the test for any other. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look at whatever came
  async expect(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.request(method, path, body);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** A terminal socket of the own cluster; see `TerminalClient.opened`. */
  terminal(params: object | string | undefined, options: TerminalOptions & { token?: string; site?: string } = {}) {
    const { token = this.bearer, site = '-current-', ...rest } = options;
    const query = new URLSearchParams({
      ...(token && { access_token: token }),
      ...(params !== undefined && { params: typeof params === 'string' ? params : JSON.stringify(params) }),
    });
    const url = `${this.base.replace(/^http/, 'ws')}${API}/sites/${site}/connect?${query}`;
    return new TerminalClient(url, { cookie: this.cookie, ...rest });
  }

  async #openPage(path: string): Promise<void> {
    const page = await fetch(this.base + path, { headers: { cookie: this.cookie } });
    this.#keepCookies(page);
    this.#csrf = /grv_csrf_token"\s+content="([^"]*)"/.exec(await page.text())?.[1] ?? '';
  }

  #keepCookies(answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
