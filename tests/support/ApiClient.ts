// One browser with its own cookies, anti-forgery value, bearer token and address.
import { request, type IncomingHttpHeaders } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { CSRF_COOKIE } from '../../src/wire/constants.ts';

export type Sent = {
  method: string;
  /** The path exactly as in the request line. */
  path: string;
  /** Headers in addition to Host, Accept, Content-Type and Content-Length. `undefined` omits one of those. */
  headers?: Record<string, string | undefined>;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: unknown };

const WEBAPI = '/v1/webapi';
let clients = 0;

export class ApiClient {
  readonly cookies = new Map<string, string>();
  bearer = '';
  #base: URL;
  #address: string;

  /** Each client has another loopback address, so that clients do not share a rate limit. */
  constructor(base: string) {
    this.#base = new URL(base);
    clients += 1;
    this.#address = `127.77.${(process.pid & 127) + 1}.${(clients % 250) + 1}`;
  }

  get csrf(): string {
    return this.cookies.get(CSRF_COOKIE) ?? '';
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** The headers that a signed-in console sends with every call. */
  get signedIn(): Record<string, string> {
    return { cookie: this.cookieHeader, authorization: `Bearer ${this.bearer}`, 'x-csrf-token': this.csrf };
  }

  /**
   * Sends exactly this request: only `headers` identify the client. Keeps the cookies and the bearer token of the
   * answer.
   */
  send({ method, path, headers = {}, body }: Sent): Promise<Answer> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const send = this.#base.protocol === 'https:' ? requestOverTls : request;
      const call = send(
        {
          host: '127.0.0.1',
          port: this.#base.port,
          localAddress: this.#address,
          method,
          path,
          headers: withoutBlanks({
            host: this.#base.host,
            accept: 'application/json',
            ...(text !== undefined && {
              'content-type': 'application/json; charset=utf-8',
              'content-length': String(Buffer.byteLength(text)),
            }),
            ...headers,
          }),
          agent: false,
          rejectUnauthorized: false, // certificates of tests are self-signed
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const { statusCode = 0, headers: had } = response;
            resolve(
              this.#learnFrom({ status: statusCode, headers: had, text: text, json: toJson(text) }, headers['cookie']),
            );
          });
        },
      );
      call.on('error', reject);
      call.end(text);
    });
  }

  /** A call of the signed-in console below `W/`. */
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.send({
      method,
      path: `${WEBAPI}/${path}`,
      headers: this.signedIn,
      ...(body !== undefined && { body }),
    });
  }

  /** Opens a console page. It contains the anti-forgery value and, for a signed-in user, the bearer token. */
  openPage(path = '/web'): Promise<Answer> {
    return this.send({ method: 'GET', path, headers: { cookie: this.cookieHeader } });
  }

  /** Completes an invitation without a second factor. */
  async accept(token: string, password: string): Promise<void> {
    await this.openPage(`/web/invite/${token}`);
    const answer = await this.send({
      method: 'PUT',
      path: `${WEBAPI}/users/password/token`,
      headers: { cookie: this.cookieHeader, 'x-csrf-token': this.csrf },
      body: { token, password: Buffer.from(password).toString('base64') },
    });
    if (answer.status !== 200) throw new Error(`the invitation was refused: ${answer.text}`);
    await this.openPage();
  }

  signIn(user: string, pass: string, code = ''): Promise<Answer> {
    return this.send({
      method: 'POST',
      path: `${WEBAPI}/sessions/web`,
      headers: { cookie: this.cookieHeader, 'x-csrf-token': this.csrf },
      body: { user, pass, second_factor_token: code },
    });
  }

  /** For an administrator: creates an account and returns the token of its invitation. */
  async invite(name: string, roles: readonly string[]): Promise<string> {
    await this.call('POST', 'users', { name, roles });
    const { json } = await this.call('POST', 'users/password/token', { name, type: 'invite' });
    return (json as { tokenId: string }).tokenId;
  }

  #learnFrom(answer: Answer, sentCookies = ''): Answer {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value !== '') this.cookies.set(name, value);
      // Deletes only a cookie that was sent: a test may send a cookie that is not this browser's.
      else if (sentCookies.includes(`${name}=${this.cookies.get(name) ?? ''}`)) this.cookies.delete(name);
    }
    const inPage = /name="grv_bearer_token" content="([^"]*)"/.exec(answer.text)?.[1];
    const session = inPage === undefined ? answer.json : toJson(Buffer.from(inPage, 'base64').toString('utf8'));
    const { type, token } = (session ?? {}) as { type?: unknown; token?: unknown };
    if (type === 'Bearer' && typeof token === 'string') this.bearer = token;
    return answer;
  }
}

const withoutBlanks = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
