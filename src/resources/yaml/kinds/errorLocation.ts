import { at, isObject, textAt, pathSteps } from '../../../lib/json.ts';
import type { YamlPath } from '../../../wire/yaml.ts';

/** Where messages of one form point; undefined: nowhere in this document. `parts` are the groups of the form. */
export type MessagePlace = readonly [form: RegExp, path: (parts: readonly string[], document: unknown) => Found];
type Found = YamlPath | undefined;

const PATH = String.raw`((?:spec|metadata|kind|version|sub_kind)(?:\.[^:\s;]+|\[\d+\])*)`;
const BEGINS = new RegExp(`^${PATH}: `);
const NAMES = new RegExp(`^(?:unknown key )?${PATH}[ ;]`);
/** "claim is missing", behind the path of the rule that has none. */
const PART = /^(\w+) (?:is|are) missing$/;

/** Refusals that every kind shares (http-resources §11.1, resource-specs §0.2). */
const COMMON: readonly MessagePlace[] = [
  [/^resource kind /, () => ['kind']],
  [/\bversion "[^"]*" is not supported$/, () => ['version']],
  [
    /^(?:missing parameter Name|special characters|reserved role|resource renaming)|name must not contain a slash$/,
    () => ['metadata', 'name'],
  ],
  [/^resource with name |is set in gateway\.yaml\. Change it there$/, () => ['metadata', 'name']],
  [/^invalid label key: "(.*)"$/, ([key = '']) => ['metadata', 'labels', key]],
  [/^invalid origin value /, () => ['metadata', 'labels', 'teleport.dev/origin']],
  [/^a document with the label (\S+) cannot be saved$/, ([key = '']) => ['metadata', 'labels', key]],
];

/** Where something is told twice, neither place can be meant for sure. */
const MOST_TOLD = 1;

/** The one value of the document that a message quotes. */
function quotedPlace(message: string, document: unknown): Found {
  for (const [, double, single] of message.matchAll(/"([^"]+)"|'([^']+)'/g)) {
    const places = [...placesOf(double ?? single ?? '', document)].slice(0, MOST_TOLD + 1);
    if (places.length === MOST_TOLD) return places[0];
  }
  return undefined;
}

function* placesOf(text: string, value: unknown, path: YamlPath = []): Generator<YamlPath> {
  if (value === text && path.length > 1) yield path;
  const parts = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : [];
  for (const [step, inner] of parts) yield* placesOf(text, inner, [...path, step]);
}

/**
 * The path that a message of the server is about, as keys and indices, and the words without it. A path at its head is
 * taken as it stands; else `own` forms of a kind come before those of every kind, and a value it quotes last. Undefined
 * where it points at nothing in the document.
 */
export function readMessage(
  message: string,
  document: unknown,
  own: readonly MessagePlace[] = [],
): { path: YamlPath; message: string } | undefined {
  const [whole = '', head] = BEGINS.exec(message) ?? [];
  if (head !== undefined) {
    const words = message.slice(whole.length);
    const [, part] = PART.exec(words) ?? [];
    return { path: [...pathSteps(head), ...(part === undefined ? [] : [part])], message: words };
  }
  const [, named] = NAMES.exec(message) ?? [];
  const path =
    (named === undefined ? undefined : pathSteps(named)) ??
    placeBy([...own, ...COMMON], message, document) ??
    quotedPlace(message, document);
  return path && { path, message };
}

function placeBy(forms: readonly MessagePlace[], message: string, document: unknown): Found {
  for (const [form, path] of forms) {
    const found = form.exec(message);
    if (found) return path(found.slice(1), document);
  }
  return undefined;
}

/** The first item of a list at a path that is meant; the list where none is. */
export function itemPlace(document: unknown, path: YamlPath, isMeant: (item: unknown) => boolean): YamlPath {
  const list = at(document, ...path);
  const index = Array.isArray(list) ? list.findIndex(isMeant) : -1;
  return index < 0 ? path : [...path, index];
}

/** The field of the first rule that has such a value; the list where none has. */
export function fieldPlace(document: unknown, path: YamlPath, field: string, value: string): YamlPath {
  const place = itemPlace(document, path, (item) => textAt(item, field) === value);
  return place === path ? path : [...place, field];
}
