// Fields of the events of Kubernetes clusters, as the reference sends them.

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

export type KubernetesAuditEvents = {
  'kube.request': Pick<InPod, 'kubernetes_cluster' | 'kubernetes_users' | 'kubernetes_groups' | 'kubernetes_labels'> & {
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
