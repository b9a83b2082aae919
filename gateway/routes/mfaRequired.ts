// Whether a connection requires its own second factor (http-auth §11.1).
import type { InventoryKind } from '../config/settings.ts';
import type { Gateway } from '../gateway.ts';
import type { JsonObject } from '../http/body.ts';
import { ApiFailure, badRequest, notFound } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import type { Entry } from '../inventory/entry.ts';
import { asksKey, judgeLogin } from '../terminal/nodeAccess.ts';
import { resolveServer } from '../terminal/resolveServer.ts';
import { askedNode } from '../terminal/shellRequest.ts';
import type { Api } from './api.ts';

type Parts = Pick<Gateway, 'stores' | 'config' | 'apps'>;

type Target = { kind: InventoryKind; name: string; login: string };

export function mfaRequiredRoutes(api: Api, { stores, config, apps }: Parts): void {
  /** A node is found by its UUID or hostname, all other kinds by name. */
  const find = ({ kind, name }: Target): Entry | undefined =>
    (kind === 'node' ? stores.inventory.find(kind, name) : undefined) ?? stores.inventory.named(kind, name)[0];

  /**
   * For gateways where users may connect to any host: a host outside the inventory, or another spelling of a server's
   * address.
   */
  const isRequiredForHost = ({ name, login }: Target, { access }: Caller): boolean => {
    const { anyHost } = config.get().ssh;
    if (!anyHost) return false;
    try {
      const node = askedNode(resolveServer(stores.inventory, access, name, anyHost));
      return judgeLogin(access, node, login).ok && asksKey(access, node, login);
    } catch (error) {
      if (error instanceof ApiFailure) return false; // the terminal shows the fault of the name
      throw error;
    }
  };

  const isRequired = (target: Target, caller: Caller): boolean => {
    const { access } = caller;
    // If no role ever requires it, the target is not looked up: unknown ones also answer false.
    if (!access.anyRequiresSessionMfa()) return false;
    const entry = find(target);
    if (!entry && target.kind !== 'node')
      throw notFound(`${NOUNS[target.kind] ?? target.kind} "${target.name}" not found`);
    if (!entry) return isRequiredForHost(target, caller);
    const login = target.kind === 'node' || target.kind === 'windows_desktop' ? { login: target.login } : {};
    return access.requiresSessionMfa(target.kind, entry.labels, login);
  };

  /** An extension: an application is found by the fields that open it (http-resources §4.3). */
  const isRequiredForApp = (app: JsonObject, { access }: Caller): boolean =>
    access.requiresSessionMfa(
      'app',
      apps.directory.resolve({
        fqdn: app.text('fqdn'),
        clusterName: app.text('cluster_name'),
        publicAddr: app.text('public_addr'),
      }).labels,
    );

  api.on('POST', 'sites/:site/mfa/required', 'session+site', async (call) => {
    const sent = await call.body();
    const app = sent.object('app');
    const { caller } = call;
    return { required: app ? isRequiredForApp(app, caller) : isRequired(toTarget(sent), caller) };
  });
}

const NOUNS: Partial<Record<InventoryKind, string>> = {
  db: 'database service',
  kube_cluster: 'kubernetes cluster',
  windows_desktop: 'windows desktop',
};

/** Exactly one target, with all its fields. */
function toTarget(body: JsonObject): Target {
  const need = (target: JsonObject, field: string, missing: string): string => {
    const value = target.text(field);
    if (value === '') throw badRequest(`missing ${missing}`);
    return value;
  };
  const targets: Target[] = [];
  const [database, kube, desktop, node] = ['database', 'kube', 'windows_desktop', 'node'].map((key) =>
    body.object(key),
  );
  if (database) {
    const name = need(database, 'service_name', 'service_name for checking database target');
    need(database, 'protocol', 'protocol for checking database target');
    database.text('database_name'); // only its type is checked: no rule depends on it
    targets.push({ kind: 'db', name, login: database.text('username') });
  }
  if (kube) {
    const name = need(kube, 'cluster_name', 'cluster_name for checking kubernetes cluster target');
    targets.push({ kind: 'kube_cluster', name, login: '' });
  }
  if (desktop) {
    const name = need(desktop, 'desktop_name', 'desktop_name for checking windows desktop target');
    targets.push({
      kind: 'windows_desktop',
      name,
      login: need(desktop, 'login', 'login for checking windows desktop target'),
    });
  }
  if (node) {
    const login = need(node, 'login', 'login for checking node target');
    targets.push({ kind: 'node', name: need(node, 'node_name', 'node_name for checking node target'), login });
  }
  const [target, second] = targets;
  if (second) throw badRequest('only one target is allowed for MFA check');
  if (!target) throw badRequest('missing target for MFA check');
  return target;
}
