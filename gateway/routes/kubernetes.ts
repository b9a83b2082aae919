// Kubernetes clusters and what runs in them (http-resources §5).
import type { KubeJson } from '../../src/wire/inventoryJson.ts';
import type { Gateway } from '../gateway.ts';
import { ApiFailure, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import { toLabelsJson } from '../inventory/labels.ts';
import type { Api } from './api.ts';
import { inventoryListRoute, orNull } from './inventoryList.ts';
import { listParameters } from './listQuery.ts';

export function kubernetesRoutes(api: Api, gateway: Pick<Gateway, 'stores' | 'audit'>): void {
  inventoryListRoute<KubeJson>(api, gateway, {
    path: 'kubernetes',
    kind: 'kube_cluster',
    rule: 'kube_server',
    resource: 'kube_cluster',
    columns: { name: 'name' },
    alwaysCounted: true,
    toItem: ({ key, labels }, { access }) => ({
      name: key,
      labels: toLabelsJson(labels),
      kubernetes_users: orNull(access.kubeUsers(labels)),
      kubernetes_groups: orNull(access.kubeGroups(labels)),
    }),
  });

  api.on('GET', 'sites/:site/pods', 'session+site', (call) => {
    listParameters(call, { resource: 'pod', columns: { name: 'name' } });
    const name = call.query('kubeCluster');
    if (name === '') throw rpcFault('InvalidArgument', 'missing parameter KubernetesCluster');
    requireRule(call.caller, 'kube_server', 'list', 'read');
    const cluster = gateway.stores.inventory.find('kube_cluster', name);
    if (!cluster || !call.caller.access.resource('kube_cluster', cluster.labels).ok)
      throw rpcFault('NotFound', `kubernetes cluster "${name}" not found`);
    throw notServed('pods: not served by this gateway yet');
  });
}

/** Clients of the reference see this answer of another process as it came. */
const rpcFault = (code: string, message: string) => new ApiFailure(500, `rpc error: code = ${code} desc = ${message}`);
