// What is worth a word at the start about the cluster behind the relay.
import type { Cluster } from './cluster.ts';
import { get } from './get.ts';
import { whyUnreachable } from './unreachable.ts';

const PING_SILENCE_MAX_MS = 5_000;
const OLDEST_MAJOR = 13;

/** The part of the ping that is read (http-auth §6.4). */
type Ping = { version: string; rpId?: string };

/** Asks the cluster once. Never rejects: a cluster that is down now may be up in a minute. */
export async function greetCluster(cluster: Cluster, ownUrl: string): Promise<string[]> {
  try {
    const { status, headers, text } = await get(
      cluster,
      '/webapi/ping',
      { accept: 'application/json' },
      PING_SILENCE_MAX_MS,
    );
    const elsewhere = headers.location?.includes('/web/launch/') ? headers.location : undefined;
    if (elsewhere)
      return [`the cluster does not know itself as ${cluster.origin}; its address is ${new URL(elsewhere).origin}`];
    const ping = readPing(text);
    if (!ping) return [`${cluster.origin} answers, but not as the proxy of a cluster (/webapi/ping: status ${status})`];
    return [...versionNotice(ping), ...passkeyNotice(ping, new URL(ownUrl).hostname), ...limitNotice(cluster)];
  } catch (error) {
    const hint = cluster.knowsClients ? '; --proxy-protocol is given, does its proxy read the PROXY protocol?' : '';
    return [`${whyUnreachable(cluster.origin, error)}; every request tries again${hint}`];
  }
}

function versionNotice({ version }: Ping): string[] {
  const major = Number.parseInt(version, 10);
  return major >= OLDEST_MAJOR ? [] : [`the cluster runs ${version}; ${OLDEST_MAJOR} and newer are known to work`];
}

/** A cluster limits sign-ins per address, and reads no header for it (cluster-behaviour.md). */
const limitNotice = ({ knowsClients }: Cluster): string[] =>
  knowsClients
    ? []
    : [
        'all users share one limit of about ten sign-ins a minute, since the cluster sees one address; ' +
          'if its proxy reads the PROXY protocol, start with --proxy-protocol',
      ];

/** Keys are bound to a domain: browsers offer them only on it and below it. */
function passkeyNotice({ rpId }: Ping, host: string): string[] {
  if (rpId === undefined || host === rpId || host.endsWith(`.${rpId}`)) return [];
  return [
    `passkeys and hardware keys of this cluster work only at ${rpId} and below, not at ${host}; sign in with a one-time code here`,
  ];
}

/** undefined for what no cluster would answer. */
export function readPing(text: string): Ping | undefined {
  const ping = parse(text);
  const version = member(ping, 'server_version');
  const rpId = member(member(member(ping, 'auth'), 'webauthn'), 'rp_id');
  if (typeof version !== 'string') return undefined;
  return { version, ...(typeof rpId === 'string' && { rpId }) };
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
