import { createHash } from 'node:crypto';
import { isObject, textAt } from '../../src/lib/json.ts';
import { plainHost } from '../../src/wire/appPath.ts';
import { DOCUMENT_SCHEMAS } from './documentSchemas.ts';
import type { FileInventoryItem } from './fileConfig.ts';
import { readable, toProblem, type Path, type Problem } from './problem.ts';
import type { InventoryKind, ResourceDocument } from './settings.ts';
import { unknownFields } from './unknownFields.ts';
import { documentValidator } from './validators.ts';

/**
 * Validates each document of an inventory by the rules of its kind. Returns the first problem. Fields that a server
 * would ignore are warnings.
 */
export function checkInventory(items: readonly FileInventoryItem[]): { problem?: Problem; warnings: Problem[] } {
  const seen = new Map<string, number>();
  const hosts = new Map<string, number>();
  const warnings: Problem[] = [];
  for (const [i, item] of items.entries()) {
    const path: Path = ['inventory', i];
    const document = toDocument(item);
    const validate = documentValidator(item.kind);
    if (!validate(document)) {
      const error = validate.errors?.[0];
      if (error) return { problem: below(path, toProblem(error, document)), warnings };
    }
    const twin = seen.get(keyOf(document));
    if (twin !== undefined) {
      const message = `${readable(path)} is a second ${item.kind} named ${document.metadata.name}, the first is inventory[${twin}]`;
      return { problem: { path, message }, warnings };
    }
    seen.set(keyOf(document), i);
    const host = hostOf(document);
    const holder = hosts.get(host);
    if (host !== '' && holder !== undefined) {
      const at = [...path, 'spec', 'public_addr'];
      const message = `${readable(at)}: ${host} is the host name of inventory[${holder}]`;
      return { problem: { path: at, message }, warnings };
    }
    hosts.set(host, i);
    for (const unknown of unknownFields(DOCUMENT_SCHEMAS[item.kind], document)) {
      const at = [...path, ...unknown];
      warnings.push({ path: at, message: `${readable(at)} is not a field of ${item.kind} and is ignored` });
    }
  }
  return { warnings };
}

const keyOf = (document: ResourceDocument): string => `${document.kind}/${document.metadata.name}`;

/** The host of an application with a public address, else ''. Only one application of a host can be opened. */
const hostOf = ({ kind, spec }: ResourceDocument): string =>
  kind === 'app' ? plainHost(textAt(spec, 'public_addr')) : '';

const below = (path: Path, problem: Problem): Problem => ({
  path: [...path, ...problem.path],
  message: `${readable(path)}: ${problem.message}`,
});

/** Kinds whose version the server sets and the document cannot change (resource-specs §0.2). */
const FIXED_VERSIONS: Partial<Record<InventoryKind, string>> = {
  node: 'v2',
  db_service: 'v1',
  windows_desktop_service: 'v3',
  user_group: 'v1',
};

/** A key without a value counts as missing. */
const withoutNulls = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, withoutNulls(inner)]])),
      )
    : value;

/** The document without `connect`, with the server's defaults for missing fields. */
export function toDocument({ connect: _, ...given }: FileInventoryItem): ResourceDocument {
  const item = withoutNulls(given) as Omit<FileInventoryItem, 'connect'>;
  const document = {
    ...item,
    version: FIXED_VERSIONS[item.kind] ?? item.version ?? '',
    metadata: { ...item.metadata },
    spec: item.spec ?? {},
  };
  const name = document.metadata.name ?? (item.kind === 'node' ? nodeId(document.spec) : '');
  return { ...document, metadata: { ...document.metadata, name } };
}

/**
 * An agentless node without a name gets one from the server (resource-specs §11). It is derived from the file's
 * content, so that it and links to it stay the same after a restart.
 */
export function nodeId(spec: Record<string, unknown>): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([spec['addr'], spec['hostname']]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
