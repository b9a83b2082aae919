// Values as text that is inserted into a document of another author.
import { isObject } from '../../lib/json.ts';
import { ENTER_NOTE, KEPT_NOTE, RENEWED_NOTE } from '../documentSecrets.ts';
import { printYaml } from './print.ts';

/** The text without our notes, which are not the author's comments. */
export const withoutNotes = (text: string): string =>
  [KEPT_NOTE, RENEWED_NOTE, ENTER_NOTE].reduce((result, note) => result.replaceAll(note, ''), text);

const isScalar = (value: unknown): boolean => !Array.isArray(value) && !isObject(value);

/** Short enough for the line of its key: a word, or a list of words. */
const isFlat = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every((item) => isScalar(item) && !isLines(item));
  return (!isObject(value) || Object.keys(value).length === 0) && !isLines(value);
};

/** A text that can be a literal block below its key: no line begins with a blank or ends in an invisible character. */
const isLines = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[^\s#].*\n/.test(value) &&
  !/[\t\r\p{Cc}\u2028\u2029\ufeff](?<!\n)|[ ]\n|\n\n$/u.test(value);

const word = (value: unknown): string => {
  const printed = printYaml(value).trimEnd();
  return typeof value === 'string' && printed.includes('\n') ? JSON.stringify(value) : printed;
};

/** Inside brackets more characters have a special meaning. */
const wordInBrackets = (value: unknown): string => {
  const printed = word(value);
  return /^[^'"].*[,[\]{}]/.test(printed) || /^[,[\]{}]/.test(printed) ? JSON.stringify(value) : printed;
};

export const keyText = (name: string, inBrackets = false): string => (inBrackets ? wordInBrackets(name) : word(name));

/** Any value in one line. */
export function inLine(value: unknown, inBrackets = false): string {
  if (Array.isArray(value)) return `[${value.map((item) => inLine(item, true)).join(', ')}]`;
  if (!isObject(value)) return inBrackets ? wordInBrackets(value) : word(value);
  const fields = Object.entries(value).map(([key, inner]) => `${keyText(key, true)}: ${inLine(inner, true)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** In one line, as JSON. */
export function inJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inJson).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${inJson(inner)}`)
    .join(', ')}}`;
}

/** The text after the colon of a key at this column, or after the dash of an item: on its line, or below. */
export function behindColon(value: unknown, column: number): string {
  if (value === null) return '';
  if (isLines(value)) return ` ${textLines(value, column + 2)}`;
  return isFlat(value) ? ` ${inLine(value)}` : `\n${below(value, column + 2)}`;
}

/** The text after the dash of an item. Its further lines begin at the column. */
export function behindDash(value: unknown, column: number): string {
  if (isLines(value)) return textLines(value, column);
  return isFlat(value) ? inLine(value) : below(value, column).trimStart();
}

/** Fields or items in lines, in their order. */
function below(value: unknown, column: number): string {
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${behindDash(item, column + 2)}`)
    : (isObject(value) ? Object.entries(value) : []).map(
        ([key, inner]) => `${word(key)}:${behindColon(inner, column)}`,
      );
  return lines.map((line) => ' '.repeat(column) + line).join('\n');
}

function textLines(text: string, column: number): string {
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n');
  return [isEnded ? '|' : '|-', ...lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line))].join('\n');
}
