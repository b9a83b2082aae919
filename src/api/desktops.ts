import type { LabelJson } from '../wire/http.ts';
import type { DesktopJson, DesktopServiceJson } from '../wire/inventoryJson.ts';
import { cursorList, wholeList } from './lists.ts';
import { fillPath } from './urls.ts';

export type Desktop = {
  id: string;
  name: string;
  /** Without the default port. */
  addr: string;
  labels: readonly LabelJson[];
  /** Name of the service that connects to it. */
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

/** Services that connect to desktops (http-resources §7). The list cannot be sorted. */
export const desktopServiceList = wholeList('sites/:clusterId/desktopservices', toDesktopService, 'items');
