// What stands in lines above every page: alerts of the cluster, and that it has nothing to reach yet.
import { isObject } from '../lib/json.ts';
import { readJson, writeJson, STORAGE } from '../lib/storage.ts';
import { ALERT_LINKS } from '../wire/config.ts';
import { type AlertJson, ALERT_LABELS } from '../wire/http.ts';
import { call } from './client.ts';
import { config } from './config.ts';
import { apiUrl } from './urls.ts';

export type AlertSeverity = 'info' | 'warning' | 'danger';
export type ClusterAlert = { id: string; severity: AlertSeverity; message: string; link: string | undefined };

/** The server passes any link on; the upstream console follows only this host, so that an alert cannot lead astray (http-auth §11.3). */
const TRUSTED_LINK_HOST = 'goteleport.com';

/** `anywhere`: the links come from the gateway's own file, whose author administers it. */
function trustedLink(text: string | undefined, anywhere: boolean): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isTrusted = anywhere
    ? url.protocol === 'https:' || url.protocol === 'http:'
    : url.protocol === 'https:' && url.host === TRUSTED_LINK_HOST;
  return isTrusted ? url.href : undefined;
}

const severityOf = (n: number): AlertSeverity => (n < 5 ? 'info' : n < 10 ? 'warning' : 'danger');

export const toAlert = (json: AlertJson, linksAnywhere = false): ClusterAlert => ({
  id: json.metadata.name,
  severity: severityOf(json.spec.severity),
  message: json.spec.message,
  link: trustedLink(json.metadata.labels?.[ALERT_LABELS.link], linksAnywhere),
});

export async function fetchAlerts(clusterId: string, signal?: AbortSignal): Promise<ClusterAlert[]> {
  const json = (await call(apiUrl('sites/:clusterId/alerts', { clusterId }), { signal })) as {
    alerts?: AlertJson[] | null;
  };
  return (json.alerts ?? []).map((alert) => toAlert(alert, config.extensions.includes(ALERT_LINKS)));
}

/** Whether the cluster has anything to reach, asked once per sign-in and kept where the contract says (http-auth §11.2). */
type FirstResourceRecord = { hasResource: boolean; notified: boolean };

export function firstResourceRecord(storage: Storage): FirstResourceRecord | undefined {
  const stored = readJson(storage, STORAGE.discover);
  if (!isObject(stored) || typeof stored['hasResource'] !== 'boolean') return undefined;
  return { hasResource: stored['hasResource'], notified: stored['notified'] === true };
}

/** Other members of what is stored there stay. */
export function storeFirstResource(storage: Storage, record: FirstResourceRecord): void {
  const stored = readJson(storage, STORAGE.discover);
  writeJson(storage, STORAGE.discover, { ...(isObject(stored) && stored), ...record });
}

export async function fetchHasResource(clusterId: string): Promise<boolean> {
  const json = await call(apiUrl('sites/:clusterId/resources/check', { clusterId }));
  return isObject(json) && json['hasResource'] === true;
}
