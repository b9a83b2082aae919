import app from '../../src/schemas/app.schema.json' with { type: 'json' };
import authPreference from '../../src/schemas/cluster_auth_preference.schema.json' with { type: 'json' };
import networkingConfig from '../../src/schemas/cluster_networking_config.schema.json' with { type: 'json' };
import db from '../../src/schemas/db.schema.json' with { type: 'json' };
import dbService from '../../src/schemas/db_service.schema.json' with { type: 'json' };
import integration from '../../src/schemas/integration.schema.json' with { type: 'json' };
import kubeCluster from '../../src/schemas/kube_cluster.schema.json' with { type: 'json' };
import lock from '../../src/schemas/lock.schema.json' with { type: 'json' };
import node from '../../src/schemas/node.schema.json' with { type: 'json' };
import recordingConfig from '../../src/schemas/session_recording_config.schema.json' with { type: 'json' };
import token from '../../src/schemas/token.schema.json' with { type: 'json' };
import trustedCluster from '../../src/schemas/trusted_cluster.schema.json' with { type: 'json' };
import userGroup from '../../src/schemas/user_group.schema.json' with { type: 'json' };
import windowsDesktop from '../../src/schemas/windows_desktop.schema.json' with { type: 'json' };
import windowsDesktopService from '../../src/schemas/windows_desktop_service.schema.json' with { type: 'json' };
import type { InventoryKind } from './settings.ts';

export type CheckedKind =
  | InventoryKind
  | 'cluster_auth_preference'
  | 'cluster_networking_config'
  | 'integration'
  | 'lock'
  | 'session_recording_config'
  | 'token'
  | 'trusted_cluster';

/** JSON Schema (draft-07) of every kind of document that the gateway checks by its schema. */
export const DOCUMENT_SCHEMAS: Readonly<Record<CheckedKind, object>> = {
  app,
  cluster_auth_preference: authPreference,
  cluster_networking_config: networkingConfig,
  db,
  db_service: dbService,
  integration,
  kube_cluster: kubeCluster,
  lock,
  node,
  session_recording_config: recordingConfig,
  token,
  trusted_cluster: trustedCluster,
  user_group: userGroup,
  windows_desktop: windowsDesktop,
  windows_desktop_service: windowsDesktopService,
};
