import { at, isObject } from '../../lib/json.ts';
import { firstDocument } from './firstDocument.ts';
import { nodeAt, outlineYaml } from './outline.ts';
import type { YamlNode, YamlPath } from './outline.ts';
import { printYaml } from './print.ts';

type Edit = { start: number; end: number; text: string };
type Read = (text: string) => { ok: true; value: unknown } | { ok: false };

/** Another value at a path; undefined takes the key or the item away. What lies on the way is made where it is missing. */
export function withValueAt(document: unknown, path: YamlPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const inner = withValueAt(at(document, step), rest, value);
  if (typeof step === 'number') {
    const items: unknown[] = Array.isArray(document) ? [...(document as unknown[])] : [];
    items.splice(step, 1, ...(inner === undefined ? [] : [inner]));
    return items;
  }
  const fields: Record<string, unknown> = isObject(document) ? { ...document } : {};
  if (inner === undefined) return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== step));
  return { ...fields, [step]: inner };
}

/**
 * The text with another value at one path. As little of it as possible is written anew, so that comments, order and quotes
 * of the rest stay: each attempt is read back, and where it does not say exactly what was meant, more is rewritten.
 */
export function patchText(text: string, read: Read, path: YamlPath, value: unknown): string | undefined {
  const bare = text.replace(/^\ufeff/, '');
  const before = read(bare);
  if (!before.ok) return undefined;
  const wanted = withValueAt(before.value, path, value);
  const meant = printYaml(wanted);
  const root = outlineYaml(bare);
  for (let length = path.length; root && length > 0; length--) {
    const here = path.slice(0, length);
    const edit = editFor(bare, root, here, length === path.length ? value : at(wanted, ...here));
    const after = edit && bare.slice(0, edit.start) + edit.text + bare.slice(edit.end);
    const said = after === undefined ? undefined : read(after);
    if (said?.ok && printYaml(said.value) === meant) return after;
  }
  return meant + bare.slice(firstDocument(bare).length);
}

function editFor(text: string, root: YamlNode, path: YamlPath, value: unknown): Edit | undefined {
  const node = nodeAt(root, path);
  if (value === undefined) return node && removal(text, node);
  if (node) return replacement(text, node, value);
  const parent = nodeAt(root, path.slice(0, -1));
  const step = path.at(-1);
  return parent && step !== undefined ? addition(text, parent, step, value) : undefined;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
};
/** Brackets end behind their last part. */
function endOf(text: string, node: YamlNode): number {
  const last = node.parts && [...node.parts.values()].at(-1);
  const end = Math.max(node.end, last ? endOf(text, last) : 0, node.key?.end ?? 0);
  if (!node.parts || !/[[{]/.test(text.charAt(node.start))) return end;
  return end + (/^(?:[\s,[{]|#[^\n]*\n)*[\]}]/.exec(text.slice(end))?.[0].length ?? 0);
}
const blanks = (width: number): string => ' '.repeat(width);

/** Whole lines: of a key with its value, or of an item with its dash. What shares its line with others is left to the caller. */
function removal(text: string, node: YamlNode): Edit | undefined {
  const head = node.key?.start ?? node.start;
  const start = lineStart(text, head);
  const lead = text.slice(start, head);
  if (!(node.key ? /^ *$/ : /^ *- +$/).test(lead)) return undefined;
  const end = lineEnd(text, endOf(text, node));
  return { start, end: Math.min(end + 1, text.length), text: '' };
}

function replacement(text: string, node: YamlNode, value: unknown): Edit {
  if (!node.key) {
    const column = node.start - lineStart(text, node.start);
    return {
      start: node.start,
      end: endOf(text, node),
      text: isFlat(value) ? flow(value) : block(value, column).trimStart(),
    };
  }
  const colon = text.indexOf(':', node.key.end) + 1;
  const column = node.key.start - lineStart(text, node.key.start);
  const isEmpty = node.start === node.end && !node.parts;
  // A comment behind an empty value speaks of its being empty.
  const end =
    isEmpty && /^ *(#.*)?$/.test(text.slice(colon, lineEnd(text, colon))) ? lineEnd(text, colon) : endOf(text, node);
  return { start: colon, end: Math.max(end, colon), text: valueText(value, column) };
}

/** Behind the last part of a list or of fields that stand one below the other. */
function addition(text: string, parent: YamlNode, step: string | number, value: unknown): Edit | undefined {
  const parts = parent.parts instanceof Map ? [...parent.parts.values()] : parent.parts;
  const [first] = parts ?? [];
  if (!first) return undefined;
  const head = first.key?.start ?? first.start;
  const lead = text.slice(lineStart(text, head), head);
  const isList = typeof step === 'number';
  if (!(isList ? /^ *- +$/ : /^[ -]*$/).test(lead)) return undefined;
  const column = isList ? lead.indexOf('-') : lead.length;
  const last = lineEnd(text, endOf(text, parent));
  const line = isList
    ? `- ${isFlat(value) ? flow(value) : block(value, column + 2).trimStart()}`
    : `${key(step)}:${valueText(value, column)}`;
  return { start: last, end: last, text: `\n${blanks(column)}${line}` };
}

/** What follows the colon of a key that stands at a column. */
const valueText = (value: unknown, column: number): string =>
  value === null ? '' : isFlat(value) ? ` ${flow(value)}` : `\n${block(value, column + 2)}`;

const isScalar = (value: unknown): boolean => !Array.isArray(value) && !isObject(value);
/** Short enough for the line of its key: a word, or a list of words. */
const isFlat = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isScalar);
  return !isObject(value) || Object.keys(value).length === 0;
};

const key = (name: string): string => word(name);
const word = (value: unknown): string => {
  const printed = printYaml(value).trimEnd();
  return typeof value === 'string' && printed.includes('\n') ? JSON.stringify(value) : printed;
};
/** Inside brackets some more characters have a meaning. */
const inBrackets = (value: unknown): string => {
  const printed = word(value);
  return /^[^'"].*[,[\]{}]/.test(printed) || /^[,[\]{}]/.test(printed) ? JSON.stringify(value) : printed;
};
const flow = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inBrackets).join(', ')}]`;
  return isObject(value) ? '{}' : word(value);
};

/** Fields and lists one below the other, in the order they are in. */
function block(value: unknown, column: number): string {
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${isFlat(item) ? flow(item) : block(item, column + 2).trimStart()}`)
    : (isObject(value) ? Object.entries(value) : []).map(([name, inner]) => `${key(name)}:${valueText(inner, column)}`);
  return lines.map((line) => blanks(column) + line).join('\n');
}
