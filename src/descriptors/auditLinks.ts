import type { AuditEventRow } from '../api/auditEvents.ts';
import { connectorId } from '../api/connectors.ts';
import { textAt } from '../lib/json.ts';
import type { RowLink } from './model/detailsModel.ts';

/**
 * The target of an event about a document: the part of its event name before the dot, and the list of such documents.
 */
const DOCUMENTS: Readonly<Record<string, { list: string; label: string; id?: (name: string) => string }>> = {
  user: { list: 'users', label: 'User' },
  reset_password_token: { list: 'users', label: 'User' },
  role: { list: 'roles', label: 'Role' },
  github: { list: 'connectors', label: 'Connector', id: (name) => connectorId('github', name) },
  oidc: { list: 'connectors', label: 'Connector', id: (name) => connectorId('oidc', name) },
  saml: { list: 'connectors', label: 'Connector', id: (name) => connectorId('saml', name) },
  trusted_cluster: { list: 'trusted', label: 'Trusted cluster' },
  lock: { list: 'locks', label: 'Lock' },
  app: { list: 'apps', label: 'Application' },
  db: { list: 'databases', label: 'Database' },
  kube: { list: 'kubernetes', label: 'Kubernetes cluster' },
};

/** Fields with the name of the affected resource, and its list. */
const RESOURCES: readonly (readonly [field: string, list: string, label: string])[] = [
  ['server_hostname', 'nodes', 'Server'],
  ['app_name', 'apps', 'Application'],
  ['db_service', 'databases', 'Database'],
  ['kubernetes_cluster', 'kubernetes', 'Kubernetes cluster'],
  ['desktop_name', 'desktops', 'Desktop'],
];

function documentLink({ event, recorded }: AuditEventRow): RowLink[] {
  const [subject = '', act = ''] = event.split('.');
  const name = textAt(recorded, 'name');
  const entry = Object.hasOwn(DOCUMENTS, subject) ? DOCUMENTS[subject] : undefined;
  if (!entry || name === '' || /^delete/.test(act)) return [];
  return [{ label: `${entry.label} ${name}`, resource: entry.list, find: entry.id?.(name) ?? name }];
}

/** Links to the actor, the changed document, the affected resource, and the session while it is active. */
export function auditLinks(row: AuditEventRow): readonly RowLink[] {
  const { user, session, recorded } = row;
  const links: RowLink[] = [
    ...(session && !row.recording ? [{ label: 'Active session', resource: 'sessions', find: session }] : []),
    ...(user ? [{ label: `User ${user}`, resource: 'users', find: user }] : []),
    ...documentLink(row),
    ...RESOURCES.flatMap(([field, resource, label]) => {
      const find = textAt(recorded, field);
      return find ? [{ label: `${label} ${find}`, resource, find }] : [];
    }),
  ];
  const isFirst = ({ resource, find }: RowLink, i: number) =>
    links.findIndex((other) => other.resource === resource && other.find === find) === i;
  return links.filter(isFirst);
}
