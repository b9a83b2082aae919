import { at, isObject, textAt } from '../../../lib/json.ts';
import type { YamlPath } from '../../../wire/yaml.ts';

/**
 * Maps messages of one form to a path; undefined: the path is not in this document. `parts` are the groups of the form.
 */
export type MessagePattern = readonly [form: RegExp, path: (parts: readonly string[], document: unknown) => Found];
type Found = YamlPath | undefined;

/** Error messages of a cluster for every kind (http-resources §11.1, resource-specs §0.2). */
const COMMON: readonly MessagePattern[] = [
  [/^(?:missing parameter Name|special characters|reserved role|resource with name )/, () => ['metadata', 'name']],
  [/\bversion "[^"]*" is not supported$/, () => ['version']],
  // For a database (http-resources §6.3).
  [
    /^(?:invalid|missing) .*(?:address|URL|uri)/i,
    (_, document) => (at(document, 'spec', 'uri') === undefined ? undefined : ['spec', 'uri']),
  ],
];

/**
 * The path of the value that a message quotes, if exactly one has it. The document's name does not count, because
 * messages quote it for any error.
 */
function quotedPath(message: string, document: unknown): Found {
  for (const [, double, single] of message.matchAll(/"([^"]+)"|'([^']+)'/g)) {
    const [found, second] = pathsTo(double ?? single ?? '', document);
    if (found && !second) return found;
  }
  return undefined;
}

function* pathsTo(text: string, value: unknown, path: YamlPath = []): Generator<YamlPath> {
  if (value === text && path.length > 1 && path.join('.') !== 'metadata.name') yield path;
  const parts = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [step, inner] of parts) yield* pathsTo(text, inner, [...path, step]);
}

/**
 * The field that a cluster's message is about, because the message has no path. Tries the forms in `kindPatterns` first, then
 * those of every kind, then a quoted value. Undefined if it matches nothing in the document.
 */
export function pathOf(message: string, document: unknown, kindPatterns: readonly MessagePattern[] = []): Found {
  for (const [form, path] of [...kindPatterns, ...COMMON]) {
    const found = form.exec(message);
    if (found) return path(found.slice(1), document);
  }
  return quotedPath(message, document);
}

/** The first item of a list for which `isMeant` returns true, or the list if there is none. */
export function itemPath(document: unknown, path: YamlPath, isMeant: (item: unknown) => boolean): YamlPath {
  const list = at(document, ...path);
  const index = Array.isArray(list) ? list.findIndex(isMeant) : -1;
  return index < 0 ? path : [...path, index];
}

/** The field of the first rule with this value, or the list if there is none. */
export function fieldPath(document: unknown, path: YamlPath, field: string, value: string): YamlPath {
  const found = itemPath(document, path, (item) => textAt(item, field) === value);
  return found === path ? path : [...found, field];
}
