// Texts and checks for the three boxes of the Kubernetes flow with a cluster (screens §19.4).
import type { Config } from '../../../api/config.ts';
import type { NewJoinToken } from '../../../api/joinTokens.ts';
import { RESOURCE_ID_LABEL } from '../../../wire/joinTokens.ts';

export const HELM_REPO = 'helm repo add teleport https://charts.releases.teleport.dev && helm repo update';

/** Both are inserted into a shell command. */
const NAMESPACE = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const CLUSTER_NAME = /^[a-zA-Z0-9]([\w.-]{0,251}[a-zA-Z0-9])?$/;

export function namespaceFault(namespace: string): string | undefined {
  if (namespace === '') return 'Enter the namespace';
  return NAMESPACE.test(namespace) ? undefined : 'A namespace has the letters a to z, digits and - only';
}

export function kubeNameFault(name: string): string | undefined {
  if (name === '') return 'Enter the name';
  return CLUSTER_NAME.test(name) ? undefined : 'A name has letters, digits and . _ - only';
}

type HelmOptions = {
  join: Pick<NewJoinToken, 'token' | 'resourceId'>;
  namespace: string;
  name: string;
  proxy: string;
  version: string;
  config: Pick<Config, 'isEnterprise' | 'isCloud' | 'automaticUpgrades'>;
};

/** Writes the values of the chart and installs it. */
export function helmCommand({ join, namespace, name, proxy, version, config }: HelmOptions): string {
  const upgrades = config.isCloud && config.automaticUpgrades;
  return [
    'cat << EOF > prod-cluster-values.yaml',
    'roles: kube',
    `authToken: ${join.token}`,
    `proxyAddr: ${proxy}`,
    `kubeClusterName: ${name}`,
    'labels:',
    `    ${RESOURCE_ID_LABEL}: ${join.resourceId}`,
    ...(config.isEnterprise ? ['enterprise: true'] : []),
    ...(upgrades
      ? [
          'updater:',
          '    enabled: true',
          '    releaseChannel: "stable/cloud"',
          'highAvailability:',
          '    replicaCount: 2',
          '    podDisruptionBudget:',
          '        enabled: true',
          '        minAvailable: 1',
        ]
      : []),
    'EOF',
    '',
    `helm install teleport-agent teleport/teleport-kube-agent -f prod-cluster-values.yaml --version ${version} --create-namespace --namespace ${namespace}`,
  ].join('\n');
}
