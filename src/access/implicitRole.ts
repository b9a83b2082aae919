import { toRole, type Role } from './role.ts';

const READABLE = [
  'node',
  'proxy',
  'auth_server',
  'tunnel',
  'cluster_auth_preference',
  'cluster_name',
  'ssh_session',
  'app_server',
  'remote_cluster',
  'kube_server',
  'db_server',
  'db',
  'app',
  'windows_desktop_service',
  'windows_desktop',
  'kube_cluster',
];

/**
 * The permissions of every user (resource-specs §24). This role is never stored or listed, grants no resource and does
 * not affect options.
 */
export const IMPLICIT_ROLE: Role = toRole({
  kind: 'role',
  version: 'v6',
  metadata: { name: 'default-implicit-role' },
  spec: {
    allow: {
      rules: [
        ...READABLE.map((kind) => ({ resources: [kind], verbs: ['list', 'read'] })),
        { resources: ['cert_authority'], verbs: ['list', 'readnosecrets'] },
        { resources: ['usage_event'], verbs: ['create'] },
      ],
    },
  },
});
