import type { Audit } from '../audit/audit.ts';
import type { AuditEvents } from '../audit/events.ts';

type Request = Omit<AuditEvents['kube.request'], 'verb' | 'namespace' | 'proto'>;

/** Repeated reads of a page cause one event within this time. */
const QUIET_MS = 60_000;
const REMEMBERED_MAX = 2_000;
/** A list shows less than a pod or its log, and a cluster has one for any name of a namespace: it may be merged. */
const POD_PATH = /\/pods\/[^/]+(\/log)?$/;

/** Writes the audit events of API calls (T3009I): for the same read by the same user once a minute. */
export class KubeRequestLog {
  #audit: Pick<Audit, 'emit' | 'repeat'>;
  #now: () => number;
  #written = new Map<string, number>();

  constructor(audit: Pick<Audit, 'emit' | 'repeat'>, now: () => number) {
    this.#audit = audit;
    this.#now = now;
  }

  read(request: Request): void {
    const { user, kubernetes_cluster, request_path, response_code, kubernetes_users } = request;
    const key = JSON.stringify([user, kubernetes_cluster, request_path, response_code, kubernetes_users]);
    const nowMs = this.#now();
    const reportedMs = this.#written.get(key);
    if (reportedMs !== undefined && Math.abs(nowMs - reportedMs) < QUIET_MS) return;
    const event = { ...request, namespace: 'default', proto: 'kube', verb: 'GET' } as const;
    if (response_code === 200 && POD_PATH.test(request_path)) this.#audit.emit('kube.request', event);
    else this.#audit.repeat('kube.request', event);
    this.#written.delete(key);
    this.#written.set(key, nowMs);
    const [oldest] = this.#written.keys();
    if (this.#written.size > REMEMBERED_MAX && oldest !== undefined) this.#written.delete(oldest);
  }
}
