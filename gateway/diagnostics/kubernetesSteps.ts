// The steps that test a Kubernetes cluster: access, the connection, and a list of pods (http-resources §13.3).
import type { Access } from '../../src/access/access.ts';
import type { TraceType } from '../../src/wire/diagnostics.ts';
import type { Gateway } from '../gateway.ts';
import type { Entry } from '../inventory/entry.ts';
import { judgeCluster } from '../kubernetes/judgeCluster.ts';
import { KubernetesFault, type KubernetesStage } from '../kubernetes/KubernetesFault.ts';
import { testKubernetes, type KubernetesTest } from '../kubernetes/testKubernetes.ts';
import { requireFactor, requireUnlocked, tooSlow, type Tester } from './judged.ts';
import type { TestRequest } from './testRequest.ts';
import { StepFailure, type Step } from './traces.ts';

export type KubernetesParts = Pick<Gateway, 'stores' | 'locks' | 'dialer'>;

/** The identity of the call. */
type Principals = { user: string; groups: readonly string[] };

export function kubernetesSteps(parts: KubernetesParts, tester: Tester, request: TestRequest): Step[] {
  const { stores, locks } = parts;
  const { caller } = tester;
  const { access } = caller;
  const { name } = request;
  let entry: Entry;
  let as: Principals;

  return [
    {
      proves: [],
      run() {
        const found = stores.inventory.find('kube_cluster', name);
        if (!found)
          throw new StepFailure(
            'CONNECTIVITY',
            'The gateway does not know this Kubernetes cluster. Check the name, and that the cluster is in the list.',
            `kubernetes cluster "${name}" is not registered or is offline`,
          );
        entry = found;
        const verdict = access.resource('kube_cluster', entry.labels);
        if (!verdict.ok)
          throw new StepFailure(
            'RBAC_KUBE',
            'Your roles do not allow access to this Kubernetes cluster. A role must allow its labels (kubernetes_labels).',
            verdict.message,
          );
        as = principalsOf(access, entry, request, caller.user.name);
        requireUnlocked(locks, tester, 'RBAC_KUBE');
        requireFactor(access.requiresSessionMfa('kube_cluster', entry.labels), tester, 'RBAC_KUBE');
      },
    },
    {
      proves: ['CONNECTIVITY', 'RBAC_PRINCIPAL', 'RBAC_KUBE', 'KUBE_PRINCIPAL'],
      run: (signal) => askCluster(parts, entry, { ...as, namespace: request.namespace }, request.timeoutMs, signal),
    },
  ];
}

async function askCluster(
  parts: KubernetesParts,
  entry: Entry,
  test: KubernetesTest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await testKubernetes(parts, entry, test, signal);
  } catch (error) {
    if (!(error instanceof KubernetesFault)) throw error;
    const { stage, status, message, cause } = error;
    const wasSlow = signal.aborted ? tooSlow(timeoutMs) : '';
    throw new StepFailure(traceOf(stage, status), message, wasSlow || cause || message);
  }
}

function traceOf(stage: KubernetesStage, status: number | undefined): TraceType {
  if (stage === 'connect') return 'CONNECTIVITY';
  return status === 401 || status === 403 || stage === 'login' ? 'KUBE_PRINCIPAL' : 'UNKNOWN_ERROR';
}

/**
 * The identity of the request, or the one that the roles allow. Throws if there is none, several users, or it is not
 * allowed.
 */
function principalsOf(access: Access, { labels }: Entry, request: TestRequest, userName: string): Principals {
  const users = access.kubeUsers(labels);
  const groups = access.kubeGroups(labels);
  const fail = (details: string, error: string) => new StepFailure('RBAC_PRINCIPAL', details, error);
  const { kubeUser, kubeGroups } = request;
  const names = [kubeUser, ...kubeGroups].filter((name) => name !== '');
  const possible = users.length > 0 ? users : [userName];
  const denied = names.find((name, i) => !(i === 0 && kubeUser !== '' ? possible : groups).includes(name));
  if (denied !== undefined)
    throw fail(
      `Your roles do not allow "${denied}" on this cluster. Add it to the kubernetes_users or kubernetes_groups of a role or of your user.`,
      `impersonation request for "${denied}" is denied`,
    );
  if (users.length + groups.length === 0)
    throw fail(
      'Your roles allow no Kubernetes user or group on this cluster. Add kubernetes_users or kubernetes_groups to a role or to your user.',
      'no user or group is allowed',
    );
  if (kubeUser === '' && users.length > 1)
    throw fail(
      'Your roles allow several Kubernetes users. Select one of them for the test.',
      'several users are allowed',
    );
  const as = { user: kubeUser || users[0] || userName, groups: kubeGroups.length > 0 ? kubeGroups : groups };
  if (!judgeCluster(access, labels, { ...as, isOwn: users.length === 0 }).ok)
    throw fail(
      `Your roles deny the Kubernetes user "${as.user}". Remove it from the denied kubernetes_users, or allow another user.`,
      `impersonation request for "${as.user}" is denied`,
    );
  return as;
}
