import { encodeSegment, fillPath } from '../../../api/urls.ts';
import { decodePercent } from '../../../lib/encoding.ts';
import { ONLY_USER, POD_PREFIX } from '../../../wire/terminal/podAddress.ts';

/** What the address bar of the terminal console says (streams §3.11). */
export type ConsoleAddress = { clusterId: string } & (
  | { kind: 'blank' }
  /** The list of servers to begin a session on. */
  | { kind: 'nodes' }
  /** A server, or the address of a container in the place of its id (streams §12). */
  | { kind: 'node'; serverId: string; login: string }
  /** A session that runs; `mode` as the wire spells it. */
  | { kind: 'session'; sid: string; mode?: string }
);

const ROOT = '/web/cluster/:clusterId/console';
const FORM =
  /^\/web\/cluster\/([^/]+)\/console(?:\/(nodes)|\/node\/([^/]+)\/([^/]+)|\/kube\/([^/]+(?:\/[^/]+){3})|\/session\/([^/]+))?\/?$/;

/** Full path, for links and for the browser's history. */
export function consolePath(address: ConsoleAddress): string {
  const { clusterId } = address;
  switch (address.kind) {
    case 'blank':
      return fillPath(ROOT, { clusterId });
    case 'nodes':
      return fillPath(`${ROOT}/nodes`, { clusterId });
    case 'node': {
      const { serverId, login } = address;
      if (!serverId.startsWith(POD_PREFIX))
        return fillPath(`${ROOT}/node/:serverId/:login`, { clusterId, serverId, login });
      const names = serverId.slice(POD_PREFIX.length).split('/').map(encodeSegment).join('/');
      return `${fillPath(ROOT, { clusterId })}/kube/${names}${login === ONLY_USER ? '' : `?user=${encodeURIComponent(login)}`}`;
    }
    case 'session': {
      const mode = address.mode === undefined ? '' : `?mode=${encodeURIComponent(address.mode)}`;
      return fillPath(`${ROOT}/session/:sid`, { clusterId, sid: address.sid }) + mode;
    }
  }
}

/** The same for every way to take part in a session. */
export const placePath = (address: ConsoleAddress): string => {
  if (address.kind !== 'session') return consolePath(address);
  const { mode: _, ...place } = address;
  return consolePath(place);
};

/** `mode` for a session whose address does not say how to take part in it. */
export const inMode = <A extends ConsoleAddress>(address: A, mode: string | undefined): A =>
  address.kind === 'session' && address.mode === undefined && mode !== undefined ? { ...address, mode } : address;

/** undefined for an address that is not the console's. */
export function parseConsoleAddress({
  pathname,
  search,
}: {
  pathname: string;
  search: string;
}): ConsoleAddress | undefined {
  const [, cluster, nodes, server, login, pod, sid] = FORM.exec(pathname) ?? [];
  if (cluster === undefined) return undefined;
  const clusterId = decodePercent(cluster);
  if (nodes) return { kind: 'nodes', clusterId };
  if (server !== undefined && login !== undefined)
    return { kind: 'node', clusterId, serverId: decodePercent(server), login: decodePercent(login) };
  const query = new URLSearchParams(search);
  if (pod !== undefined)
    return {
      kind: 'node',
      clusterId,
      serverId: POD_PREFIX + decodePercent(pod),
      login: query.get('user') || ONLY_USER,
    };
  if (sid === undefined) return { kind: 'blank', clusterId };
  const mode = query.get('mode');
  return { kind: 'session', clusterId, sid: decodePercent(sid), ...(mode && { mode }) };
}
