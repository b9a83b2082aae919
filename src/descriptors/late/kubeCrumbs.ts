import { clusterLabel } from '../../api/kubernetes.ts';
import { fillPath, type PathParams } from '../../api/urls.ts';
import { FEATURE_KUBERNETES } from '../../wire/config.ts';
import type { Crumb, Resource } from '../defineResource.ts';

/** Which cluster a page below `/kubernetes/:kubeCluster` shows, and as whom. */
export const kubeCrumbs = ({ clusterId, kubeCluster = '' }: PathParams): readonly Crumb[] => [
  { label: 'Kubernetes', to: fillPath('/cluster/:clusterId/kubernetes', { clusterId }) },
  { label: clusterLabel(kubeCluster) },
];

/** The beginning of a page about what one Kubernetes cluster holds. */
export const kubePage = (view: string) =>
  ({
    path: `cluster/:clusterId/kubernetes/:kubeCluster/${view}`,
    acl: 'kubeServers',
    extension: FEATURE_KUBERNETES,
    palette: false,
    crumbs: kubeCrumbs,
  }) satisfies Partial<Resource>;
