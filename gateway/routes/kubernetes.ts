// What runs in Kubernetes clusters (http-resources §5).
import type { Gateway } from '../gateway.ts';
import { ApiFailure, notServed } from '../http/failures.ts';
import { requireRule } from '../identity/caller.ts';
import type { Api } from './api.ts';
import { listParameters } from './listQuery.ts';

export function kubernetesRoutes(api: Api, gateway: Pick<Gateway, 'stores'>): void {
  api.on('GET', 'sites/:site/pods', 'session+site', (call) => {
    listParameters(call, { resource: 'pod', columns: { name: 'name' } });
    const name = call.query('kubeCluster');
    if (name === '') throw rpcFault('InvalidArgument', 'missing parameter KubernetesCluster');
    requireRule(call.caller, 'kube_server', 'list', 'read');
    const cluster = gateway.stores.inventory.find('kube_cluster', name);
    if (!cluster || !call.caller.access.resource('kube_cluster', cluster.labels).ok)
      throw rpcFault('NotFound', `kubernetes cluster "${name}" not found`);
    throw notServed('pods: not supported by this gateway yet');
  });
}

/** Clients of the reference see this answer of another process as it came. */
const rpcFault = (code: string, message: string) => new ApiFailure(500, `rpc error: code = ${code} desc = ${message}`);
