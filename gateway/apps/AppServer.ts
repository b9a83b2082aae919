// Handles every request whose host is an application's (http-resources §4.4). The host selects the application, and the
// cookies must belong to a session of that application: they never open another.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP_AUTH_PATH } from '../../src/wire/appPath.ts';
import type { Gateway } from '../gateway.ts';
import { markSignedIn } from '../http/connections.ts';
import { requestTarget } from '../http/exchange.ts';
import { ApiFailure } from '../http/failures.ts';
import { redirectToLauncher } from '../http/launcher.ts';
import { noteUser } from '../http/requestFacts.ts';
import { logFailure } from '../http/requestLog.ts';
import type { OpenTunnels } from '../http/tunnel.ts';
import type { Upgrades } from '../http/upgrades.ts';
import { pathOf } from '../http/url.ts';
import { AppAuth, clearCookies } from './appAuth.ts';
import { APP_COOKIE, SUBJECT_COOKIE, type AppFront, type AppIdentity } from './appHeaders.ts';
import type { Application } from './application.ts';
import type { AppSession } from './AppSession.ts';
import { sendFailure } from './failurePage.ts';
import { dumpRequest } from './dumpRequest.ts';
import { forwardRequest, forwardUpgrade } from './forwardRequest.ts';
import { sendText } from '../http/sendText.ts';
import { Upstreams } from './upstream.ts';

type Parts = Pick<
  Gateway,
  'apps' | 'audit' | 'settings' | 'now' | 'dialer' | 'stores' | 'accessCache' | 'authorities' | 'config' | 'onClose'
>;

const LOGOUT_PATH = '/teleport-logout';

export class AppServer {
  #parts: Parts;
  #upgrades: Upgrades;
  #auth: AppAuth;
  #upstreams: Upstreams;
  #tunnels: OpenTunnels = new Set();

  constructor(parts: Parts, upgrades: Upgrades) {
    this.#parts = parts;
    this.#upgrades = upgrades;
    this.#auth = new AppAuth(parts);
    this.#upstreams = new Upstreams(parts.dialer);
    parts.onClose(() => {
      for (const socket of this.#tunnels) socket.destroy();
      this.#upstreams.close();
    });
  }

  /** Answers the request. Resolves when the answer has started. Never rejects. */
  async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      await this.#serve(request, reply);
    } catch (error) {
      if (reply.sent || reply.raw.headersSent) return void reply.raw.destroy();
      if (!(error instanceof ApiFailure)) logFailure(request, error, 'a request for an application failed');
      const { status, message } =
        error instanceof ApiFailure ? error : new ApiFailure(500, 'The gateway could not answer this request');
      sendFailure(request, reply, status, message, this.#parts.settings.publicUrl);
    }
  }

  async #serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { apps, settings, stores } = this.#parts;
    const app = apps.directory.ofHost(request.hostname);
    const path = pathOf(request);
    if (path === APP_AUTH_PATH) return this.#auth.answer(request, reply, app);
    const { [APP_COOKIE]: cookie = '', [SUBJECT_COOKIE]: subject = '' } = request.cookies;
    if (cookie === '') return redirectToLauncher(request, reply, settings.publicUrl);
    const session = apps.find(cookie, subject);
    if (!session || !app || session.app.key !== app.key)
      return redirectToLauncher(request, reply, settings.publicUrl, { withPath: false });
    markSignedIn(request);
    noteUser(request, session.holder.user);
    if (path === LOGOUT_PATH && request.method === 'GET') {
      apps.end(session);
      clearCookies(reply);
      return sendText(reply, 200, 'Logged out.\n');
    }
    const user = stores.users.find(session.holder.user);
    // An application that the roles hide is not found (http-resources §4.3).
    if (!user || apps.refusal(session, app) !== undefined) throw new ApiFailure(404, 'Not Found');
    const identity = await this.#identity(session, app, user);
    if (reply.raw.destroyed) return; // the client has disconnected
    return this.#forward(request, reply, { app, session, identity });
  }

  #forward(
    request: FastifyRequest,
    reply: FastifyReply,
    { app, session, identity }: { app: Application; session: AppSession; identity: AppIdentity },
  ): unknown {
    const { target } = app;
    const front: AppFront = {
      proto: request.protocol === 'https' ? 'https' : 'http',
      host: request.host,
      address: request.ip,
    };
    const noted = (status: number) => this.#parts.apps.noteRequest(session, status, isByUser(request));
    if (app.dump) return dumpRequest(request, reply, { app, front, identity, noted });
    if (!target) throw new ApiFailure(501, `${app.name} cannot be opened in a browser.`);
    if (requestTarget(request) === '/' && target.pathname !== '/')
      return reply.code(302).header('location', `${front.proto}://${front.host}${target.pathname}`).send();
    const route = { app: { ...app, target }, front, identity, session, upstreams: this.#upstreams, noted };
    return this.#upgrades.isUpgrade(request)
      ? forwardUpgrade(request, reply, { ...route, upgrades: this.#upgrades, tunnels: this.#tunnels })
      : forwardRequest(request, reply, route);
  }

  async #identity(
    session: AppSession,
    { uri, claims }: Application,
    user: Parameters<Parts['accessCache']['of']>[0],
  ): Promise<AppIdentity> {
    const { accessCache, authorities, config, now } = this.#parts;
    const of = accessCache.of(user);
    const traits = Object.fromEntries(Object.entries(user.traits).filter(([, values]) => values.length > 0));
    if (session.token?.of !== of) {
      const text = authorities.appTokens.issue(
        {
          audience: uri,
          issuer: config.get().clusterName,
          user: user.name,
          roles: claims === 'traits' || claims === 'none' ? [] : user.roles,
          traits: claims === 'roles' || claims === 'none' ? {} : traits,
          expiresMs: session.expiresMs,
        },
        now(),
      );
      session.token = { of, text };
    }
    const { text } = session.token;
    try {
      return { token: await text, traits: user.traits };
    } catch (error) {
      if (session.token.text === text) session.token = undefined; // the next request retries
      throw error;
    }
  }
}

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A page that was opened, or a change. Background requests of an open page must not keep a sign-in alive. */
const isByUser = ({ method, headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' || CHANGES.has(method);
