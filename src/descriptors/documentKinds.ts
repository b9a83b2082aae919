import { TRUSTED_CLUSTER_SECRETS } from '../wire/documentSecrets.ts';
import type { Resource } from './defineResource.ts';
import type { DocumentType } from './documentTypes.ts';

/**
 * A write first reads, and may create as well as replace. A list has content that only `read` may see (http-resources
 * §11.1).
 */
export const DOCUMENT_VERBS: NonNullable<Resource['verbs']> = {
  list: ['list', 'read'],
  create: ['read', 'create', 'edit'],
  update: ['read', 'create', 'edit'],
};

/**
 * Kinds of documents that several pages can write, by their `kind`. Schema, form and templates load with the editor. A
 * kind with only one page can also be declared in its descriptor.
 */
export const documentKinds = {
  app: {
    kind: 'app',
    label: 'Application',
    icon: 'app-window',
    acl: 'apps',
    schema: () => import('../schemas/app.schema.json'),
    templates: () => import('./templates/app.yaml?raw'),
    form: () => import('./forms/app.form.ts'),
  },
  authPreference: {
    kind: 'cluster_auth_preference',
    label: 'Sign-in',
    icon: 'key-round',
    schema: () => import('../schemas/cluster_auth_preference.schema.json'),
    templates: () => import('./templates/cluster_auth_preference.yaml?raw'),
    form: () => import('./forms/cluster_auth_preference.form.ts'),
  },
  db: {
    kind: 'db',
    label: 'Database',
    icon: 'database',
    acl: 'db',
    schema: () => import('../schemas/db.schema.json'),
    templates: () => import('./templates/db.yaml?raw'),
    form: () => import('./forms/db.form.ts'),
  },
  kubeCluster: {
    kind: 'kube_cluster',
    label: 'Kubernetes cluster',
    icon: 'ship-wheel',
    acl: 'kubeClusters',
    schema: () => import('../schemas/kube_cluster.schema.json'),
    templates: () => import('./templates/kube_cluster.yaml?raw'),
    form: () => import('./forms/kube_cluster.form.ts'),
    secrets: [['spec', 'kubeconfig']],
  },
  networkingConfig: {
    kind: 'cluster_networking_config',
    label: 'Idle times',
    icon: 'network',
    schema: () => import('../schemas/cluster_networking_config.schema.json'),
    templates: () => import('./templates/cluster_networking_config.yaml?raw'),
    form: () => import('./forms/cluster_networking_config.form.ts'),
  },
  node: {
    kind: 'node',
    label: 'Server',
    icon: 'server',
    acl: 'nodes',
    schema: () => import('../schemas/node.schema.json'),
    templates: () => import('./templates/node.yaml?raw'),
    form: () => import('./forms/node.form.ts'),
  },
  recordingConfig: {
    kind: 'session_recording_config',
    label: 'Session recording',
    icon: 'circle-play',
    schema: () => import('../schemas/session_recording_config.schema.json'),
    templates: () => import('./templates/session_recording_config.yaml?raw'),
    form: () => import('./forms/session_recording_config.form.ts'),
  },
  token: {
    kind: 'token',
    label: 'Join token',
    icon: 'key',
    schema: () => import('../schemas/token.schema.json'),
    templates: () => import('./templates/token.yaml?raw'),
    form: () => import('./forms/token.form.ts'),
  },
  trustedCluster: {
    kind: 'trusted_cluster',
    label: 'Trusted cluster',
    icon: 'network',
    schema: () => import('../schemas/trusted_cluster.schema.json'),
    templates: () => import('./templates/trusted_cluster.yaml?raw'),
    form: () => import('./forms/trusted_cluster.form.ts'),
    secrets: TRUSTED_CLUSTER_SECRETS,
  },
  windowsDesktop: {
    kind: 'windows_desktop',
    label: 'Desktop',
    icon: 'monitor',
    acl: 'desktops',
    schema: () => import('../schemas/windows_desktop.schema.json'),
    templates: () => import('./templates/windows_desktop.yaml?raw'),
    form: () => import('./forms/windows_desktop.form.ts'),
  },
} satisfies Record<string, DocumentType>;
