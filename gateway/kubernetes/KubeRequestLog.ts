import type { Audit } from '../audit/audit.ts';
import type { AuditEvents } from '../audit/events.ts';

type Request = Omit<AuditEvents['kube.request'], 'verb' | 'namespace' | 'proto'>;

/** A page that reads again and again is one event for so long. */
const QUIET_MS = 60_000;
const REMEMBERED_MAX = 2_000;

/** Writes API calls down (event T3009I): the same read by the same person once a minute. */
export class KubeRequestLog {
  #audit: Pick<Audit, 'emit'>;
  #now: () => number;
  #written = new Map<string, number>();

  constructor(audit: Pick<Audit, 'emit'>, now: () => number) {
    this.#audit = audit;
    this.#now = now;
  }

  read(request: Request): void {
    const { user, kubernetes_cluster, request_path, response_code, kubernetes_users } = request;
    const key = JSON.stringify([user, kubernetes_cluster, request_path, response_code, kubernetes_users]);
    const nowMs = this.#now();
    const reportedMs = this.#written.get(key);
    if (reportedMs !== undefined && nowMs - reportedMs < QUIET_MS) return;
    this.#audit.emit('kube.request', { ...request, namespace: 'default', proto: 'kube', verb: 'GET' });
    this.#written.delete(key);
    this.#written.set(key, nowMs);
    const [oldest] = this.#written.keys();
    if (this.#written.size > REMEMBERED_MAX && oldest !== undefined) this.#written.delete(oldest);
  }
}
