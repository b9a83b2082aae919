import { isObject } from '../../lib/json.ts';
import { parseYaml, printYaml } from '../../wire/yaml.ts';

/** Fields of `metadata` that the server counts up by itself at each write (http-resources §11.1, resource-specs §0.2). */
const COUNTERS = ['id', 'revision'];

function withoutCounters(document: unknown): unknown {
  if (!isObject(document) || !isObject(document['metadata'])) return document;
  const metadata = Object.entries(document['metadata']).filter(([key]) => !COUNTERS.includes(key));
  return { ...document, metadata: Object.fromEntries(metadata) };
}

/**
 * True where two texts say the same: order, comments, quotes and the server's own counters do not count. So a text that
 * the server only printed anew has not changed. Texts that cannot be read are the same only letter by letter.
 */
export function isSameDocument(a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [parseYaml(a), parseYaml(b)];
  return first.ok && second.ok && printYaml(withoutCounters(first.value)) === printYaml(withoutCounters(second.value));
}
