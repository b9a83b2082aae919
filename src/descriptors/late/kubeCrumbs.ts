import { clusterLabel } from '../../api/kubernetes.ts';
import { fillPath, type PathParams } from '../../api/urls.ts';
import { FEATURE_KUBERNETES } from '../../wire/config.ts';
import type { Crumb, Resource } from '../defineResource.ts';

/** The cluster of a page below `/kubernetes/:kubeCluster`, and its Kubernetes user. */
export const kubeCrumbs = ({ clusterId, kubeCluster = '' }: PathParams): readonly Crumb[] => [
  { label: 'Kubernetes', to: fillPath('/cluster/:clusterId/kubernetes', { clusterId }) },
  { label: clusterLabel(kubeCluster) },
];

/** The common properties of a page about the content of one Kubernetes cluster. */
export const kubePage = (view: string) =>
  ({
    path: `cluster/:clusterId/kubernetes/:kubeCluster/${view}`,
    acl: 'kubeServers',
    extension: FEATURE_KUBERNETES,
    palette: false,
    crumbs: kubeCrumbs,
  }) satisfies Partial<Resource>;
