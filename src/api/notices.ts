// Notices above every page: alerts of the cluster, and a hint while the cluster has no resources.
import { at, isObject, textAt } from '../lib/json.ts';
import { readJson, writeJson, STORAGE } from '../lib/storage.ts';
import { ALERT_LINKS } from '../wire/config.ts';
import { ALERT_LABELS } from '../wire/http.ts';
import { call } from './client.ts';
import { config } from './config.ts';
import { apiUrl } from './urls.ts';

export type AlertSeverity = 'info' | 'warning' | 'danger';
export type ClusterAlert = { id: string; severity: AlertSeverity; message: string; link: string | undefined };

/**
 * The server passes on any link. The upstream console follows only this host, so that an alert cannot mislead users
 * (http-auth §11.3).
 */
const TRUSTED_LINK_HOST = 'goteleport.com';

/** `anywhere`: the links come from the gateway's own file, so the administrator wrote them. */
function trustedLink(text: string, anywhere: boolean): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isTrusted = anywhere
    ? url.protocol === 'https:' || url.protocol === 'http:'
    : url.protocol === 'https:' && url.host === TRUSTED_LINK_HOST;
  return isTrusted ? url.href : undefined;
}

const severityOf = (n: number): AlertSeverity => (n < 5 ? 'info' : n < 10 ? 'warning' : 'danger');

/** Each alert with a message. A malformed alert does not hide the others. */
export function toAlerts(json: unknown, linksAnywhere = false): ClusterAlert[] {
  const alerts = at(json, 'alerts');
  return (Array.isArray(alerts) ? alerts : []).flatMap((alert: unknown) => {
    const [message, severity] = [textAt(alert, 'spec', 'message'), at(alert, 'spec', 'severity')];
    if (message === '') return [];
    return {
      id: textAt(alert, 'metadata', 'name') || message,
      severity: severityOf(typeof severity === 'number' ? severity : 0),
      message,
      link: trustedLink(textAt(alert, 'metadata', 'labels', ALERT_LABELS.link), linksAnywhere),
    };
  });
}

export async function fetchAlerts(clusterId: string, signal?: AbortSignal): Promise<ClusterAlert[]> {
  const json = await call(apiUrl('sites/:clusterId/alerts', { clusterId }), { signal });
  return toAlerts(json, config.extensions.includes(ALERT_LINKS));
}

/**
 * Whether the cluster has any resource. Requested once per sign-in, and stored under the contract's key (http-auth
 * §11.2).
 */
type FirstResourceRecord = { hasResource: boolean; notified: boolean };

export function firstResourceRecord(storage: Storage): FirstResourceRecord | undefined {
  const stored = readJson(storage, STORAGE.discover);
  if (!isObject(stored) || typeof stored['hasResource'] !== 'boolean') return undefined;
  return { hasResource: stored['hasResource'], notified: stored['notified'] === true };
}

/** Other members of the stored value stay. */
export function storeFirstResource(storage: Storage, record: FirstResourceRecord): void {
  const stored = readJson(storage, STORAGE.discover);
  writeJson(storage, STORAGE.discover, { ...(isObject(stored) && stored), ...record });
}

export async function fetchHasResource(clusterId: string): Promise<boolean> {
  const json = await call(apiUrl('sites/:clusterId/resources/check', { clusterId }));
  return isObject(json) && json['hasResource'] === true;
}
