// Start notices about the cluster behind the relay.
import type { Cluster } from './cluster.ts';
import { get } from './get.ts';
import { whyUnreachable } from './unreachable.ts';

const PING_SILENCE_MAX_MS = 5_000;
const OLDEST_MAJOR = 13;
/**
 * From this version on, sockets have other addresses, and some calls of the console do not exist. http-resources §21
 * describes 18.0.
 */
const CHANGED_MAJOR = 16;

/** The used part of the ping (http-auth §6.4). */
type Ping = { version: string; rpId?: string };

/** Asks the cluster once. Never rejects: an unavailable cluster may be available in a minute. */
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
      return [`${cluster.origin} is not the cluster’s own address. The cluster uses ${new URL(elsewhere).origin}`];
    const ping = readPing(text);
    if (!ping) return [`${cluster.origin} answers, but is not the proxy of a cluster (/webapi/ping: status ${status})`];
    return [...versionNotice(ping), ...passkeyNotice(ping, new URL(ownUrl).hostname), ...limitNotice(cluster)];
  } catch (error) {
    const hint = cluster.knowsClients ? '. With --proxy-protocol, check that its proxy reads the PROXY protocol' : '';
    return [`${whyUnreachable(cluster.origin, error)}. Every request tries again${hint}`];
  }
}

function versionNotice({ version }: Ping): string[] {
  const major = Number.parseInt(version, 10);
  if (!(major >= OLDEST_MAJOR))
    return [`the cluster runs ${version}. Versions ${OLDEST_MAJOR} to ${CHANGED_MAJOR - 1} are supported`];
  const lost = 'terminals, desktops, commands on servers and recordings of terminals do not work';
  return major < CHANGED_MAJOR ? [] : [`the cluster runs ${version}. From version ${CHANGED_MAJOR} on ${lost}`];
}

/** A cluster limits sign-ins per address, and reads the address from no header (cluster-behaviour.md). */
const limitNotice = ({ knowsClients }: Cluster): string[] =>
  knowsClients
    ? []
    : [
        'all users share one limit of about ten sign-ins a minute, because the cluster sees one address. ' +
          'If its proxy reads the PROXY protocol, start with --proxy-protocol',
      ];

/** Keys are bound to a domain: browsers offer them only on it and below it. */
function passkeyNotice({ rpId }: Ping, host: string): string[] {
  if (rpId === undefined || host === rpId || host.endsWith(`.${rpId}`)) return [];
  return [
    `passkeys and hardware keys of this cluster work only at ${rpId} and below, not at ${host}. Sign in with a one-time code here`,
  ];
}

/** undefined for an answer that no cluster would send. */
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
