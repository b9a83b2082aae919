import { config } from '../../api/config.ts';
import { at, isObject } from '../../lib/json.ts';
import { FEATURE_SOURCE_TEXT } from '../../wire/config.ts';
import { parseDuration } from '../../wire/duration.ts';
import { parseYaml, printYaml, type YamlPath } from '../../wire/yaml.ts';

/** A text of the server, when it was read, and its revision if the server sends one. */
export type Copy = {
  text: string;
  readAtMs: number;
  revision?: string;
  /** Paths of the document that the server's configuration file decides. The server rejects changes of them. */
  fixed?: readonly string[];
  /** Why the document as a whole cannot be changed here. */
  heldBecause?: string;
};

/**
 * How the server's current copy relates to a text that was made from `base`. `gone`: it was deleted in the meantime;
 * `taken`: a new document would have the name of an existing one.
 */
export type Judged =
  | { kind: 'clear'; theirs: Copy | undefined }
  | { kind: 'conflict'; theirs: Copy }
  | { kind: 'gone' }
  | { kind: 'taken' };

/** `base` is undefined for a new document, `theirs` if the server has no document of this name. */
export function compareWithServer(base: string | undefined, theirs: Copy | undefined): Judged {
  if (base === undefined) return theirs ? { kind: 'taken' } : { kind: 'clear', theirs: undefined };
  if (!theirs) return { kind: 'gone' };
  return isSameText(base, theirs.text) ? { kind: 'clear', theirs } : { kind: 'conflict', theirs };
}

/** Whether the server has saved a text although it did not answer. `seen` is its previous copy. */
export function hasTaken(text: string, seen: Copy | undefined, now: Copy): boolean {
  if (seen === undefined) return hasValuesOf(text, now.text);
  if (!isSameDocument(text, now.text)) return false;
  if (seen.revision !== undefined && now.revision !== undefined) return now.revision !== seen.revision;
  return !isSameText(seen.text, now.text);
}

/** Whether a document of the server has all values of a new text. The server adds defaults (http-resources §11.1). */
export function hasValuesOf(text: string, stored: string, ...path: YamlPath): boolean {
  if (text === stored) return true;
  const [first, second] = [parseYaml(text), parseYaml(stored)];
  if (!first.ok || !second.ok) return false;
  return hasValues(at(withoutCounters(first.value), ...path), at(second.value, ...path));
}

function hasValues(sent: unknown, stored: unknown): boolean {
  // An empty value is the place of a hidden secret, or of a default.
  if (sent === undefined || sent === null || sent === '') return true;
  if (isObject(sent)) return Object.entries(sent).every(([key, value]) => hasValues(value, at(stored, key)));
  if (!Array.isArray(sent) && !Array.isArray(stored)) return sent === stored || isSameDuration(sent, stored);
  const [all, others] = [[sent].flat(), [stored ?? []].flat()];
  return all.length === others.length && all.every((value, i) => hasValues(value, others[i]));
}

/** The server prints `8h` as `8h0m0s`. */
function isSameDuration(sent: unknown, stored: unknown): boolean {
  const [first, second] = [sent, stored].map((value) => parseDuration(String(value)));
  return first?.ok === true && second?.ok === true && first.ms === second.ms;
}

/** Fields of `metadata` that the server increments at each write (http-resources §11.1, resource-specs §0.2). */
const COUNTERS = ['id', 'revision'];

function withoutCounters(document: unknown): unknown {
  if (!isObject(document) || !isObject(document['metadata'])) return document;
  const metadata = Object.entries(document['metadata']).filter(([key]) => !COUNTERS.includes(key));
  return { ...document, metadata: Object.fromEntries(metadata) };
}

/**
 * True if a text is unchanged. Servers that store texts as sent change no character themselves, so there a changed
 * comment counts. Other servers print documents again, so only the values count.
 */
export const isSameText = (a: string, b: string): boolean =>
  config.extensions.includes(FEATURE_SOURCE_TEXT) ? a === b : isSameDocument(a, b);

/**
 * True if two texts have the same values: order, comments, quotes and the server's own counters do not count. Texts
 * that cannot be parsed are the same only if they are identical.
 */
export function isSameDocument(a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [parseYaml(a), parseYaml(b)];
  return first.ok && second.ok && printYaml(withoutCounters(first.value)) === printYaml(withoutCounters(second.value));
}
