// Objects in a Kubernetes cluster (http-resources §22).
import {
  parseClusterUser,
  type ContainerJson,
  type KubeEventJson,
  type NamespaceJson,
  type PodJson,
} from '../wire/kubernetesJson.ts';
import { at } from '../lib/json.ts';
import { call, callForBody } from './client.ts';
import { wholeList, type ListWire } from './lists.ts';
import { apiUrl, fillPath, type PathParams } from './urls.ts';

const ROOT = 'postern/sites/:clusterId/kubernetes/:kubeCluster';

type InCluster = { id: string; kubeCluster: string; isCut?: true };
export type KubeNamespace = InCluster & { name: string; status: string; created: Date };
export type Pod = InCluster & {
  namespace: string;
  name: string;
  status: string;
  /** `2/2` */
  ready: string;
  isReady: boolean;
  restarts: number;
  created: Date;
  node: string;
  ip: string;
  containers: readonly ContainerJson[];
  labels: PodJson['labels'];
};
export type KubeEvent = InCluster & Omit<KubeEventJson, 'last'> & { last: Date };

/** Each row has its cluster, which links need, and whether the cluster has more objects than the list (`isCut`). */
const inCluster = <R extends InCluster>(list: ListWire<R>): ListWire<R> => ({
  ...list,
  read: async (json) => {
    const { rows, ...page } = await list.read(json);
    return { ...page, rows: at(json, 'truncated') === true ? rows.map((row) => ({ ...row, isCut: true })) : rows };
  },
  complete: async (rows, path) => rows.map((row) => ({ ...row, kubeCluster: path['kubeCluster'] ?? '' })),
});

/** Shown with a list that does not contain all objects of the cluster. */
export const cutNote = ([row]: readonly InCluster[]) => (row?.isCut ? 'Not all: the cluster has more' : undefined);

export const kubeNamespaceList = inCluster(
  wholeList(
    `${ROOT}/namespaces`,
    ({ name, status, created }: NamespaceJson): KubeNamespace => ({
      id: name,
      kubeCluster: '',
      name,
      status,
      created: new Date(created),
    }),
    'items',
  ),
);

export const podList = inCluster(
  wholeList(
    `${ROOT}/pods`,
    ({ ready, created, ...pod }: PodJson): Pod => {
      const mainContainers = pod.containers.filter(({ init }) => !init);
      return {
        ...pod,
        id: `${pod.namespace}/${pod.name}`,
        kubeCluster: '',
        ready: `${ready}/${mainContainers.length}`,
        isReady: ready === mainContainers.length,
        created: new Date(created),
      };
    },
    'items',
  ),
);

export const kubeEventList = inCluster(
  wholeList(
    `${ROOT}/events`,
    ({ last, ...event }: KubeEventJson): KubeEvent => ({ ...event, kubeCluster: '', last: new Date(last) }),
    'items',
  ),
);

export type LogAddress = { clusterId: string; kubeCluster: string; namespace: string; pod: string; container: string };
export type LogOptions = { follow: boolean; previous: boolean; timestamps: boolean; tail?: number };

const yes = (on: boolean) => (on ? 'yes' : undefined);

const logUrl = (address: LogAddress, options: LogOptions): string =>
  apiUrl(`${ROOT}/pods/:namespace/:pod/logs`, address, {
    container: address.container,
    tail: options.tail,
    follow: yes(options.follow),
    heartbeat: yes(options.follow),
    previous: yes(options.previous),
    timestamps: yes(options.timestamps),
  });

/** Names of the pod's containers, in the order of the pod. */
export async function fetchContainers(address: LogAddress, signal: AbortSignal): Promise<string[]> {
  const { containers } = (await call(apiUrl(`${ROOT}/pods/:namespace/:pod`, address), { signal })) as PodJson;
  return containers.map(({ name }) => name);
}

/** The text of a log as a stream. Slow reading applies back-pressure. */
export const fetchLog = (address: LogAddress, options: LogOptions, signal: AbortSignal): Promise<Response> =>
  callForBody(logUrl(address, options), { signal });

/** A cluster of an address as text: `eu-1`, `eu-1 (as dev)`. */
export function clusterLabel(kubeCluster: string): string {
  const { cluster, user } = parseClusterUser(kubeCluster);
  return user === undefined ? cluster : `${cluster} (as ${user})`;
}

/** Below `/web`. */
export const kubePath = (clusterId: string, kubeCluster: string, view: 'pods' | 'namespaces' | 'events'): string =>
  fillPath('/cluster/:clusterId/kubernetes/:kubeCluster/:view', { clusterId, kubeCluster, view });
export const namespacePodsPath = (clusterId: string, kubeCluster: string, namespace: string): string =>
  `${kubePath(clusterId, kubeCluster, 'pods')}?query=${encodeURIComponent(`labels["namespace"] == ${JSON.stringify(namespace)}`)}`;
export const logPath = (params: PathParams): string =>
  fillPath('/cluster/:clusterId/kubernetes/:kubeCluster/logs/:namespace/:pod/:container', params);
export function podShellPath({ kubeCluster = '', ...params }: Readonly<Record<string, string>>): string {
  const { cluster, user } = parseClusterUser(kubeCluster);
  const path = fillPath('/cluster/:clusterId/console/kube/:cluster/:namespace/:pod/:container', { ...params, cluster });
  return user === undefined ? path : `${path}?user=${encodeURIComponent(user)}`;
}
