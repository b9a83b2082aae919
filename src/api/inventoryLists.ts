// Kinds of the inventory that the console only lists.
import type { LabelJson } from '../wire/http.ts';
import type { KubeJson, UserGroupJson, DatabaseServiceJson } from '../wire/inventoryJson.ts';
import { cursorList, wholeList } from './lists.ts';

export type KubeCluster = {
  id: string;
  name: string;
  labels: readonly LabelJson[];
  /** The Kubernetes users and groups that the caller's roles allow. */
  users: readonly string[];
  groups: readonly string[];
};

const toKubeCluster = ({ name = '', ...json }: Partial<KubeJson>): KubeCluster => ({
  id: name,
  name,
  labels: json.labels ?? [],
  users: json.kubernetes_users ?? [],
  groups: json.kubernetes_groups ?? [],
});

/** Kubernetes clusters of a cluster (http-resources §5.1). */
export const kubeList = cursorList('sites/:clusterId/kubernetes', toKubeCluster);

export type UserGroup = {
  id: string;
  name: string;
  description: string;
  labels: readonly LabelJson[];
};

const toUserGroup = ({ name = '', ...json }: Partial<UserGroupJson>): UserGroup => ({
  id: name,
  name: json.friendlyName ?? name,
  description: json.description ?? '',
  labels: json.labels ?? [],
});

/** Groups of users at an identity provider (http-resources §8). */
export const userGroupList = cursorList('sites/:clusterId/user-groups', toUserGroup);

export type DatabaseService = {
  id: string;
  name: string;
  /** Each is a set of labels that a database must have: `env=dev|test, team=a`. */
  matchers: readonly string[];
};

const toDatabaseService = ({ name = '', resource_matchers }: Partial<DatabaseServiceJson>): DatabaseService => ({
  id: name,
  name,
  matchers: (resource_matchers ?? []).map(({ labels }) =>
    Object.entries(labels ?? {})
      .map(([label, values]) => `${label}=${[values].flat().join('|')}`)
      .join(', '),
  ),
});

/** Services that connect to databases (http-resources §6.6). The list cannot be sorted. */
export const databaseServiceList = wholeList('sites/:clusterId/databaseservices', toDatabaseService, 'items');
