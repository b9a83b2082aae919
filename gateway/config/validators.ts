import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import app from '../../src/schemas/app.schema.json' with { type: 'json' };
import db from '../../src/schemas/db.schema.json' with { type: 'json' };
import dbService from '../../src/schemas/db_service.schema.json' with { type: 'json' };
import kubeCluster from '../../src/schemas/kube_cluster.schema.json' with { type: 'json' };
import metadata from '../../src/schemas/metadata.schema.json' with { type: 'json' };
import node from '../../src/schemas/node.schema.json' with { type: 'json' };
import userGroup from '../../src/schemas/user_group.schema.json' with { type: 'json' };
import windowsDesktop from '../../src/schemas/windows_desktop.schema.json' with { type: 'json' };
import windowsDesktopService from '../../src/schemas/windows_desktop_service.schema.json' with { type: 'json' };
import { parseDuration } from '../../src/wire/duration.ts';
import type { FileConfig } from './fileConfig.ts';
import gateway from './gateway.schema.json' with { type: 'json' };
import type { InventoryKind } from './settings.ts';

/** JSON Schema (draft-07) of every kind that the inventory takes. */
export const INVENTORY_SCHEMAS: Record<InventoryKind, object> = {
  node,
  app,
  db,
  kube_cluster: kubeCluster,
  windows_desktop: windowsDesktop,
  db_service: dbService,
  windows_desktop_service: windowsDesktopService,
  user_group: userGroup,
};

// strict off: the schemas carry keywords for the editor that this validator does not know.
const ajv = new Ajv({
  strict: false,
  verbose: true,
  schemas: { 'metadata.schema.json': metadata },
  formats: {
    duration: isDuration,
    retention: (text: string) => text === 'never' || isDuration(text),
    'date-time': (text: string) =>
      /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  },
});

function isDuration(text: string): boolean {
  const parsed = parseDuration(text);
  return parsed.ok && parsed.ms > 0;
}

export const isFileConfig: ValidateFunction<FileConfig> = ajv.compile<FileConfig>(gateway);

const compiled = new Map<InventoryKind, ValidateFunction>();

/** Compiled on first use: most files speak of one or two kinds. */
export function documentValidator(kind: InventoryKind): ValidateFunction {
  const validator = compiled.get(kind) ?? ajv.compile(INVENTORY_SCHEMAS[kind]);
  compiled.set(kind, validator);
  return validator;
}
