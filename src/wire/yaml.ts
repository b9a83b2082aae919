// The YAML dialect of the product: what the reference's reader accepts (resource-specs §0.3, §0.4).
import { constructFromEvents, parseEvents, YAMLException } from 'js-yaml';
import { findAliasFault, hasAliases, unshare } from './yaml/aliases.ts';
import { READ_SCHEMA } from './yaml/dialect.ts';
import { firstDocument } from './yaml/firstDocument.ts';
import { positionAt } from './yaml/locate.ts';
import type { YamlPath } from './yaml/outline.ts';
import { patchText, renameKey } from './yaml/patch.ts';

// This file is the API of the module. Other code does not import the files in yaml/.
export { readPlain } from './yaml/dialect.ts';
export { documentLines, firstDocument } from './yaml/firstDocument.ts';
export { withoutNotes } from './yaml/fragment.ts';
export { locate, locateKey, positionAt } from './yaml/locate.ts';
export { nodeAt, outlineYaml, pathAt } from './yaml/outline.ts';
export type { YamlNode, YamlPath } from './yaml/outline.ts';
export { withValueAt } from './yaml/steps.ts';
export { printYaml } from './yaml/print.ts';

/** Line and column count from 1. */
export type ParsedYaml = { ok: true; value: unknown } | { ok: false; message: string; line: number; column: number };

/** Longer texts are refused without parsing: the worst text of this length takes about a second. */
const MAX_CHARS = 2_500_000;
const MAX_DEPTH = 100;

/**
 * Parses the first document of a YAML stream or a JSON text. An empty text is null. Plain `yes`, `no`, `on`, `off`, `y`
 * and `n` are booleans, `0644` is octal, times stay text. Keys are always text. Whole numbers beyond 2^53 lose digits.
 */
export function parseYaml(text: string): ParsedYaml {
  if (text.length > MAX_CHARS) return refuse(`the text is longer than ${MAX_CHARS} characters`);
  const document = firstDocument(text);
  try {
    const events = parseEvents(document, { maxDepth: MAX_DEPTH });
    const shared = hasAliases(events);
    const fault = shared ? findAliasFault(events, document) : undefined;
    if (fault) return { ok: false, message: fault.message, ...positionAt(document, fault.at) };
    const [value = null] = constructFromEvents(events, { source: document, schema: READ_SCHEMA });
    return { ok: true, value: shared ? unshare(value) : value };
  } catch (error) {
    if (error instanceof YAMLException && error.mark)
      return { ok: false, message: error.reason, line: error.mark.line + 1, column: error.mark.column + 1 };
    return refuse(error instanceof Error ? error.message : 'the text cannot be read');
  }
}

/**
 * The text with another value at a path. The rest stays as its author wrote it, as far as possible. An undefined value
 * removes the key or the item. Returns undefined if the text cannot be parsed.
 */
export const patchYaml = (text: string, path: YamlPath, value: unknown): string | undefined =>
  patchText(text, parseYaml, path, value);

/**
 * The text with another name for the key at a path. Undefined if the text does not contain the key or already has the
 * name.
 */
export const renameYamlKey = (text: string, path: YamlPath, name: string): string | undefined =>
  renameKey(text, parseYaml, path, name);

const refuse = (message: string): ParsedYaml => ({ ok: false, message, line: 1, column: 1 });
