import { defineFlow, type MakeFlow } from '../flow/flow.ts';
import { HelmCommands } from './HelmCommands.tsx';
import { KubeconfigForm } from './KubeconfigForm.tsx';
import type { KubernetesValues } from './kubeItem.ts';
import { KubeAccess, KubeFinished, KubeTest } from './KubernetesSteps.tsx';

const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<KubernetesValues>({
    kind: 'kubernetes',
    title: 'Enroll a Kubernetes cluster',
    resource: card.resource,
    initial: { name: '', labels: {}, namespace: 'teleport', context: '', via: '', viaLogin: '' },
    keeps: ['name', 'labels', 'namespace', 'context', 'via', 'viaLogin', 'saved', 'kube', 'resourceIds'],
    steps: [
      {
        id: 'configure',
        title: 'Configure resource',
        event: 'deployService',
        Component: env.isEmbedded ? KubeconfigForm : HelmCommands,
      },
      { id: 'access', title: 'Set up access', event: 'principals.configure', Component: KubeAccess },
      { id: 'test', title: 'Test connection', event: 'testConnection', Component: KubeTest },
      { id: 'finished', title: 'Finished', event: 'completed', Component: KubeFinished },
    ],
  });
export default makeFlow;
