// A server that joins with a token: validates its script's data, and adds the server to the inventory.
import { isIP } from 'node:net';
import { textAt } from '../../src/lib/json.ts';
import { maskedToken, RESOURCE_ID_LABEL } from '../../src/wire/joinTokens.ts';
import { printYaml } from '../../src/wire/yaml.ts';
import { nodeId } from '../config/checkInventory.ts';
import { parseSshAddress } from '../config/hostAddress.ts';
import { TOKEN } from '../documents/kinds/token.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { alreadyExists, badRequest, denied } from '../http/failures.ts';
import { parseSshPublicKey } from '../identity/ca/sshPublicKey.ts';
import type { JoinedHost } from '../store/joinedHosts.ts';
import { SYSTEM_USER } from '../audit/events.ts';
import { checkDocument } from '../inventory/checkDocument.ts';
import { entryNamed, putDynamic } from '../inventory/dynamic.ts';
import type { Entry } from '../inventory/entry.ts';
import { joinMethodOf, labelsAt, rolesOf } from './joinToken.ts';
import { requireNoOther, requireNoThrough } from './otherServers.ts';

type Parts = Pick<Gateway, 'documents' | 'stores' | 'hostId' | 'audit' | 'now' | 'reverseTunnels'>;

/** `tunnelKey`: '' without a reverse tunnel. */
type Host = { hostname: string; addr: string; hostKeys: readonly string[]; tunnelKey: string };

/** A server that has joined. `node` is its UUID. */
export type Joined = Omit<Host, 'tunnelKey'> & { node: string; isTunnel: boolean };

const HOSTNAME = /^[a-zA-Z0-9]([a-zA-Z0-9._-]{0,251}[a-zA-Z0-9])?$/;
/** One of each type that OpenSSH generates, and a few more. */
const HOST_KEYS_MAX = 8;
const HOST_KEY_MAX_CHARS = 4096;

/** The document of a token with which a server may join. undefined: it is unknown, expired, or for another purpose. */
export function nodeToken({ documents }: Pick<Gateway, 'documents'>, token: string): unknown {
  const found = documents.find(TOKEN, token);
  const mayJoin = found && joinMethodOf(found.document) === 'token' && rolesOf(found.document).includes('Node');
  return mayJoin ? found.document : undefined;
}

/**
 * Adds the server, or updates it if it has joined before and still has one of its keys. `from`: the address that it
 * called from, for a host without an address. Throws the refusal.
 */
export function joinHost(parts: Parts, token: string, details: JsonObject, from: string): Joined {
  const { stores, hostId, audit, now } = parts;
  const tokenDocument = nodeToken(parts, token);
  if (!tokenDocument) throw denied('The join token is unknown or has expired. Copy a new command from the console.');
  const host = toHost(details, from);
  const { hostname, addr, tunnelKey } = host;
  if (tunnelKey !== '' && !parts.reverseTunnels.endpoint())
    throw badRequest('This gateway has no endpoint for reverse tunnels. Its administrator can set ssh.tunnel_listen.');
  const name = nodeOf(parts, host);
  // The spec for lists. The connection uses the data of the join.
  const spec = { hostname, addr, ...(tunnelKey !== '' && { use_tunnel: true }) };
  const key = { kind: 'node', metadata: { name } } as const;
  const before = stores.joinedHosts.find(name);
  const entry = entryNamed({ stores, hostId }, 'node', name);
  if (entry && !before)
    throw alreadyExists(`The gateway has a server ${hostname} at ${addr} that was added in another way.`);
  const hostKeys = before ? rejoinedKeys(parts, before, host) : host.hostKeys;
  const labels = labelsOf(tokenDocument, before && entry);
  if (before) requireNoThrough(stores, { node: name, hostname, addr });
  else requireNoOther(stores, { node: name, hostname, addr, hostKeys, isTunnel: tunnelKey !== '', labels });
  const checked = checkDocument({
    ...key,
    version: 'v2',
    sub_kind: 'openssh',
    metadata: { name, labels },
    spec,
  });
  if (!checked.ok) throw badRequest(typeof checked.fault === 'string' ? checked.fault : checked.fault.message);
  const { document } = checked;
  stores.db.transaction(() => {
    const { contactMs = 0, tunnelLostMs = 0 } = before ?? {};
    const [tokenMask, joinedMs] = [maskedToken(token), now()];
    stores.joinedHosts.put({ node: name, hostKeys, token: tokenMask, joinedMs, contactMs, tunnelKey, tunnelLostMs });
    stores.tokenUses.add({ token: tokenMask, node: name, hostname, timeMs: joinedMs });
    stores.documents.put(
      { kind: 'node', name, content: printYaml(document), document },
      { by: SYSTEM_USER, nowMs: now() },
    );
    putDynamic(parts, document);
    audit.emit('instance.join', {
      ...{ code: 'TJ002I', success: true, user: SYSTEM_USER, node_name: hostname, host_id: name },
      ...{ role: 'Node', method: 'token', token_name: maskedToken(token) },
    });
  });
  return { node: name, hostname, addr, hostKeys, isTunnel: tunnelKey !== '' };
}

