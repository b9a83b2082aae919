import { moves } from '../../../lib/moves.ts';
import { change, code, codes, listAll, words, type Sentence, type Words } from '../../../lib/sentence.ts';
import type { DocumentForm, FormSection } from '../../../descriptors/documentTypes.ts';
import { formatDuration } from '../../../lib/dates.ts';
import { at, isObject, wordOf } from '../../../lib/json.ts';
import { parseDuration } from '../../../wire/duration.ts';
import { isSameValue, type YamlPath } from '../../../wire/yaml.ts';
import { pathText } from '../problems/problem.ts';
import type { LoadedSchema } from '../schema/loadSchemas.ts';
import { describedAt, stepsOf } from './formField.ts';

/** A place of a document with a name. */
type Named = { path: YamlPath; label: string };

const MAX_SHOWN = 80;
/** Counted up by the server, or what the page is about. */
const SILENT = ['kind', 'metadata.name', 'metadata.id', 'metadata.revision'];

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
const isWords = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => wordOf(item) !== undefined);

/** The fields of the form, then whatever else of the document is different, as deep as both sides are fields. */
function placesOf(sections: readonly FormSection[], before: unknown, after: unknown): readonly Named[] {
  const named = sections.flatMap(({ group, inputs }) =>
    inputs.map((input) => ({
      path: stepsOf(input),
      label: group === undefined ? input.label : `${group}: ${input.label}`,
    })),
  );
  const known = new Set([...named.map(({ path }) => pathText(path)), ...SILENT]);
  const leads = (place: string) => [...known].some((one) => one.startsWith(`${place}.`));
  const others = (path: YamlPath): readonly Named[] => {
    const [was, is] = [at(before, ...path), at(after, ...path)];
    const place = pathText(path);
    if (known.has(place) || isSameValue(was, is)) return [];
    const hasParts = path.length === 0 || leads(place) || (isObject(was) && isObject(is));
    if (!hasParts) return [{ path, label: place }];
    const keys = [was, is].flatMap((value) => (isObject(value) ? Object.keys(value) : []));
    return [...new Set(keys)].flatMap((key) => others([...path, key]));
  };
  return [...named, ...others([])];
}

/** A value as a person writes it. */
function shown(value: unknown, format: string | undefined): Words {
  if (value === true) return ['on'];
  if (value === false) return ['off'];
  const word = wordOf(value);
  if (word === undefined) return isWords(value) ? listAll(codes(value.map(String))) : ['other fields'];
  const duration = format === 'duration' ? parseDuration(word) : undefined;
  if (duration?.ok) return [duration.ms <= 0 ? 'never' : formatDuration(duration.ms)];
  const [first = ''] = word.split('\n');
  return code(first.length > MAX_SHOWN || first !== word ? `${first.slice(0, MAX_SHOWN)}…` : word);
}

function fieldSentences({ path, label }: Named, was: unknown, is: unknown, schema: LoadedSchema): readonly Sentence[] {
  if (isSameValue(was, is) || (isEmpty(was) && isEmpty(is))) return [];
  const format = describedAt(schema, path)?.format;
  if (Array.isArray(was ?? is) && Array.isArray(is ?? was)) return listSentences(label, was, is);
  if (isObject(was ?? is) && isObject(is ?? was)) {
    const keys = new Set([was, is].flatMap((value) => (isObject(value) ? Object.keys(value) : [])));
    return [...keys].flatMap((key) =>
      fieldSentences({ path: [...path, key], label: `${label} › ${key}` }, at(was, key), at(is, key), schema),
    );
  }
  if (isEmpty(is)) return [change(words`Removes ${label} (was ${shown(was, format)})`)];
  const instead = isEmpty(was) ? [] : words` (was ${shown(was, format)})`;
  return [change(words`Sets ${label} to ${shown(is, format)}${instead}`)];
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function listSentences(label: string, was: unknown, is: unknown): readonly Sentence[] {
  const [old, young] = [itemsOf(was), itemsOf(is)];
  const { gained, lost } = moves(old, young, (item) => JSON.stringify(item));
  if (gained.length + lost.length === 0) return [change(`Reorders ${label}`)];
  const named = (items: readonly unknown[]) => listAll(codes(items.map(String)));
  if (isWords(old) && isWords(young))
    return [
      ...(gained.length > 0 ? [change(words`Adds ${named(gained)} to ${label}`)] : []),
      ...(lost.length > 0 ? [change(words`Removes ${named(lost)} from ${label}`)] : []),
    ];
  const changed = Math.min(gained.length, lost.length);
  const parts = [
    changed > 0 ? `${changed} changed` : '',
    gained.length > changed ? `${gained.length - changed} added` : '',
    lost.length > changed ? `${lost.length - changed} removed` : '',
  ].filter(Boolean);
  return [change(words`Changes ${label}: ${listAll(parts)}`)];
}

/**
 * What a change of a document does, field by field, in the words of its form: for kinds that have no sentences of their own.
 * Both are parsed documents.
 */
export function changedFields(
  before: unknown,
  after: unknown,
  schema: LoadedSchema,
  form: DocumentForm | undefined,
): readonly Sentence[] {
  const sentences = placesOf(form?.sections ?? [], before, after).flatMap((place) =>
    fieldSentences(place, at(before, ...place.path), at(after, ...place.path), schema),
  );
  return sentences.length > 0 ? sentences : [change('Changes comments and formatting only. The values stay the same')];
}
