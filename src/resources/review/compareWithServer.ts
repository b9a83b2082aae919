import { config } from '../../api/config.ts';
import { isObject } from '../../lib/json.ts';
import { FEATURE_SOURCE_TEXT } from '../../wire/config.ts';
import { parseYaml, printYaml } from '../../wire/yaml.ts';

/** A text of the server, when it was read, and where the server tells it, which write it is from. */
export type Copy = {
  text: string;
  readAtMs: number;
  revision?: string;
  /** Paths of the document that the server’s own file decides: a change of them is refused. */
  fixed?: readonly string[];
  /** Why the document as a whole cannot be changed here. */
  heldBecause?: string;
};

/**
 * What the server's present copy means for a text that was made from `base`. `gone`: it was deleted meanwhile; `taken`:
 * a new document would have the name of one that exists.
 */
export type Judged =
  { kind: 'clear'; theirs: Copy | undefined } | { kind: 'moved'; theirs: Copy } | { kind: 'gone' } | { kind: 'taken' };

/** `base` is undefined for a new document, `theirs` where the server has none of the name. */
export function compareWithServer(base: string | undefined, theirs: Copy | undefined): Judged {
  if (base === undefined) return theirs ? { kind: 'taken' } : { kind: 'clear', theirs: undefined };
  if (!theirs) return { kind: 'gone' };
  return isSameText(base, theirs.text) ? { kind: 'clear', theirs } : { kind: 'moved', theirs };
}

/** Whether the server has taken a text that it has not answered; `seen` is what it had before. */
export function hasTaken(text: string, seen: Copy | undefined, now: Copy): boolean {
  if (!isSameDocument(text, now.text)) return false;
  if (seen?.revision !== undefined && now.revision !== undefined) return now.revision !== seen.revision;
  return seen === undefined || !isSameText(seen.text, now.text);
}

/** Fields of `metadata` that the server counts up by itself at each write (http-resources §11.1, resource-specs §0.2). */
const COUNTERS = ['id', 'revision'];

function withoutCounters(document: unknown): unknown {
  if (!isObject(document) || !isObject(document['metadata'])) return document;
  const metadata = Object.entries(document['metadata']).filter(([key]) => !COUNTERS.includes(key));
  return { ...document, metadata: Object.fromEntries(metadata) };
}

/**
 * True where nobody has changed a text. A server that stores texts as they were sent changes no letter by itself: there
 * a comment counts. Any other prints documents anew, so that only the values count.
 */
export const isSameText = (a: string, b: string): boolean =>
  config.extensions.includes(FEATURE_SOURCE_TEXT) ? a === b : isSameDocument(a, b);

/**
 * True where two texts have the same values: order, comments, quotes and the server's own counters do not count. Texts
 * that cannot be read are the same only letter by letter.
 */
export function isSameDocument(a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [parseYaml(a), parseYaml(b)];
  return first.ok && second.ok && printYaml(withoutCounters(first.value)) === printYaml(withoutCounters(second.value));
}
