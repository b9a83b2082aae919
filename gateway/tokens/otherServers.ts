// What a server that joins may not share with another one: host keys are public, so whoever has a join token
// can name those of any server.
import { isDeepStrictEqual } from 'node:util';
import { RESOURCE_ID_LABEL } from '../../src/wire/joinTokens.ts';
import { parseSshAddress } from '../config/hostAddress.ts';
import type { Gateway } from '../gateway.ts';
import { alreadyExists } from '../http/failures.ts';
import { serversAt } from '../inventory/hostNames.ts';

type Stores = Pick<Gateway['stores'], 'inventory' | 'joinedHosts'>;
type Labels = Readonly<Record<string, string>>;

type NewServer = {
  addr: string;
  hostKeys: readonly string[];
  isTunnel: boolean;
  labels: Labels;
};

const NEW_HOST_KEYS = 'make new host keys: rm /etc/ssh/ssh_host_* && ssh-keygen -A, then restart sshd.';

/** Throws the refusal of a server that has not joined before. Scripts report at most 300 characters of it. */
export function requireNoOther(stores: Stores, server: NewServer): void {
  const { addr, labels } = server;
  const holders = stores.joinedHosts.holdersOf(server.hostKeys);
  if (holders.some(({ removedLabels }) => !removedLabels))
    throw alreadyExists(
      `A host key of this machine belongs to another server that joined. If this is a copy of it, ${NEW_HOST_KEYS} If this is that server, an administrator must remove it in the console first.`,
    );
  if (holders.some(({ removedLabels }) => !isSame(removedLabels, labels)))
    throw alreadyExists(
      `A host key of this machine belongs to a server that was removed and had other labels. Use a token with the same labels, or ${NEW_HOST_KEYS}`,
    );
  if (!server.isTunnel && isAddressOfOther(stores, addr))
    throw alreadyExists(
      `Another server is at ${addr}. If it is this machine, an administrator must remove it in the console first. If several machines share the address, run the command with --tunnel or with another --port.`,
    );
}

/** Apart from the mark by which the console knows that a server has joined: each token has its own. */
const isSame = (one: Labels | undefined, other: Labels): boolean =>
  isDeepStrictEqual({ ...one, [RESOURCE_ID_LABEL]: '' }, { ...other, [RESOURCE_ID_LABEL]: '' });

function isAddressOfOther({ inventory, joinedHosts }: Stores, addr: string): boolean {
  const address = parseSshAddress(addr);
  if (!address) return false;
  return serversAt(inventory, address.host).some(
    // Behind a reverse tunnel an address is only shown.
    ({ key, port, byName }) => !byName && port === address.port && !joinedHosts.find(key)?.tunnelKey,
  );
}
