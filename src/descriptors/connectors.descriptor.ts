import { config } from '../api/config.ts';
import { ALL_CONNECTORS } from '../wire/config.ts';
import {
  connectorId,
  connectorParts,
  loadConnectorDecoder,
  readConnector,
  saveConnectorBody,
  type Connector,
} from '../api/connectors.ts';
import { wholeList } from '../api/lists.ts';
import { CONNECTOR_SECRETS } from '../wire/connectors.ts';
import { defineResource, type ResourceOf } from './defineResource.ts';
import { DOCUMENT_VERBS } from './documentKinds.ts';
import type { DocumentType } from './documentTypes.ts';

const KIND_LABELS: Readonly<Record<string, string>> = { github: 'GitHub', oidc: 'OIDC', saml: 'SAML' };

const github: DocumentType = {
  kind: 'github',
  label: 'GitHub',
  icon: 'git-branch',
  schema: () => import('../schemas/github.schema.json'),
  templates: () => import('./templates/github.yaml?raw'),
  secrets: CONNECTOR_SECRETS.github,
  form: () => import('./forms/github.form.ts'),
};

const oidc: DocumentType = {
  kind: 'oidc',
  label: 'OIDC',
  icon: 'key-round',
  schema: () => import('../schemas/oidc.schema.json'),
  templates: () => import('./templates/oidc.yaml?raw'),
  secrets: CONNECTOR_SECRETS.oidc,
  form: () => import('./forms/oidc.form.ts'),
};

/** Sign-in methods with an identity provider. A cluster only has endpoints for GitHub (http-resources §11.3). */
export const connectors = (everyKind: boolean): ResourceOf<Connector> => {
  const list = everyKind ? 'postern/connectors' : 'github';
  const one = everyKind ? 'postern/connectors/:kind/:name' : 'github/:name';
  return defineResource<Connector>({
    name: 'connectors',
    label: ['Connector', 'Connectors'],
    title: 'Manage Auth Connectors',
    icon: 'key-round',
    path: 'sso',
    acl: 'authConnectors',
    verbs: DOCUMENT_VERBS,
    nav: { label: 'Auth connectors', category: 'Management', section: 'Access', flag: 'authConnector', weight: 3 },
    wire: {
      list: wholeList(list, { load: loadConnectorDecoder }, 'connectors'),
      read: readConnector,
      create: { url: list, body: saveConnectorBody },
      update: { url: one, body: saveConnectorBody },
      remove: { url: one },
    },
    fields: [
      { source: 'name', kind: 'text', label: 'Name', sort: true, list: { width: [160, 256] } },
      {
        source: 'kind',
        kind: 'text',
        label: 'Kind',
        sort: true,
        list: { width: 88 },
        value: ({ kind }) => KIND_LABELS[kind] ?? kind,
      },
      { source: 'display', kind: 'text', label: 'Button', sort: true, list: { width: [120, 200] } },
      {
        source: 'roles',
        kind: 'text',
        label: 'Roles',
        list: { width: 'rest' },
        value: ({ by, roles }) => (roles.length === 0 ? `${by}, no role` : `${by}: ${roles.join(', ')}`),
      },
      { source: 'content', kind: 'yaml', label: 'Document', list: false },
    ],
    list: {
      title: 'name',
      sort: { field: 'name', order: 'ASC' },
      search: 'Search name or role',
      about: 'Sign-in besides local passwords. Each connector assigns roles by team or claim.',
      empty: {
        title: 'No connectors yet',
        text: everyKind
          ? 'A connector lets users sign in with GitHub or any OpenID Connect provider, and assigns roles by team or claim.'
          : 'A connector lets users sign in with GitHub and assigns roles by team. This cluster’s API supports GitHub connectors only.',
      },
      selectable: false,
      icon: ({ kind }) => (kind === 'github' ? github.icon : oidc.icon),
    },
    yaml: {
      source: 'content',
      types: everyKind ? [github, oidc] : [github],
      ids: { of: connectorId, parts: connectorParts },
    },
    removal: {
      effects: ({ name, display: word }) => [
        `The button ${word || name} disappears from the sign-in page, and users can no longer sign in with it`,
        'Open sign-ins continue until they end',
        'Its secret is deleted with it',
      ],
    },
  });
};

export default connectors(config.extensions.includes(ALL_CONNECTORS));
