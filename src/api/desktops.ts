import type { LabelJson } from '../wire/http.ts';
import type { DesktopJson, DesktopServiceJson } from '../wire/inventoryJson.ts';
import { call } from './client.ts';
import { cursorList, wholeList } from './lists.ts';
import { explainSocket, openSocket, type SocketAddress, type SocketProblem } from './sockets.ts';
import { apiUrl, fillPath } from './urls.ts';

export type Desktop = {
  id: string;
  name: string;
  /** Without the usual port. */
  addr: string;
  labels: readonly LabelJson[];
  /** Name of the service that reaches it. */
  hostId: string;
  /** In the server's order (screens §5.6). */
  logins: readonly string[];
};

const toDesktop = ({ name = '', ...json }: Partial<DesktopJson>): Desktop => ({
  id: name,
  name,
  addr: json.addr ?? '',
  labels: json.labels ?? [],
  hostId: json.host_id ?? '',
  logins: json.logins ?? [],
});

/** Windows desktops of a cluster (http-resources §7). */
export const desktopList = cursorList('sites/:clusterId/desktops', toDesktop);

/** The page of a session on a desktop, below `/web`. */
export const desktopPath = (clusterId: string, desktopName: string, username: string): string =>
  fillPath('/cluster/:clusterId/desktops/:desktopName/:username', { clusterId, desktopName, username });

/** A login on a desktop. */
export type DesktopTarget = { clusterId: string; desktopName: string; username: string };

/**
 * Before a socket is opened (streams §5.14). Rejects where the user may not see the desktop. `isActive`: a session runs
 * on it, which a new one may end.
 */
export async function checkDesktop({ clusterId, desktopName: name }: DesktopTarget, signal: AbortSignal) {
  const at = (template: string) => call(apiUrl(template, { clusterId, name }), { signal });
  const [json] = await Promise.all([
    at('sites/:clusterId/desktops/:name/active'),
    at('sites/:clusterId/desktops/:name'),
  ]);
  return { isActive: (json as { active?: boolean } | null)?.active === true };
}

/** Pixels of the wanted screen; `layout`, the Windows id of a keyboard layout, asks for the extensions of our gateway. */
export type DesktopConnect = { width: number; height: number; layout?: number | undefined };

const addressOf = ({ clusterId, desktopName, username }: DesktopTarget, to: DesktopConnect): SocketAddress => ({
  template: 'sites/:clusterId/desktops/:desktopName/connect',
  path: { clusterId, desktopName },
  query: {
    username,
    width: to.width,
    height: to.height,
    ...(to.layout !== undefined && { extensions: 1, layout: to.layout }),
  },
});

/** The desktop protocol (streams §5.1). */
export const openDesktopSocket = (target: DesktopTarget, to: DesktopConnect): WebSocket =>
  openSocket(addressOf(target, to));

/** Why it could not be opened. */
export const explainDesktop = (
  target: DesktopTarget,
  to: DesktopConnect,
  signal: AbortSignal,
): Promise<SocketProblem> => explainSocket(addressOf(target, to), signal);

export type DesktopService = {
  id: string;
  name: string;
  hostname: string;
  addr: string;
  labels: readonly LabelJson[];
};

const toDesktopService = ({ name = '', ...json }: Partial<DesktopServiceJson>): DesktopService => ({
  id: name,
  name,
  hostname: json.hostname ?? '',
  addr: json.addr ?? '',
  labels: json.labels ?? [],
});

/** Services that desktops are reached through (http-resources §7); the list cannot be sorted. */
export const desktopServiceList = wholeList('sites/:clusterId/desktopservices', toDesktopService, 'items');
