import { clusterLabel } from '../../api/kubernetes.ts';
import { fillPath, type PathParams } from '../../api/urls.ts';
import type { Crumb } from '../defineResource.ts';

/** Which cluster a page below `/kubernetes/:kubeCluster` shows, and as whom. */
export const kubeCrumbs = ({ clusterId, kubeCluster = '' }: PathParams): readonly Crumb[] => [
  { label: 'Kubernetes', to: fillPath('/cluster/:clusterId/kubernetes', { clusterId }) },
  { label: clusterLabel(kubeCluster) },
];
