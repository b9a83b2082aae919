// Extensions of the bundled gateway: how it reaches a server, and removal of a joined server (http-resources §3.1).
import { textAt } from '../lib/json.ts';
import type { ServerReachJson } from '../wire/inventoryJson.ts';
import { call } from './client.ts';
import { apiUrl } from './urls.ts';

type ServerRef = { clusterId: string; id: string };

/** How a server is reached. Times are undefined if the event never happened. */
export type ServerReach = {
  via: ServerReachJson['via'];
  address: string;
  /** It joined with a token. `token` is its masked name, or '' if the caller may not read tokens. */
  joined: { at: Date; token: string } | undefined;
  contact: Date | undefined;
  tunnel: { isConnected: boolean; since: Date | undefined } | undefined;
};

const momentAt = (json: unknown, ...path: string[]): Date | undefined => {
  const text = textAt(json, ...path);
  return text === '' ? undefined : new Date(text);
};

export async function fetchReach(server: ServerRef, signal: AbortSignal): Promise<ServerReach> {
  const json = (await call(apiUrl('postern/sites/:clusterId/nodes/:id/reach', server), {
    signal,
  })) as Partial<ServerReachJson>;
  const joinedAt = momentAt(json, 'joined', 'time');
  return {
    via: json.via ?? 'direct',
    address: json.address ?? '',
    joined: joinedAt && { at: joinedAt, token: json.joined?.token ?? '' },
    contact: momentAt(json, 'contact'),
    tunnel: json.tunnel && { isConnected: json.tunnel.connected, since: momentAt(json, 'tunnel', 'since') },
  };
}

/** Ends its sessions and its tunnel. */
export async function removeJoinedServer(server: ServerRef): Promise<void> {
  await call(apiUrl('postern/sites/:clusterId/nodes/:id', server), { method: 'DELETE' });
}
