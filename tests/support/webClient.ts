// A signed-in user of the gateway: calls that must succeed, raw answers, terminals.
import { ApiClient } from './ApiClient.ts';
import type { Gateway } from './gateway.ts';
import { TerminalClient, type TerminalOptions } from './terminalClient.ts';

/** The password of every account without another one. */
export const DEFAULT_PASSWORD = 'correct horse battery';
const API = '/v1/webapi';

type Options = { headers?: Record<string, string> };

export class WebClient {
  #base: string;
  #api: ApiClient;

  constructor(base: string) {
    this.#base = base;
    this.#api = new ApiClient(base);
  }

  /** Sets a password for an invited account, on a gateway without a second factor, and signs in. */
  static async ofInvite(base: string, token: string, user: string): Promise<WebClient> {
    const client = new WebClient(base);
    await client.#api.accept(token, DEFAULT_PASSWORD);
    await client.signIn(user);
    return client;
  }

  /** Accepts the invitation that a gateway prints at its first start. */
  static ofFirstInvite({ base, invite = '' }: Pick<Gateway, 'base' | 'invite'>, user = 'admin'): Promise<WebClient> {
    return WebClient.ofInvite(base, new URL(invite).pathname.split('/').at(-1) ?? '', user);
  }

  get base(): string {
    return this.#base;
  }

  /** For the same gateway, restarted on another port: keeps cookies and token. */
  set base(base: string) {
    const { cookies, bearer } = this.#api;
    this.#base = base;
    this.#api = new ApiClient(base);
    this.#api.bearer = bearer;
    for (const [name, value] of cookies) this.#api.cookies.set(name, value);
  }

  get bearer(): string {
    return this.#api.bearer;
  }

  /** The headers that identify the user in a request that a test sends itself. */
  get signedIn(): Readonly<Record<string, string>> {
    return this.#api.signedIn;
  }

  get cookie(): string {
    return this.#api.cookieHeader;
  }

  async signIn(user: string, password = DEFAULT_PASSWORD): Promise<void> {
    await this.#api.openPage('/web/login');
    const answer = await this.#api.signIn(user, password);
    if (answer.status !== 200) throw new Error(`sign-in of ${user}: ${answer.status} ${answer.text}`);
  }

  async signOut(): Promise<void> {
    await this.expect('DELETE', '/sessions/web');
  }

  /** Creates an account and signs it in. The caller needs the rights to do so. */
  async invite(user: string, roles: readonly string[], logins: readonly string[] = []): Promise<WebClient> {
    await this.expect('POST', '/users', { name: user, roles, traits: { logins } });
    const { tokenId } = await this.expect('POST', '/users/password/token', { name: user, type: 'invite' });
    return WebClient.ofInvite(this.#base, String(tokenId), user);
  }

  async addRole(name: string, spec: object): Promise<void> {
    await this.expect('POST', '/roles', {
      content: JSON.stringify({ kind: 'role', version: 'v6', metadata: { name }, spec }),
    });
  }

  /** `path` below `/v1/webapi`. The body of the answer is not read yet. */
  request(method: string, path: string, body?: unknown, { headers }: Options = {}): Promise<Response> {
    return fetch(`${this.#base}${API}${path}`, {
      method,
      headers: {
        ...this.#api.signedIn,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  get(path: string, options?: Options): Promise<Response> {
    return this.request('GET', path, undefined, options);
  }

  /** The JSON of a successful answer. Any other answer fails the test. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at whatever came
  async expect(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.request(method, path, body);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** A terminal socket of the current cluster. See `TerminalClient.opened`. */
  terminal(params: object | string | undefined, options: TerminalOptions & { token?: string; site?: string } = {}) {
    const { site = '-current-' } = options;
    return this.#socket(`sites/${site}/connect`, params, options);
  }

  /** A command socket of the current cluster. */
  command(params: object | string | undefined, options: TerminalOptions = {}): TerminalClient {
    return this.#socket('command/-current-/execute', params, options);
  }

  #socket(
    path: string,
    params: object | string | undefined,
    { token = this.bearer, ...rest }: TerminalOptions & { token?: string },
  ): TerminalClient {
    const query = new URLSearchParams({
      ...(token && { access_token: token }),
      ...(params !== undefined && { params: typeof params === 'string' ? params : JSON.stringify(params) }),
    });
    const url = `${this.#base.replace(/^http/, 'ws')}${API}/${path}?${query}`;
    return new TerminalClient(url, { cookie: this.cookie, ...rest });
  }
}
