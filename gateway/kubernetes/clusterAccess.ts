// Whether a user may access a cluster, with which identity, and which of its pods are visible.
import { chooseKubeIdentity, type KubeIdentity, type PodRules } from '../../src/access/kubernetes.ts';
import { ApiFailure, denied, notFound } from '../http/failures.ts';
import type { Caller } from '../identity/caller.ts';
import type { Entry } from '../inventory/entry.ts';
import type { InventoryStore } from '../store/inventory.ts';
import { judgeCluster } from './judgeCluster.ts';
import { KubernetesFault } from './KubernetesFault.ts';

export type KubeGrant = { entry: Entry; identity: KubeIdentity; pods: PodRules };
type Holder = { user: Pick<Caller['user'], 'name'>; access: Caller['access'] };

/** A cluster that the caller may not access counts as missing. */
export function findCluster(inventory: Pick<InventoryStore, 'find'>, { access }: Holder, name: string): Entry {
  const entry = inventory.find('kube_cluster', name);
  if (entry && access.resource('kube_cluster', entry.labels).ok) return entry;
  throw notFound(`kubernetes cluster "${name}" not found`);
}

/** `asked`: the chosen Kubernetes user, absent if the roles allow only one. */
export function grantCluster({ user, access }: Holder, entry: Entry, requestedUser: string | undefined): KubeGrant {
  const { labels } = entry;
  const allowed = { users: access.kubeUsers(labels), groups: access.kubeGroups(labels) };
  const choice = chooseKubeIdentity(user.name, allowed, requestedUser);
  if (!choice.ok) throw denied(choice.message);
  const { identity } = choice;
  if (!judgeCluster(access, labels, identity).ok)
    throw denied(`Your roles do not allow the Kubernetes user ${identity.user} in this cluster.`);
  return { entry, identity, pods: access.pods(labels) };
}

/** The API answer for a fault. A status of the cluster must not look like one of the gateway's own sign-in. */
function toApiFailure(fault: KubernetesFault): ApiFailure {
  const status = fault.stage === 'list' && (fault.status === 403 || fault.status === 404) ? fault.status : 502;
  return new ApiFailure(status, sentenceOf(fault));
}

/** Includes the API server's text, which explains what to change there. */
export const sentenceOf = ({ message, cause }: KubernetesFault): string =>
  cause === '' ? message : `${message} It said: ${cause}`;

/** Runs a call to a cluster for an endpoint and converts its faults. */
export async function asAnswer<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KubernetesFault ? toApiFailure(error) : error;
  }
}
