// Sign-in through identity providers (http-auth §5).
import type { FastifyRequest } from 'fastify';
import { CSRF_COOKIE } from '../../src/wire/constants.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { denied } from '../http/failures.ts';
import { PROVIDER_START_RATE } from '../http/limits.ts';
import { RateLimit } from '../http/rateLimit.ts';
import { redirect, refreshTo } from '../http/redirect.ts';
import { logFailure } from '../http/requestLog.ts';
import { parseQuery } from '../http/url.ts';
import { remoteAddressOf } from '../http/requestFacts.ts';
import { parseSshPublicKey } from '../identity/ca/sshPublicKey.ts';
import { isWellFormedCsrf } from '../identity/csrf.ts';
import { sameSecret } from '../identity/secrets.ts';
import { admit, admitConsole } from '../identity/sso/admit.ts';
import { consoleAddress, consoleError } from '../identity/sso/consoleAnswer.ts';
import { harmlessTarget } from '../identity/sso/redirectTarget.ts';
import type { ConsoleClient, Round } from '../identity/sso/rounds.ts';
import { FAILURE_PATHS, SsoFailure } from '../identity/sso/ssoFailure.ts';
import { NotAdmitted } from '../locks/refusals.ts';
import type { ConnectorKind } from '../../src/wire/connectors.ts';
import type { Api, Call } from './api.ts';

type Parts = Pick<
  Gateway,
  | 'stores'
  | 'audit'
  | 'refusedSignIns'
  | 'accessCache'
  | 'locks'
  | 'sessions'
  | 'certificates'
  | 'sso'
  | 'settings'
  | 'now'
>;

export function ssoRoutes(api: Api, gateway: Parts): void {
  const { refusedSignIns, sso, settings, now } = gateway;
  /**
   * A sign-in needs no authentication to start. Above the rate it is redirected to the page of other failures
   * (http-auth §5.1).
   */
  const starts = new RateLimit(now, PROVIDER_START_RATE);

  /** Logs the reason in both logs. The user sees a page. */
  const note = (request: FastifyRequest, kind: ConnectorKind, error: unknown): SsoFailure => {
    const failure = toSsoFailure(error);
    const { message } = failure;
    const from = remoteAddressOf(request);
    const isWritten = refusedSignIns.record('user.login', request.ip, {
      code: 'T1001W',
      method: kind,
      success: false,
      error: message,
      message,
      'addr.remote': from,
    });
    if (isWritten) {
      logFailure(request, failure.cause ?? failure, 'sign-in through a provider failed', {
        level: 'warn',
        reason: message,
      });
    }
    return failure;
  };

  /** The redirect of a browser that starts a sign-in. */
  const start = async (kind: ConnectorKind, request: FastifyRequest): Promise<string> => {
    if (!starts.allows(request.ip)) return FAILURE_PATHS.login;
    const search = searchOf(request);
    const redirect = redirectUrlOf(search);
    const csrf = request.cookies[CSRF_COOKIE] ?? '';
    if (redirect === '' || !isWellFormedCsrf(csrf)) return FAILURE_PATHS.login;
    const redirectUrl = harmlessTarget(redirect, settings.publicUrl);
    const name = parseQuery(search).get('connector_id') ?? '';
    try {
      return (await sso.start(kind, name, { kind: 'web', csrf, redirectUrl }, askingOf(request))).href;
    } catch (error) {
      note(request, kind, error);
      return FAILURE_PATHS.login;
    }
  };

  /** The redirect of a browser that comes back from a provider. */
  const finish = async (kind: ConnectorKind, { request, reply, param }: Call): Promise<string> => {
    const search = searchOf(request);
    const query = parseQuery(search);
    const get = (name: string) => query.get(name) ?? '';
    let round: Round | undefined;
    try {
      round = sso.take(kind, get('state'), param('connector'));
      if (!round) throw new SsoFailure('callback', 'the answer does not belong to a running sign-in');
      requireSameBrowser(round, request);
      const provided = await sso.account(round, { search, get });
      const { client } = round;
      if (client.kind === 'console') return await admitConsole(gateway, round, client, provided, request);
      admit(gateway, round, provided, request, reply);
      return client.redirectUrl;
    } catch (error) {
      const failure = note(request, kind, error);
      return round?.client.kind === 'console'
        ? consoleError(round.client.redirectUrl, failure.message)
        : FAILURE_PATHS[failure.page];
    }
  };

  for (const kind of ['github', 'oidc'] as const) {
    api.on('GET', `${kind}/login/web`, 'public', async ({ request, reply }) =>
      redirect(reply, await start(kind, request)),
    );
    for (const path of [`${kind}/callback`, `${kind}/callback/:connector`] as const) {
      api.on('GET', path, 'public', async (call) => refreshTo(call.reply, await finish(kind, call)));
    }
    api.on('POST', `${kind}/login/console`, 'limited', async ({ request, body }) => {
      const sent = await body();
      try {
        const address = await sso.start(kind, sent.text('connector_id'), toConsoleClient(sent), askingOf(request));
        return { redirect_url: address.href };
      } catch (error) {
        note(request, kind, error);
        throw denied(CONSOLE_REFUSED);
      }
    });
  }
}

function toSsoFailure(error: unknown): SsoFailure {
  if (error instanceof SsoFailure) return error;
  return error instanceof NotAdmitted
    ? new SsoFailure('callback', error.reason)
    : new SsoFailure('callback', UNEXPECTED, { cause: error });
}

const UNEXPECTED = 'the gateway could not finish the sign-in';
const CONSOLE_REFUSED = "Failed to login. Please check Teleport's log for more details.";

const askingOf = ({ host, ip }: FastifyRequest) => ({ host, address: ip });

/** The unchanged query. */
const searchOf = ({ url }: FastifyRequest): string => url.slice(url.indexOf('?') + 1 || url.length);

/** Everything from the first `&redirect_url=` up to a second one. It may contain bare ampersands (http-auth §5.1). */
function redirectUrlOf(search: string): string {
  const raw = search.split('&redirect_url=')[1] ?? '';
  return parseQuery(`it=${raw.replaceAll('&', '%26').replaceAll(';', '%3B')}`).get('it') ?? '';
}

/**
 * Prevents an attacker from making another browser open the attacker's answer, which would sign it in as the attacker.
 */
function requireSameBrowser({ client }: Round, request: FastifyRequest): void {
  if (client.kind === 'web' && !sameSecret(client.csrf, request.cookies[CSRF_COOKIE] ?? '')) {
    throw new SsoFailure('login', 'the answer came to a different browser than the request');
  }
}

/** http-auth §5.3. */
function toConsoleClient(sent: JsonObject): ConsoleClient {
  const missing = ['redirect_url', 'public_key', 'connector_id'].find((field) => sent.text(field) === '');
  if (missing !== undefined) throw new SsoFailure('login', `missing ${missing}`);
  const redirectUrl = consoleAddress(sent.text('redirect_url'));
  if (!redirectUrl) throw new SsoFailure('login', 'redirect_url is not an address of this machine');
  const ttlNs = sent.raw('cert_ttl') ?? 0;
  if (typeof ttlNs !== 'number' || !(ttlNs >= 0))
    throw new SsoFailure('login', 'cert_ttl is not a number of nanoseconds');
  const publicKey = parseSshPublicKey(Buffer.from(sent.bytes('public_key')).toString('utf8'));
  return { kind: 'console', redirectUrl, publicKey, ttlMs: ttlNs / 1e6 };
}
