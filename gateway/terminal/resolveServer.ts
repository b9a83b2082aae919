// Finds the machine that a `server_id` means (streams §3.1).
import type { Access } from '../../src/access/access.ts';
import { textAt } from '../../src/lib/json.ts';
import { badRequest, notFound } from '../http/failures.ts';
import { SSH_PORT } from '../config/hostAddress.ts';
import type { Entry } from '../inventory/entry.ts';
import { serversAt } from '../inventory/hostNames.ts';
import type { InventoryStore } from '../store/inventory.ts';
import type { TargetNode } from './target.ts';

/** The server in the session's metadata: partly as the client asked for it. Port 0: none was given. */
export type AskedServer = { id: string; hostname: string; port: number };

/**
 * A text that matches no server, or several, is not refused before the upgrade: the terminal shows the error.
 * `isListed`: the inventory has the host, but at another port or hidden from the caller.
 */
export type ResolvedServer = { requested: AskedServer } & (
  { kind: 'found'; entry: Entry } | { kind: 'unknown'; isListed: boolean } | { kind: 'ambiguous' }
);

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PORT_MAX = 65_535;
/** Longer than any hostname. The audit log stores what was asked for. */
const ASKED_MAX_CHARACTERS = 300;
/** With more servers at one address and port, the meant one cannot be found. */
const SERVERS_AT_HOST_MAX = 100;

/**
 * Throws the refusals that come before the upgrade. A server that the caller may not see counts as missing. `anyHost`:
 * users may connect to hosts outside the inventory, so each spelling of the address of a listed server means that
 * server.
 */
export function resolveServer(
  inventory: InventoryStore,
  access: Access,
  text: string,
  anyHost: boolean,
): ResolvedServer {
  if (text.length > ASKED_MAX_CHARACTERS) throw badRequest('server: the name is too long');
  if (UUID.test(text)) {
    const entry = inventory.find('node', text.toLowerCase());
    if (!entry) throw notFound(`key "/nodes/default/${text}" is not found`);
    if (!access.resource('node', entry.labels).ok) throw notFound('not found');
    return { kind: 'found', requested: { id: entry.key, hostname: hostnameOf(entry), port: 0 }, entry };
  }
  const isSeen = (entry: Entry) => access.resource('node', entry.labels).ok;
  const visibleServers = (name: string) => inventory.named('node', name).filter(isSeen);
  const [entry, ...others] = visibleServers(text);
  if (entry && others.length === 0)
    return { kind: 'found', requested: { id: entry.key, hostname: text, port: 0 }, entry };

  const { host, port } = splitHost(text);
  const requested = { id: host, hostname: host, port };
  const [atPort, ...more] = visibleServers(host).filter((other) => portOf(other) === port);
  if (port > 0 && atPort && more.length === 0) return { kind: 'found', requested, entry: atPort };
  if (others.length + more.length > 0) return { kind: 'ambiguous', requested };
  if (!anyHost) return { kind: 'unknown', isListed: false, requested };

  const listed = serversAt(inventory, host);
  const matching = listed.filter((server) => (port === 0 && server.byName) || server.port === (port || SSH_PORT));
  const keys = [...new Set(matching.map(({ key }) => key))];
  if (keys.length > SERVERS_AT_HOST_MAX) return { kind: 'unknown', isListed: true, requested };
  const [found, ...further] = keys.flatMap((key) => inventory.find('node', key) ?? []).filter(isSeen);
  if (further.length > 0) return { kind: 'ambiguous', requested };
  if (found) return { kind: 'found', requested: { id: found.key, hostname: text, port: 0 }, entry: found };
  return { kind: 'unknown', isListed: listed.length > 0, requested };
}

const hostnameOf = ({ document }: Entry): string => textAt(document.spec, 'hostname');
const addressOf = ({ document }: Entry): string => textAt(document.spec, 'addr');
/** The target node of an entry. */
export const nodeOf = (entry: Entry): TargetNode => ({
  id: entry.key,
  hostname: hostnameOf(entry),
  addr: addressOf(entry),
  labels: entry.labels,
  ...(entry.connect.via === 'ssh' && entry.connect.joined && { joined: true }),
});
const portOf = (entry: Entry): number => Number(/:(\d+)$/.exec(addressOf(entry))?.[1] ?? 0);

/** Port 0 if none is given. */
function splitHost(text: string): { host: string; port: number } {
  const [, host, digits] = /^(\[[^\]]*\]|[^:]*):([^:]*)$/.exec(text) ?? [];
  if (host === undefined || digits === undefined) return { host: text, port: 0 };
  const port = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(port <= PORT_MAX)) throw badRequest(`server: invalid port in "${text}"`);
  return { host: host.replace(/^\[|\]$/g, ''), port };
}
