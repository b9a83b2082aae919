import type { LabelJson } from '../wire/http.ts';
import type { UserGroupJson } from '../wire/inventoryJson.ts';
import { cursorList } from './lists.ts';

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

/** Groups of people at an identity provider (http-resources §8). */
export const userGroupList = cursorList('sites/:clusterId/user-groups', toUserGroup);
