import { named } from '../../../api/enrollment.ts';
import { kubePath } from '../../../api/kubernetes.ts';
import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Waiting } from '../../../ui/plain/Waiting.tsx';
import { FEATURE_KUBERNETES } from '../../../wire/config.ts';
import { toTested } from '../../connectionTest/testedRow.ts';
import { defineFlow, lastSteps, type FlowHandle, type MakeFlow } from '../flow/flow.ts';
import { FinishedStep } from '../parts/FinishedStep.tsx';
import { TestStep, UseLink } from '../parts/TestStep.tsx';
import { TraitsStep } from '../parts/TraitsStep.tsx';
import { useListed } from '../parts/usePoll.ts';
import { findKube, type KubeItem, type KubernetesValues } from './kubeItem.ts';
import { HelmCommands } from './HelmCommands.tsx';
import { KubeconfigForm } from './KubeconfigForm.tsx';

type Props = { flow: FlowHandle<KubernetesValues> };

/** The cluster as listed now. Undefined until it is known. */
function useKube({ env, values }: Props['flow']): KubeItem | undefined {
  const name = values.kube?.name ?? values.name;
  const listed = useListed(`kube ${name}`, (signal) => findKube(env.clusterId, named(name), signal));
  return listed === null ? (values.kube ?? { name, users: [], groups: [] }) : listed;
}

/** Which users and groups the user can act as in the cluster. */
function KubeAccess({ flow }: Props) {
  const kube = useKube(flow);
  return (
    <TraitsStep
      flow={flow}
      title={`Set up access to ${flow.values.kube?.name ?? flow.values.name}`}
      about="Choose the groups and users of Kubernetes that you act as. The cluster must give them permissions."
      fields={[
        { trait: 'kubernetes_groups', label: 'Kubernetes groups', help: 'Type a name and press Enter' },
        { trait: 'kubernetes_users', label: 'Kubernetes users' },
      ]}
      detected={{ kubernetes_groups: kube?.groups ?? [], kubernetes_users: kube?.users ?? [] }}
      grant={{
        name: 'kubernetes-access',
        labels: 'kubernetes_labels',
        fields: { kubernetes_groups: 'kubernetes_groups', kubernetes_users: 'kubernetes_users' },
      }}
      missing={({ kubernetes_groups: groups = [], kubernetes_users: users = [] }) =>
        groups.length + users.length === 0 ? 'Add at least one group or user' : undefined
      }
    />
  );
}

function KubeTest({ flow }: Props) {
  const { env } = flow;
  const kube = useKube(flow);
  if (!kube) return <Waiting>Loading your users and groups</Waiting>;
  const browses = env.config.extensions.includes(FEATURE_KUBERNETES);
  return (
    <>
      <TestStep
        key={[...kube.users, ...kube.groups].join(' ')}
        flow={flow}
        tested={toTested({ ...kube, id: kube.name, kind: 'kube_cluster' })}
        use={() =>
          browses && (
            <UseLink env={env} path={kubePath(env.clusterId, kube.name, 'pods')}>
              Show pods
            </UseLink>
          )
        }
      />
      {!env.isEmbedded && (
        <CopyBox command label="On a command line" text={`tsh kube login ${kube.name} && kubectl get pods`} />
      )}
    </>
  );
}

const KubeFinished = ({ flow }: Props) => (
  <FinishedStep flow={flow} noun={`Kubernetes cluster ${flow.values.kube?.name ?? flow.values.name}`} list="kubernetes">
    It appears in the list of Kubernetes clusters of users whose roles match its labels.
  </FinishedStep>
);

const makeFlow: MakeFlow = ({ card, env }) =>
  defineFlow<KubernetesValues>({
    title: 'Enroll a Kubernetes cluster',
    resource: card.resource,
    initial: { name: '', labels: {}, namespace: 'teleport', context: '', via: '', viaLogin: '' },
    keeps: ['name', 'labels', 'namespace', 'context', 'via', 'viaLogin', 'saved', 'kube', 'resourceIds'],
    steps: [
      {
        ...{ id: 'configure', title: 'Configure resource', event: 'deployService' },
        Component: env.isEmbedded ? KubeconfigForm : HelmCommands,
      },
      ...lastSteps({ Access: KubeAccess, Test: KubeTest, Finished: KubeFinished }),
    ],
  });
export default makeFlow;
