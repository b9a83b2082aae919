// Part of the first script. Code that only later pages need is in consolePath.ts.
import { decodePercent } from '../../../lib/encoding.ts';
import { ONLY_USER, POD_PREFIX } from '../../../wire/constants.ts';

/** The address of the terminal console (streams §3.11). */
export type ConsoleAddress = { clusterId: string } & (
  | { kind: 'blank' }
  /** The list of servers for a new session. */
  | { kind: 'nodes' }
  /** A server, or the address of a container in place of its id (streams §12). */
  | { kind: 'node'; serverId: string; login: string }
  /** An active session. `mode` as on the wire. */
  | { kind: 'session'; sid: string; mode?: string }
);

const FORM =
  /^\/web\/cluster\/([^/]+)\/console(?:\/(nodes)|\/node\/([^/]+)\/([^/]+)|\/kube\/([^/]+(?:\/[^/]+){3})|\/session\/([^/]+))?\/?$/;

/** Undefined for an address outside the console. */
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