/** The UUID of the server, also of a new one. With a reverse tunnel it may call from another address. */
function nodeOf({ stores, hostId }: Parts, { hostname, addr, tunnelKey }: Host): string {
  const hostnameOf = (node: string) => textAt(entryNamed({ stores, hostId }, 'node', node)?.document.spec, 'hostname');
  const byTunnel = tunnelKey === '' ? [] : stores.joinedHosts.nodesOfTunnel(tunnelKey);
  return byTunnel.find((node) => hostnameOf(node) === hostname) ?? nodeId({ hostname, addr });
}

/** Keys that are in both joins. */
const keptKeys = (before: JoinedHost, hostKeys: readonly string[]): string[] =>
  before.hostKeys.filter((key) => hostKeys.includes(key));

/**
 * Host keys are public, so a join does not prove that the host has them. A client that joins as an existing server must
 * not add a key to it, or change the gateway's connection to it once that has worked.
 */
function rejoinedKeys(
  { reverseTunnels }: Parts,
  before: JoinedHost,
  { hostname, addr, hostKeys, tunnelKey }: Host,
): string[] {
  const keys = keptKeys(before, hostKeys);
  const already = `A server ${hostname} at ${addr} joined`;
  if (keys.length === 0)
    throw alreadyExists(
      `${already} with other host keys. If it was reinstalled, remove it in the console first. Another machine needs another host name.`,
    );
  const wasReached = before.contactMs > 0 || reverseTunnels.hosts.stateOf(before.node).sinceMs !== undefined;
  if (before.tunnelKey !== tunnelKey && wasReached)
    throw alreadyExists(
      `${already} ${before.tunnelKey === '' ? 'without a reverse tunnel' : 'with another reverse tunnel'}. Remove it in the console first.`,
    );
  return keys;
}

/**
 * The first value of each of the token's labels. A server that has joined before keeps its own labels, because they
 * decide who may access it. From a new token it gets only the label by which the console recognizes the join.
 */
function labelsOf(token: unknown, joined: Entry | undefined): Record<string, string> {
  const labels = Object.fromEntries(
    Object.entries(labelsAt(token, 'suggested_labels')).flatMap(([key, [value]]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
  if (!joined) return labels;
  const mark = labels[RESOURCE_ID_LABEL];
  return { ...joined.document.metadata.labels, ...(mark !== undefined && { [RESOURCE_ID_LABEL]: mark }) };
}

function toHost(details: JsonObject, from: string): Host {
  const hostname = details.text('hostname');
  if (!HOSTNAME.test(hostname)) throw badRequest('hostname: this is not a host name');
  const port = details.raw('port');
  if (typeof port !== 'number' || !Number.isInteger(port)) throw badRequest('port: a number from 1 to 65535');
  const host = details.text('address') || from.replace(/^::ffff:/, '');
  const addr = isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
  if (!(isIP(host) || HOSTNAME.test(host)) || !parseSshAddress(addr))
    throw badRequest('address: this is not an address');
  return { hostname, addr, hostKeys: toHostKeys(details.texts('host_keys') ?? []), tunnelKey: toTunnelKey(details) };
}

function toTunnelKey(details: JsonObject): string {
  const line = details.text('tunnel_key');
  if (line !== '' && !(line.length <= HOST_KEY_MAX_CHARS && line.startsWith('ssh-ed25519 ') && isHostKey(line)))
    throw badRequest('tunnel_key: a line like "ssh-ed25519 AAAA…"');
  return line;
}

function toHostKeys(lines: readonly string[]): string[] {
  if (lines.length > HOST_KEYS_MAX) throw badRequest(`host_keys: at most ${HOST_KEYS_MAX}`);
  const keys = lines.filter((line) => line.length <= HOST_KEY_MAX_CHARS && isHostKey(line));
  if (keys.length === 0) throw badRequest('host_keys: none of a kind that this gateway knows');
  return keys;
}

function isHostKey(line: string): boolean {
  if (!/^[a-z0-9-]+ [a-zA-Z0-9+/]+={0,2}$/.test(line)) return false;
  try {
    parseSshPublicKey(line);
    return true;
  } catch {
    return false;
  }
}
