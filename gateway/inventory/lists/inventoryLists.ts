import type { KubeJson, UserGroupJson } from '../../../src/wire/inventoryJson.ts';
import { toLabelsJson } from '../labels.ts';
import { APP_LIST } from './appList.ts';
import { DATABASE_LIST, DATABASE_SERVICE_LIST } from './databaseLists.ts';
import { DESKTOP_LIST, DESKTOP_SERVICE_LIST } from './desktopLists.ts';
import { orNull, type InventoryList } from './inventoryList.ts';
import { NODE_LIST } from './nodeList.ts';

/** Kubernetes clusters (http-resources §5). */
const KUBERNETES_LIST: InventoryList<KubeJson> = {
  path: 'kubernetes',
  kind: 'kube_cluster',
  rule: 'kube_server',
  resource: 'kube_cluster',
  columns: { name: 'name' },
  alwaysCounted: true,
  toItem: ({ key, labels }, { access }) => ({
    name: key,
    labels: toLabelsJson(labels),
    kubernetes_users: orNull(access.kubeUsers(labels)),
    kubernetes_groups: orNull(access.kubeGroups(labels)),
  }),
};

/** User groups (http-resources §8). */
const USER_GROUP_LIST: InventoryList<UserGroupJson> = {
  path: 'user-groups',
  kind: 'user_group',
  rule: 'user_group',
  resource: 'user_group',
  columns: { name: 'name', description: 'description' },
  toItem: ({ key, document: { metadata }, labels }) => ({
    name: key,
    description: metadata.description ?? '',
    labels: toLabelsJson(labels),
  }),
};

/** Every list of the inventory. */
export const INVENTORY_LISTS: readonly InventoryList<object>[] = [
  NODE_LIST,
  APP_LIST,
  KUBERNETES_LIST,
  DATABASE_LIST,
  DATABASE_SERVICE_LIST,
  DESKTOP_LIST,
  DESKTOP_SERVICE_LIST,
  USER_GROUP_LIST,
];
