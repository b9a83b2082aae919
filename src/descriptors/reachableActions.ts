import type { ReachableKind } from '../wire/inventoryJson.ts';
import { can } from '../api/can.ts';
import { config } from '../api/config.ts';
import { serverBehaviour } from '../api/serverBehaviour.ts';
import { encodeSegment } from '../api/urls.ts';
import type { Label } from '../api/nodes.ts';
import { userContext } from '../api/userContext.ts';
import { CONNECT_SETTINGS, DIAGNOSTICS_MORE } from '../wire/config.ts';
import type { ConnectKind } from '../wire/connect.ts';
import type { TestedKind } from '../wire/diagnostics.ts';
import { documentKinds } from './documentKinds.ts';
import type { ActionContext, Menu } from './model/actionModel.ts';
import type { Adding } from './model/listModel.ts';
import type { Need } from './model/wireModel.ts';
import type { Row } from './row.ts';

type Connectable = { id: string; logins: readonly string[] };

/**
 * The main action of a row with logins: each login opens a tab, with a field for other logins and an explanation.
 * `place`: the target of a login, below `/web`.
 */
export const connectAs = <R extends Connectable>(
  kind: ReachableKind,
  tabs: (clusterId: string, row: R, login: string) => string,
) => ({
  id: 'connect',
  label: 'Connect',
  menu: (row: R, { clusterId, checkAccess }: ActionContext): Menu => ({
    entries: row.logins.map((login) => ({ label: login, to: tabs(clusterId, row, login) })),
    none: 'Your roles do not allow any login here',
    foot: 'Opens in a new tab',
    mono: true,
    target: 'newTab',
    free: { label: 'Other login', to: (text) => (text.trim() ? tabs(clusterId, row, text.trim()) : undefined) },
    // The roles of a leaf cluster decide there, and this console cannot read them.
    ...(clusterId === config.proxyCluster && {
      also: { label: 'Why these logins', icon: 'shield', run: () => checkAccess({ kind, id: row.id }) },
    }),
  }),
});

/** Resources that join by themselves use a token (screens §5.1). `document`: the kind of their document. */
export const adding = (entity: string, label: string, document: string): Adding => ({
  entity,
  label,
  document,
  needs: [['tokens', 'create']],
});

/** The server sets it on documents that were written at run time (resource-specs §0.2). */
const isDynamic = ({ name, value }: Label): boolean => name === 'teleport.dev/origin' && value === 'dynamic';

const { app, db, kubeCluster, windowsDesktop } = documentKinds;

/** Documents require the right on their kind. */
const documentNeeds = (kind: ConnectKind): readonly Need[] =>
  [app, db, kubeCluster, windowsDesktop].flatMap((type): Need[] => (type.kind === kind ? [[type.acl, 'edit']] : []));

/** The action that opens the document of a row, if it was written in this console. */
export const editDocument = <R extends { name: string; labels: readonly Label[] }>(kind: ConnectKind) => ({
  id: 'document',
  label: 'Edit document',
  icon: 'pencil',
  needs: documentNeeds(kind),
  suits: ({ labels }: R): boolean => serverBehaviour.isGateway && labels.some(isDynamic),
  run: ({ name }: R, context: ActionContext): void => context.go(`/resources/${encodeSegment(`${kind}:${name}`)}`),
});

const TESTED_BY_CLUSTERS: readonly TestedKind[] = ['node', 'db', 'kube_cluster'];

/** For users who may test, in the root cluster: a leaf cluster runs no tests (http-resources §13.3). */
export const testConnection = (kind: TestedKind) => ({
  id: 'test',
  label: 'Test connection',
  icon: 'activity',
  suits: (_row: unknown, { clusterId }: ActionContext): boolean =>
    clusterId === config.proxyCluster &&
    (TESTED_BY_CLUSTERS.includes(kind) || config.extensions.includes(DIAGNOSTICS_MORE)) &&
    (['create', 'edit', 'read'] as const).every((verb) => can(userContext().acl, 'connectionDiagnostic', verb).ok),
  run: (row: Row, context: ActionContext): void => context.dialog('test', { ...row, kind }),
});

/** How the gateway reaches a resource that was written in this console: credentials, TLS, a jump host. */
export const connectSettings = <R extends Row & { name: string; labels: readonly Label[] }>(kind: ConnectKind) => ({
  id: 'connect-settings',
  label: 'Connection settings',
  icon: 'plug',
  needs: documentNeeds(kind),
  suits: ({ labels }: R, { clusterId }: ActionContext): boolean =>
    clusterId === config.proxyCluster && config.extensions.includes(CONNECT_SETTINGS) && labels.some(isDynamic),
  run: ({ id, name }: R, context: ActionContext): void => context.dialog('connect', { id, name, kind }),
});
