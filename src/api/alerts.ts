import { call } from './client.ts';
import { apiUrl } from './urls.ts';
import type { AlertJson } from '../wire/http.ts';

export type AlertSeverity = 'info' | 'warning' | 'danger';
export type ClusterAlert = { id: string; severity: AlertSeverity; message: string; link: string | undefined };

const LINK_LABEL = 'teleport.internal/link';
/** The server passes any link on; the upstream console follows only this host, so that an alert cannot lead astray (http-auth §11.3). */
const TRUSTED_LINK_HOST = 'goteleport.com';

function trustedLink(text: string | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' && url.host === TRUSTED_LINK_HOST ? url.href : undefined;
}

const severityOf = (n: number): AlertSeverity => (n < 5 ? 'info' : n < 10 ? 'warning' : 'danger');

export const toAlert = (json: AlertJson): ClusterAlert => ({
  id: json.metadata.name,
  severity: severityOf(json.spec.severity),
  message: json.spec.message,
  link: trustedLink(json.metadata.labels?.[LINK_LABEL]),
});

export async function fetchAlerts(clusterId: string, signal?: AbortSignal): Promise<ClusterAlert[]> {
  const json = (await call(apiUrl('sites/:clusterId/alerts', { clusterId }), { signal })) as {
    alerts?: AlertJson[] | null;
  };
  return (json.alerts ?? []).map(toAlert);
}
