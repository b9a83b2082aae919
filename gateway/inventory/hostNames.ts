// Names and addresses of hosts, and the inventory servers that have them. A user who asks for a host by name must not
// bypass the rules of a server by another spelling of its name.
import { isIPv4, isIPv6 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { parseJson } from '../../src/lib/json.ts';
import { parseSshAddress, SSH_PORT } from '../config/hostAddress.ts';
import type { InventoryStore } from '../store/inventory.ts';

/** The name of this machine, for all its addresses. */
const THIS_MACHINE = 'localhost';
const LOOPBACK_NAMES: ReadonlySet<string> = new Set([
  ...['localhost', 'localhost.localdomain', 'localhost4', 'localhost4.localdomain4', 'localhost6'],
  ...['localhost6.localdomain6', 'ip6-localhost', 'ip6-loopback', '0.0.0.0', '::', '::1'],
]);
/** Longer texts are not hostnames. */
const HOST_MAX_CHARACTERS = 255;
/** Characters that would change the meaning of a URL. */
const NOT_IN_HOSTS = /[\s/?#@:\\%]/;

/** Names that are already canonical: no part of them can be a number. */
const PLAIN_NAME = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)*$/;

/** The canonical form of a host's name or address. All names of this machine's loopback become `localhost`. */
export function canonicalHost(text: string): string {
  const host = (text.startsWith('[') ? text.replace(/^\[|\]$/g, '') : text).toLowerCase();
  if (host.length > HOST_MAX_CHARACTERS) return host;
  const hostName = PLAIN_NAME.test(host) || isIPv4(host) ? host : parsedHost(host);
  const isLoopback = LOOPBACK_NAMES.has(hostName) || hostName.endsWith('.localhost');
  return isLoopback || (hostName.startsWith('127.') && isIPv4(hostName)) ? THIS_MACHINE : hostName;
}

function parsedHost(host: string): string {
  const [address = ''] = host.split('%', 1);
  return isIPv6(address) ? unmapped(hostOfUrl(`[${address}]`)) : toName(host);
}

/** Also converts old forms of an IPv4 address (`127.1`, `0x7f.1`), as the system's resolver does. */
const toName = (host: string): string => (NOT_IN_HOSTS.test(host) ? host : hostOfUrl(host)).replace(/(?<!\.)\.+$/, '');

function hostOfUrl(host: string): string {
  try {
    return new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
  } catch {
    return host;
  }
}

/** Converts an IPv4-mapped IPv6 address to IPv4. */
function unmapped(address: string): string {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const [first, last] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, last >> 8, last & 255].join('.');
}

/** `port`: of the server's SSH. `byName`: the host is the server's name, not its address. */
export type ListedServer = { key: string; port: number; byName: boolean };

/** The servers of each canonical name, and the names of each server. */
type Index = { servers: Map<string, ListedServer[]>; names: Map<string, string[]> };

/** Ten thousand servers take 30 ms, so the index follows single changes of the inventory. */
const indexes = new WeakMap<InventoryStore, { of: string; index: Index }>();

/** Inventory servers with the host, including hidden ones, at any port. */
export function serversAt(inventory: InventoryStore, host: string): ListedServer[] {
  const { servers } = indexOf(inventory);
  return aliasesOf(canonicalHost(host)).flatMap((name) => servers.get(name) ?? []);
}

/** The same without this machine's other names. `localhost` is a different machine for each server: no server. */
export function serversListedAs(inventory: InventoryStore, host: string): readonly ListedServer[] {
  const name = canonicalHost(host);
  return name === THIS_MACHINE ? [] : (indexOf(inventory).servers.get(name) ?? []);
}

function indexOf(inventory: InventoryStore): Index {
  const of = inventory.revision();
  const cached = indexes.get(inventory);
  if (cached?.of === of) return cached.index;
  const changed = cached && inventory.changedKeys.between(cached.of, of);
  const index: Index = cached && changed ? cached.index : { servers: new Map(), names: new Map() };
  for (const key of changed ?? []) forget(index, key);
  const add = (host: string, server: ListedServer) => {
    const name = canonicalHost(host);
    append(index.servers, name, server);
    append(index.names, server.key, name);
  };
  for (const { key, name, address, publicAddresses } of inventory.addresses('node', changed)) {
    const { host, port } = parseSshAddress(address) ?? { host: address, port: SSH_PORT };
    if (name !== '') add(name, { key, port, byName: true });
    if (host !== '') add(host, { key, port, byName: false });
    for (const other of publicAddresses === '' ? [] : textsOf(parseJson(publicAddresses))) {
      const at = parseSshAddress(other);
      if (at) add(at.host, { key, port: at.port, byName: false });
    }
  }
  indexes.set(inventory, { of, index });
  return index;
}

function forget({ servers, names }: Index, key: string): void {
  for (const name of names.get(key) ?? []) {
    const others = (servers.get(name) ?? []).filter((server) => server.key !== key);
    if (others.length > 0) servers.set(name, others);
    else servers.delete(name);
  }
  names.delete(key);
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** All names of this machine, if the host is this machine. */
function aliasesOf(host: string): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
  const localNames = [...new Set([THIS_MACHINE, ...[hostname(), ...addresses].map(canonicalHost)])];
  return localNames.includes(host) ? localNames : [host];
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
