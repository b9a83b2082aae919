import { formatDuration } from '../../lib/dates.ts';
import { at, isObject, wordOf } from '../../lib/json.ts';
import { isSameValue, moves } from '../../lib/moves.ts';
import { change, code, codes, listAll, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';
import { parseDuration } from '../../wire/duration.ts';

type Path = readonly (string | number)[];
/** A value of an object to compare, and its label in sentences. */
export type ComparedField = { path: Path; label: string };
/** The JSON Schema `format` of the value at a path. */
type FormatAt = (path: Path) => string | undefined;

const MAX_SHOWN = 80;

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);
const isWords = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((item) => wordOf(item) !== undefined);

/** A value in readable form. */
function toPhrase(value: unknown, format: string | undefined): Phrase {
  if (value === true) return ['on'];
  if (value === false) return ['off'];
  const word = wordOf(value);
  if (word === undefined) return isWords(value) ? listAll(codes(value.map(String))) : ['other fields'];
  const duration = format === 'duration' ? parseDuration(word) : undefined;
  if (duration?.ok) return [duration.ms <= 0 ? 'never' : formatDuration(duration.ms)];
  const [first = ''] = word.split('\n');
  return code(first.length > MAX_SHOWN || first !== word ? `${first.slice(0, MAX_SHOWN)}…` : word);
}

function sentencesOf(
  { path, label }: ComparedField,
  was: unknown,
  is: unknown,
  formatAt: FormatAt,
): readonly Sentence[] {
  if (isSameValue(was, is) || (isEmpty(was) && isEmpty(is))) return [];
  const format = formatAt(path);
  if (Array.isArray(was ?? is) && Array.isArray(is ?? was)) return listSentences(label, was, is);
  if (isObject(was ?? is) && isObject(is ?? was)) {
    const keys = new Set([was, is].flatMap((value) => (isObject(value) ? Object.keys(value) : [])));
    return [...keys].flatMap((key) =>
      sentencesOf({ path: [...path, key], label: `${label} › ${key}` }, at(was, key), at(is, key), formatAt),
    );
  }
  if (isEmpty(is)) return [change(phrase`Removes ${label} (was ${toPhrase(was, format)})`)];
  const instead = isEmpty(was) ? [] : phrase` (was ${toPhrase(was, format)})`;
  return [change(phrase`Sets ${label} to ${toPhrase(is, format)}${instead}`)];
}

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function listSentences(label: string, was: unknown, is: unknown): readonly Sentence[] {
  const [old, young] = [itemsOf(was), itemsOf(is)];
  const { gained, lost } = moves(old, young, (item) => JSON.stringify(item));
  if (gained.length + lost.length === 0) return [change(`Reorders ${label}`)];
  const named = (items: readonly unknown[]) => listAll(codes(items.map(String)));
  if (isWords(old) && isWords(young))
    return [
      ...(gained.length > 0 ? [change(phrase`Adds ${named(gained)} to ${label}`)] : []),
      ...(lost.length > 0 ? [change(phrase`Removes ${named(lost)} from ${label}`)] : []),
    ];
  const changed = Math.min(gained.length, lost.length);
  const parts = [
    changed > 0 ? `${changed} changed` : '',
    gained.length > changed ? `${gained.length - changed} added` : '',
    lost.length > changed ? `${lost.length - changed} removed` : '',
  ].filter(Boolean);
  return [change(phrase`Changes ${label}: ${listAll(parts)}`)];
}

/**
 * The changes of an object, field by field, for forms and documents without their own sentences. Empty if no field
 * differs. `formatAt` identifies durations, so that they are readable.
 */
export const changeSentences = (
  before: unknown,
  after: unknown,
  fields: readonly ComparedField[],
  formatAt: FormatAt = () => undefined,
): readonly Sentence[] =>
  fields.flatMap((field) => sentencesOf(field, at(before, ...field.path), at(after, ...field.path), formatAt));
