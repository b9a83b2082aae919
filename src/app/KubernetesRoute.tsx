import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { clusterLabel, kubePath, logPath, namespacePodsPath } from '../api/kubernetes.ts';
import { config } from '../api/config.ts';
import type { Resource } from '../descriptors/defineResource.ts';
import { addLate } from '../descriptors/index.ts';
import { kubeCrumbs } from '../descriptors/late/kubeCrumbs.ts';
import { kubeEvents } from '../descriptors/late/kubeEvents.ts';
import { kubeNamespaces } from '../descriptors/late/kubeNamespaces.ts';
import { kubePods } from '../descriptors/late/kubePods.ts';
import { resourceName } from '../descriptors/resourceName.ts';
import { textAt } from '../lib/json.ts';
import { Crumbs } from '../resources/Crumbs.tsx';
import { ResourcePage } from '../resources/ResourcePage.tsx';
import { LogsPage } from '../sessions/kubernetes/LogsPage.tsx';
import { FEATURE_KUBERNETES } from '../wire/config.ts';
import { NotFound } from './routeElements.tsx';

const LISTS: Readonly<Record<string, Resource>> = { pods: kubePods, namespaces: kubeNamespaces, events: kubeEvents };
Object.values(LISTS).forEach(addLate);

/** `/web/cluster/{site}/kubernetes/{cluster}/{pods|namespaces|events|logs}`: the objects in a Kubernetes cluster. */
export default function KubernetesRoute() {
  const { clusterId = '', kubeCluster = '', view = '', '*': rest = '' } = useParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const resource = Object.hasOwn(LISTS, view) ? LISTS[view] : undefined;
  if (!config.extensions.includes(FEATURE_KUBERNETES)) return <NotFound inFrame />;
  if (resource) {
    const params = { clusterId, kubeCluster };
    return (
      <>
        <title>{`${clusterLabel(kubeCluster)} • ${resource.label[1]}`}</title>
        <ResourcePage key={resourceName(resource, params)} resource={resource} otherwise={<NotFound inFrame />} />
      </>
    );
  }
  const [namespace, pod, container, ...more] = rest.split('/');
  if (view !== 'logs' || !namespace || !pod || !container || more.length > 0) return <NotFound inFrame />;
  const pods = namespacePodsPath(clusterId, kubeCluster, namespace);
  const isFromPods = textAt(state, 'from').startsWith(kubePath(clusterId, kubeCluster, 'pods'));
  const address = { clusterId, kubeCluster, namespace, pod, container };
  return (
    <>
      <title>{`${pod} • ${namespace} • ${clusterLabel(kubeCluster)} • Logs`}</title>
      <LogsPage
        key={rest}
        address={address}
        crumbs={<Crumbs crumbs={[...kubeCrumbs({ clusterId, kubeCluster }), { label: namespace, to: pods }]} />}
        // The history entry before this one stays that of the list.
        onContainer={(name) => void navigate(logPath({ ...address, container: name }), { replace: true, state })}
        onBack={() => void (isFromPods ? navigate(-1) : navigate(pods))}
      />
    </>
  );
}
