import { userGroupList, type UserGroup } from '../api/inventoryLists.ts';
import { defineResource } from './defineResource.ts';
import { inventoryPage } from './inventory.ts';

export default defineResource<UserGroup>({
  ...inventoryPage('userGroups', { icon: 'users', acl: 'userGroups', flag: 'users', weight: 7 }),
  path: 'cluster/:clusterId/user-groups',
  label: ['User group', 'User groups'],
  wire: { list: userGroupList },
  fields: [
    { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [160, 256] } },
    { source: 'description', kind: 'text', label: 'Description', sort: true, list: { width: [160, 320] } },
    { source: 'labels', kind: 'labels', label: 'Labels', list: { width: 'rest' } },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Add a word or label = value',
    about: 'Groups of an identity provider that give access to applications',
    empty: {
      title: 'No user groups here',
      text: 'Groups come from an identity provider. Your roles may not give access to any.',
    },
  },
  predicate: {
    name: (group) => group.id,
    labels: (group) => group.labels,
    values: (group) => [group.id, group.description],
  },
  access: { kind: 'user_group' },
});
