import { at, isObject, textAt } from '../lib/json.ts';
import { LABEL_VALUE_MAX_CHARS } from '../wire/constants.ts';
import { faultAt, type DocumentFault } from '../wire/documentFault.ts';

/** Limits the server's work for each label and its value. Far above real documents. */
const LABELS_MAX = 1000;
const LABELS_MAX_CHARS = 100_000;
const LABEL_KEY = /^[a-zA-Z/.0-9_:*-]+$/;
export const isLabelKey = (key: string): boolean => LABEL_KEY.test(key);
/** Names that consist of dots would be a different path. */
const NAME = /^(?!\.{1,2}$)(?!.*\/\/)[0-9A-Za-z@_:./+-]+$/;

/** Whether users and documents may have this name: the characters of storage keys (resource-specs §25.3). */
export const isResourceName = (name: string): boolean => NAME.test(name);
/** The message about a name that is not a resource name. */
export const characterFault = (name: string): string =>
  `special characters are not allowed in resource names: "${name}"`;
const TIME = /^\d{4}-\d\d-\d\d[Tt](?!24)\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** RFC 3339, the format of times in documents. `Date` alone would accept 30 February as a day in March. */
export const isTime = (text: string): boolean =>
  TIME.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10));

const NAME_PATH = ['metadata', 'name'] as const;
const ORIGIN_LABEL = 'teleport.dev/origin';
const ORIGINS = ['defaults', 'config-file', 'dynamic', 'cloud', 'kubernetes', 'okta'];
const DOWNGRADED_LABEL = 'teleport.internal/downgraded';

/** The error of a server for the metadata of a document (resource-specs §0.2, §25.3). */
export function checkMetadata(metadata: unknown): DocumentFault | undefined {
  const name = textAt(metadata, 'name');
  if (name.trim() === '') return faultAt('missing parameter Name', ...NAME_PATH);
  if (!isResourceName(name)) return faultAt(characterFault(name), ...NAME_PATH);
  const labels = at(metadata, 'labels');
  const keys = isObject(labels) ? Object.keys(labels) : [];
  const tooMuch = checkSizeOfLabels(labels, keys);
  if (tooMuch !== undefined) return tooMuch;
  const wrong = keys.find((key) => !isLabelKey(key));
  if (wrong !== undefined) return faultAt(`invalid label key: "${wrong}"`, 'metadata', 'labels', wrong);
  const origin = textAt(labels, ORIGIN_LABEL);
  if (keys.includes(ORIGIN_LABEL) && !ORIGINS.includes(origin))
    return faultAt(
      `invalid origin value "${origin}", must be one of [${ORIGINS.join(' ')}]`,
      'metadata',
      'labels',
      ORIGIN_LABEL,
    );
  if (keys.includes(DOWNGRADED_LABEL))
    return faultAt(
      `a document with the label ${DOWNGRADED_LABEL} cannot be saved`,
      'metadata',
      'labels',
      DOWNGRADED_LABEL,
    );
  const expires = textAt(metadata, 'expires');
  if (expires !== '' && !isTime(expires))
    return `metadata.expires: expected a time such as 2030-01-31T12:00:00Z, got "${expires}"`;
  return undefined;
}

function checkSizeOfLabels(labels: unknown, keys: readonly string[]): string | undefined {
  if (keys.length > LABELS_MAX) return `metadata.labels: more than ${LABELS_MAX} labels`;
  let chars = 0;
  for (const key of keys) {
    const { length } = textAt(labels, key);
    if (length > LABEL_VALUE_MAX_CHARS)
      return `metadata.labels: the value of "${key}" has more than ${LABEL_VALUE_MAX_CHARS} characters`;
    chars += key.length + length;
  }
  return chars > LABELS_MAX_CHARS ? `metadata.labels: more than ${LABELS_MAX_CHARS} characters in total` : undefined;
}
