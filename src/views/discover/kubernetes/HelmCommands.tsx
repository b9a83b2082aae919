import { CopyBox } from '../../../ui/CopyBox.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { handleSubmit } from '../../../ui/plain/Field.tsx';
import type { FlowHandle } from '../flow/flow.ts';
import { useFaults, useReady } from '../flow/useStep.ts';
import { JoinCommand } from '../parts/JoinCommand.tsx';
import styles from '../parts/parts.module.css';
import { PollStatus } from '../parts/PollStatus.tsx';
import { StepBody } from '../parts/StepBody.tsx';
import { useJoinToken } from '../parts/useJoinToken.ts';
import { useJoinPoll } from '../parts/usePoll.ts';
import { HELM_REPO, helmCommand, kubeNameFault, namespaceFault } from './helmTexts.ts';
import { findKube, type KubernetesValues } from './kubeItem.ts';
import { IdentifierField } from '../parts/IdentifierField.tsx';

/** Three boxes: the chart, its fields, and the command that installs the agent. */
export function HelmCommands({ flow }: { flow: FlowHandle<KubernetesValues> }) {
  const { values, env, setValues } = flow;
  const { namespace, name, isLocked = false, kube: knownCluster, resourceIds = [] } = values;
  const { faults, check } = useFaults(() => ({ namespace: namespaceFault(namespace), name: kubeNameFault(name) }));
  const token = useJoinToken(flow, isLocked && !knownCluster ? { role: 'Kube' } : undefined);
  const poll = useJoinPoll(
    knownCluster,
    resourceIds,
    (search, signal) => findKube(env.clusterId, { search }, signal),
    (hit) => setValues({ kube: hit }),
  );
  const kube = poll.hit;
  useReady(flow, kube ? true : 'Next opens when the cluster has joined');
  const lock = () => {
    setValues({ isLocked: check() });
    token.ask();
  };
  return (
    <StepBody
      title="Install the agent in the Kubernetes cluster"
      about="Run the commands where kubectl and Helm reach the cluster. The cluster needs outgoing HTTPS to this address."
    >
      <h3 className={styles.subtitle}>1. Add the repository of the chart</h3>
      <CopyBox command label="Repository" text={HELM_REPO} />
      <h3 className={styles.subtitle}>2. Name the cluster</h3>
      <form className="grid g12" noValidate onSubmit={handleSubmit(lock)}>
        <IdentifierField
          label="Namespace of the agent"
          readOnly={isLocked}
          error={faults.namespace}
          value={namespace}
          onChange={(text) => setValues({ namespace: text })}
        />
        <IdentifierField
          label="Kubernetes cluster name"
          help="Users see this name"
          readOnly={isLocked}
          error={faults.name}
          value={name}
          onChange={(text) => setValues({ name: text })}
        />
        <div hidden={knownCluster !== undefined}>
          {isLocked ? (
            <Button size="form" onClick={() => setValues({ isLocked: false, join: undefined })}>
              Edit
            </Button>
          ) : (
            <Button type="submit" kind="primary" size="form">
              Generate command
            </Button>
          )}
        </div>
      </form>
      {isLocked && !knownCluster && (
        <>
          <h3 className={styles.subtitle}>3. Install the agent</h3>
          <JoinCommand
            token={token}
            label="Install command"
            command={(secret) =>
              helmCommand({
                join: { token: secret, resourceId: token.join?.resourceId ?? '' },
                namespace,
                name,
                proxy: env.proxy,
                version: env.user.cluster.authVersion,
                config: env.config,
              })
            }
          />
        </>
      )}
      {(isLocked || kube) && (
        <PollStatus
          poll={poll}
          waiting="Waiting for the Kubernetes cluster to join"
          done={kube && `Kubernetes cluster ${kube.name} has joined`}
          hintsTitle="This usually takes under a minute. Check in the cluster:"
          hints={[
            { command: `kubectl get pods -n ${namespace}`, meaning: 'is the agent running' },
            { command: `kubectl logs -l app=teleport-agent -n ${namespace}`, meaning: 'what the agent reports' },
          ]}
        />
      )}
    </StepBody>
  );
}
