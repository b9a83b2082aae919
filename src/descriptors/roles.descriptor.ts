import { readRole, roleList, saveRoleBody, type RoleItem } from '../api/roles.ts';
import { defineResource } from './defineResource.ts';
import { DOCUMENT_VERBS } from './documentKinds.ts';

export default defineResource<RoleItem>({
  name: 'roles',
  label: ['Role', 'Roles'],
  title: 'Manage Roles',
  icon: 'shield',
  path: 'roles',
  acl: 'roles',
  verbs: DOCUMENT_VERBS,
  nav: { category: 'Management', section: 'Access', flag: 'roles', weight: 2 },
  wire: {
    list: roleList,
    read: readRole,
    create: { url: 'roles', body: saveRoleBody },
    update: { url: 'roles/:id', body: saveRoleBody },
    remove: { url: 'roles/:id', restores: true },
  },
  fields: [
    {
      source: 'name',
      kind: 'text',
      label: 'Name',
      sort: true,
      list: { width: [160, 256] },
      tag: (role) => (role.preset ? 'preset' : undefined),
    },
    { source: 'grants', kind: 'chips', label: 'Access', list: { width: 232 } },
    { source: 'logins', kind: 'chips', label: 'Logins', list: { width: 192 } },
    { source: 'description', kind: 'text', label: 'Description', list: { width: 'rest' } },
    { source: 'version', kind: 'mono', label: 'Version', sort: true, list: { width: 76 } },
    { source: 'content', kind: 'yaml', label: 'Document', list: false },
  ],
  list: {
    title: 'name',
    sort: { field: 'name', order: 'ASC' },
    search: 'Search name, login or description',
    empty: {
      title: 'No roles yet',
      text: 'A role defines what its users may access and do. Users without a role have no access.',
    },
  },
  yaml: {
    source: 'content',
    types: [
      {
        kind: 'role',
        label: 'Role',
        schema: () => import('../schemas/role.schema.json'),
        form: () => import('./forms/role.form.ts'),
        templates: () => import('./templates/role.yaml?raw'),
      },
    ],
    reports: {
      create: 'tp.ui.createNewRole.click',
      save: 'tp.ui.createNewRoleSave.click',
      cancel: 'tp.ui.createNewRoleCancel.click',
    },
  },
  lockTarget: ({ name }) => ({ kind: 'role', value: name }),
  removal: {
    effects: (role) => [
      'Users can no longer sign in through connectors and trusted clusters that assign it',
      ...(role.preset ? ['A preset comes back when the server starts again'] : []),
    ],
    heldBy: { resource: 'users', field: 'roles' },
  },
  assist: {
    kind: 'role',
    title: (roles) => roles.map(({ name }) => name).join(', '),
    text: (roles) => roles.map(({ content }) => content).join('---\n'),
    question: 'Explain what this role allows.',
  },
  rowActions: [
    {
      id: 'reach',
      label: 'Effective access',
      icon: 'server',
      run: (role, context) => context.checkAccess({ role: role.id }),
    },
    {
      id: 'clone',
      label: 'Clone',
      icon: 'copy',
      needs: [
        ['roles', 'create'],
        ['roles', 'edit'],
      ],
      run: (role, context) => context.go(`/roles/new?from=${encodeURIComponent(role.id)}`),
    },
  ],
  bulk: {
    removal: {
      effects: [
        'The server does not delete roles that users still have',
        'Users can no longer sign in through connectors and trusted clusters that assign one of them',
        'A preset comes back when the server starts again',
      ],
      eventCode: 'T9001I',
    },
  },
});
