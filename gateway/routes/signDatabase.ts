// A certificate for a database server, for whoever holds a join token for databases (http-resources §6.7).
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseGoDuration } from '../../src/wire/duration.ts';
import { SYSTEM_USER } from '../audit/events.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { badRequest, denied } from '../http/failures.ts';
import { tarOf } from '../http/tar.ts';
import { rolesOf } from '../tokens/joinToken.ts';
import type { Api } from './api.ts';

const TTL_DEFAULT_MS = 12 * 3600_000;
const ROLE = 'Db';
/** A host name or an address: it becomes part of a file name and of a header. */
const HOST_NAME = /^[A-Za-z0-9._:*-]{1,253}$/;

export function signDatabaseRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'certificates' | 'now'>): void {
  const { stores, certificates, now } = gateway;

  api.on('POST', 'sites/:site/sign/db', 'public', async ({ request, reply, body }) => {
    const roles = consume(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
    if (!roles) throw denied('need auth');
    if (!roles.includes(ROLE)) throw denied(`required '${ROLE}' role was not provided by the token`);
    const { host, ttlMs } = toOrder(await body());
    const { key, certificate, authority } = await certificates.forServer(host, ttlMs);
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

  /** What may join with the token, which is gone from then on, whatever follows; undefined where there is none. */
  function consume(name: string): readonly string[] | undefined {
    const token = name === '' ? undefined : stores.documents.find('token', name);
    if (!token) return undefined;
    stores.documents.delete('token', name, { by: SYSTEM_USER, nowMs: now() });
    return rolesOf(token.document);
  }
}

function toOrder(body: JsonObject): { host: string; ttlMs: number } {
  const host = body.text('hostname');
  if (host === '') throw badRequest('missing hostname');
  if (!HOST_NAME.test(host)) throw badRequest('hostname is neither a host name nor an address');
  const ttl = body.text('ttl');
  const parsed = parseGoDuration(ttl);
  if (ttl !== '' && (!parsed.ok || parsed.ms < 0))
    throw badRequest(`invalid ttl '${ttl}', use https://pkg.go.dev/time#ParseDuration format (example: 2190h)`);
  return { host, ttlMs: parsed.ok && parsed.ms > 0 ? parsed.ms : TTL_DEFAULT_MS };
}
