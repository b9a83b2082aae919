// Issues a certificate for a database server to the holder of a join token for databases (http-resources §6.7).
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseGoDuration } from '../../src/wire/duration.ts';
import { SYSTEM_USER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied } from '../http/failures.ts';
import { tarOf } from '../http/tar.ts';
import { isLoopback } from '../identity/sso/trustedUrl.ts';
import { joinMethodOf, rolesOf } from '../tokens/joinToken.ts';
import type { Api } from './api.ts';

const TTL_DEFAULT_MS = 12 * 3600_000;
/** Longer lifetimes are shortened: such a certificate cannot be revoked. */
const TTL_MAX_MS = 365 * 24 * 3600_000;
const ROLE = 'Db';
const HOST_NAME_MAX_CHARS = 253;
/** A label of a hostname. Names of containers have underscores. */
const HOST_LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i;

type Parts = Pick<Gateway, 'settings' | 'stores' | 'certificates' | 'now'>;

export function signDatabaseRoutes(api: Api, { settings, stores, certificates, now }: Parts): void {
  api.on('POST', 'sites/:site/sign/db', 'limited', async ({ request, reply, body }) => {
    const roles = consume(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (!roles) throw denied('need auth');
    if (!roles.includes(ROLE)) throw denied(`required '${ROLE}' role was not provided by the token`);
    const { host, ttlMs } = toOrder(await body(), new URL(settings.publicUrl));
    const { key, certificate, authority } = await certificates.forDatabase(host, ttlMs);
    const archive = tarOf(
      [
        { name: 'server.key', text: key },
        { name: 'server.crt', text: certificate },
        { name: 'server.cas', text: authority },
      ],
      now(),
    );
    return reply
      .header('content-type', 'application/x-gzip')
      .header('content-disposition', `attachment;filename="teleport_mTLS_${host}.tar.gz"`)
      .header('accept-ranges', 'bytes')
      .header('last-modified', new Date(now()).toUTCString())
      .send(await promisify(gzip)(archive));
  });

  /**
   * Uses up a token in any case and returns the roles that may join with it. undefined if it does not exist. Tokens of
   * other methods are ignored: their names are not secrets.
   */
  function consume(name: string): readonly string[] | undefined {
    const token = name === '' ? undefined : stores.documents.find('token', name);
    if (!token || joinMethodOf(token.document) !== 'token') return undefined;
    stores.documents.delete('token', name, { by: SYSTEM_USER, nowMs: now() });
    return rolesOf(token.document);
  }
}

function toOrder(body: JsonObject, publicUrl: URL): { host: string; ttlMs: number } {
  const host = body.text('hostname');
  if (host === '') throw badRequest('missing hostname');
  if (!isServerName(host)) throw badRequest('hostname is not a host name or an address');
  if (isConsole(host, publicUrl)) {
    throw badRequest(`${host} is the address of this console and cannot be in a database certificate`);
  }
  const ttl = body.text('ttl');
  const parsed = parseGoDuration(ttl);
  if (ttl !== '' && (!parsed.ok || parsed.ms < 0))
    throw badRequest(`invalid ttl '${ttl}', use https://pkg.go.dev/time#ParseDuration format (example: 2190h)`);
  return { host, ttlMs: Math.min(parsed.ok && parsed.ms > 0 ? parsed.ms : TTL_DEFAULT_MS, TTL_MAX_MS) };
}

/** No wildcards: one token is for one server. The name also becomes part of a file name and of a header. */
const isServerName = (host: string): boolean =>
  isIP(host) === 0
    ? host.length <= HOST_NAME_MAX_CHARS && host.split('.').every((label) => HOST_LABEL.test(label))
    : !host.includes('%');

/** Clients may trust the database authority for every purpose, so it must not certify the console. */
const isConsole = (host: string, publicUrl: URL): boolean =>
  !isLoopback(publicUrl) && host.toLowerCase() === publicUrl.hostname.replace(/^\[|\]$/g, '');
