// Checks that a joining server shares no host keys and names with another one: they are public, so the holder of a join
// token could use those of any server.
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { RESOURCE_ID_LABEL } from '../../src/wire/joinTokens.ts';
import { parseSshAddress } from '../config/hostAddress.ts';
import type { Gateway } from '../gateway.ts';
import { alreadyExists } from '../http/failures.ts';
import { serversAt, serversListedAs, type ListedServer } from '../inventory/hostNames.ts';
import type { HostKeyHolder } from '../store/joinedHosts.ts';

type Stores = Pick<Gateway['stores'], 'inventory' | 'joinedHosts' | 'connectSettings'>;
type Labels = Readonly<Record<string, string>>;

/** `node`: its new UUID. */
type NewServer = {
  node: string;
  hostname: string;
  addr: string;
  hostKeys: readonly string[];
  isTunnel: boolean;
  labels: Labels;
};

const NEW_HOST_KEYS = 'make new host keys: rm /etc/ssh/ssh_host_* && ssh-keygen -A, then restart sshd.';

/** Throws a refusal for a server that has not joined before. Scripts report at most 300 characters of it. */
export function requireNoOther(stores: Stores, server: NewServer): void {
  const { hostname, addr, labels } = server;
  const holders = stores.joinedHosts.holdersOf(server.hostKeys);
  if (holders.some(({ removedLabels }) => !removedLabels))
    throw alreadyExists(
      `A host key of this machine belongs to another server that joined. If this is a copy of it, ${NEW_HOST_KEYS} If this is that server, an administrator must remove it in the console first.`,
    );
  if (holders.some(({ removedLabels }) => !isSame(removedLabels, labels)))
    throw alreadyExists(
      `A host key of this machine belongs to a server that was removed and had other labels. Use a token with the same labels, or ${NEW_HOST_KEYS}`,
    );
  if (stores.inventory.namesAmong('node', [hostname.toLowerCase()]).length > 0)
    throw alreadyExists(
      `Another server has the host name ${hostname}. Give this machine another host name (hostnamectl set-hostname NAME), or let an administrator remove that server in the console.`,
    );
  // Users reach a server by its name: it must not be the address of another one, now or later.
  if (isIP(hostname) !== 0 || serversListedAs(stores.inventory, hostname).some((other) => isReachedAt(stores, other)))
    throw alreadyExists(
      `The host name ${hostname} is the address of a server. Give this machine another host name (hostnamectl set-hostname NAME).`,
    );
  const address = parseSshAddress(addr);
  const atHost = address ? serversAt(stores.inventory, address.host) : [];
  if (!server.isTunnel && atHost.some((other) => other.port === address?.port && isReachedAt(stores, other)))
    throw alreadyExists(
      `Another server is at ${addr}. If it is this machine, an administrator must remove it in the console first. If several machines share the address, run the command with --tunnel or with another --port.`,
    );
  if (!isBack(holders, server)) requireNoThrough(stores, server);
}

/**
 * Throws a refusal for a server that would take a name, address or id of a jump server (`connect.via`), even of one
 * that has not joined yet.
 */
export function requireNoThrough(
  { inventory, connectSettings }: Pick<Stores, 'inventory' | 'connectSettings'>,
  { node, hostname, addr }: Pick<NewServer, 'node' | 'hostname' | 'addr'>,
): void {
  const isOwn = (text: string) =>
    [inventory.find('node', text), ...inventory.named('node', text)].some((entry) => entry?.key === node);
  if (connectSettings.throughAmong([node, hostname, addr]).every(isOwn)) return;
  throw alreadyExists(
    `connect.via of the gateway names a server that is called ${hostname}, is at ${addr} or has this ID. Change the host name of this machine, or let an administrator take connect.via out until this machine has joined.`,
  );
}

/** Ignores the label by which the console recognizes a join, because each token has its own. */
const isSame = (one: Labels | undefined, other: Labels): boolean =>
  isDeepStrictEqual({ ...one, [RESOURCE_ID_LABEL]: '' }, { ...other, [RESOURCE_ID_LABEL]: '' });

/** Whether it is the server's address. Behind a reverse tunnel an address is only for display. */
const isReachedAt = ({ joinedHosts }: Stores, { key, byName }: ListedServer): boolean =>
  !byName && !joinedHosts.find(key)?.tunnelKey;

/** Whether it is a removed server that joins again: no other server has its host keys. */
const isBack = (holders: readonly HostKeyHolder[], { node, hostKeys }: NewServer): boolean =>
  hostKeys.every((key) => holders.some((holder) => holder.hostKey === key && holder.node === node));
