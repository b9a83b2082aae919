// `/x-teleport-auth`: the console's page sends the values of a session to the application's host, which sets them as
// cookies (http-resources §4.4). Only the console's origin may do so: otherwise an attacker could sign a user in with
// another account.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathAt } from '../../src/wire/appPath.ts';
import type { Gateway } from '../gateway.ts';
import { AnonymousBodies, requireSmallHeader } from '../http/anonymousRequest.ts';
import { setNoStore } from '../http/headers.ts';
import { RateLimit } from '../http/rateLimit.ts';
import { refreshTo } from '../http/redirect.ts';
import type { Application } from './application.ts';
import { APP_COOKIE, SUBJECT_COOKIE } from './appHeaders.ts';
import { sendText } from '../http/sendText.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';

type Parts = Pick<Gateway, 'apps' | 'audit' | 'settings' | 'now'>;

const CROSS_ORIGIN = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'X-Cookie-Value, X-Subject-Cookie-Value',
};
const FORM = 'application/x-www-form-urlencoded';
/** Limit of a hostname in an event. */
const HOST_MAX_CHARS = 255;

export class AppAuth {
  #parts: Parts;
  #bodies = new AnonymousBodies();
  #noted: RateLimit;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#noted = new RateLimit(parts.now);
  }

  /**
   * `app`: the application of the request's host. undefined on the console's own host, where no sign-in is possible.
   */
  async answer(request: FastifyRequest, reply: FastifyReply, app: Application | undefined): Promise<FastifyReply> {
    requireSmallHeader(request);
    if (request.method !== 'POST' && request.method !== 'OPTIONS')
      return sendText(reply.header('allow', 'OPTIONS, POST'), 405, 'Method Not Allowed\n');
    reply.headers(CROSS_ORIGIN);
    const { origin } = request.headers;
    if (origin === undefined || origin === 'null') return reply.code(403).send();
    if (!URL.canParse(origin)) return reply.code(400).send();
    if (hostAndPort(origin) !== hostAndPort(this.#parts.settings.publicUrl)) return reply.code(403).send();
    reply.header('access-control-allow-origin', origin);
    if (request.method === 'OPTIONS') return reply.send();
    setNoStore(reply);
    const [type = ''] = (request.headers['content-type'] ?? '').split(';');
    return type.trim().toLowerCase() === FORM
      ? this.#byForm(request, reply, app)
      : this.#byHeaders(request, reply, app);
  }

  async #byForm(request: FastifyRequest, reply: FastifyReply, app: Application | undefined): Promise<FastifyReply> {
    const form = await this.#bodies.readForm(request, reply);
    const [cookie, subject] = [form.get('cookie_value') ?? '', form.get('subject_cookie_value') ?? ''];
    if (!this.#isGood(app, cookie, subject)) return this.#refuse(request, reply, cookie);
    setCookies(reply, cookie, subject, 'lax');
    // Not a redirect: it would continue the navigation of the console's page. Then the page's policy would block
    // redirects to other sites, and the application's SameSite cookies would be missing.
    return refreshTo(reply, pathAt(`${request.protocol}://${request.host}`, form.get('path') ?? '/'));
  }

  async #byHeaders(request: FastifyRequest, reply: FastifyReply, app: Application | undefined): Promise<FastifyReply> {
    const [cookie, subject] = [headerOf(request, 'x-cookie-value'), headerOf(request, 'x-subject-cookie-value')];
    if (!this.#isGood(app, cookie, subject)) return this.#refuse(request, reply, cookie);
    setCookies(reply, cookie, subject, 'none');
    return reply.send();
  }

  #isGood(app: Application | undefined, cookie: string, subject: string): boolean {
    const session = this.#parts.apps.find(cookie, subject);
    return session !== undefined && session.app.key === app?.key;
  }

  /** Unauthenticated clients can cause the event, so its rate is limited for each address. */
  #refuse(request: FastifyRequest, reply: FastifyReply, cookie: string): FastifyReply {
    const { apps, audit } = this.#parts;
    if (this.#noted.allows(request.ip))
      audit.emit('auth', {
        code: 'T3007W',
        user: 'unknown',
        login: apps.ownerOf(cookie) ?? '',
        success: false,
        error: 'the values for the session of an application do not match',
        'addr.local': request.host.slice(0, HOST_MAX_CHARS),
        'addr.remote': remoteAddressOf(request),
      });
    return sendText(reply, 403, 'Forbidden\n');
  }
}

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const hostAndPort = (address: string): string => {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`;
};

function setCookies(reply: FastifyReply, cookie: string, subject: string, sameSite: 'lax' | 'none'): void {
  const attributes = { path: '/', httpOnly: true, secure: true, sameSite } as const;
  reply.setCookie(APP_COOKIE, cookie, attributes).setCookie(SUBJECT_COOKIE, subject, attributes);
}

/** [http-resources §4.4] */
export function clearCookies(reply: FastifyReply): void {
  const expired = { path: '/', httpOnly: true, secure: true, sameSite: 'lax', expires: new Date(0) } as const;
  reply.setCookie(APP_COOKIE, '', expired).setCookie(SUBJECT_COOKIE, '', expired);
}
