// Fields of the events of Kubernetes clusters, as the reference sends them.

import type { MergedCount } from './UserRefusals.ts';

/** Fields of sessions in pods, besides the fields of all sessions (streams §12). */
export type InPod = {
  kubernetes_cluster: string;
  kubernetes_users: readonly string[];
  kubernetes_groups: readonly string[];
  kubernetes_labels: Readonly<Record<string, string>>;
  kubernetes_pod_namespace: string;
  kubernetes_pod_name: string;
  kubernetes_container_name: string;
};

type InCluster = Pick<InPod, 'kubernetes_cluster' | 'kubernetes_users' | 'kubernetes_groups' | 'kubernetes_labels'>;

export type KubernetesAuditEvents = {
  'kube.request': MergedCount &
    InCluster & {
      user: string;
      namespace: 'default';
      proto: 'kube';
      verb: 'GET';
      request_path: string;
      /** The status of the cluster, or 0 if it did not answer. */
      response_code: number;
      server_id: string;
      'addr.local': string;
      'addr.remote': string;
    };
};
