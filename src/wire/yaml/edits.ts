import { firstDocument } from './firstDocument.ts';
import { behindColon, behindDash, inJson, inLine, keyText, withoutNotes } from './fragment.ts';
import type { YamlNode, YamlPath } from './outline.ts';
import type { Step } from './steps.ts';

/** A range of a text and its replacement. */
export type Edit = { start: number; end: number; text: string };

/** A text with its nodes. `chain` leads from the whole document to the innermost existing node of a path. */
type Target = { text: string; chain: readonly YamlNode[] };

/** The offset after the last line break before an offset. */
const lineStart = (text: string, offset: number): number => {
  const before = text.slice(0, offset);
  return Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
};
/** The end of the line with an offset, before its line break. */
const lineEnd = (text: string, offset: number): number => {
  const rest = /[\r\n]/.exec(text.slice(offset));
  return rest ? offset + rest.index : text.length;
};
/** The offset after the line break at an offset. */
const nextLine = (text: string, end: number): number =>
  end + (/^(?:\r\n|\r|\n)/.exec(text.slice(end))?.[0].length ?? 0);

const isEmpty = (node: YamlNode): boolean => node.start === node.end && !node.parts;
const partsOf = (node: YamlNode): readonly YamlNode[] => [...(node.parts?.values() ?? [])];
const headStart = (node: YamlNode): number => node.key?.start ?? node.start;
const isInBrackets = ({ chain }: Target): boolean =>
  chain.slice(0, -1).some((node) => node.style === 'flow' && node.parts);

/** Whether new content of the innermost node is written as JSON: the keys around it are in double quotes. */
function isJson(text: string, around: readonly YamlNode[]): boolean {
  const fields = around.findLast((node) => node.style === 'flow' && node.parts instanceof Map && node.parts.size > 0);
  const key = fields && partsOf(fields)[0]?.key;
  return key !== undefined && text.charAt(key.start) === '"';
}

/** Brackets end after their last part, and a block text before the line break of its last line. */
function endOf(text: string, node: YamlNode): number {
  const last = partsOf(node).at(-1);
  if (node.style === 'block') {
    if (last) return endOf(text, last);
    return node.end - (/(?<![\r\n])[\r\n]+$/.exec(text.slice(node.start, node.end))?.[0].length ?? 0);
  }
  const end = Math.max(node.end, last ? endOf(text, last) : 0, node.key?.end ?? 0);
  if (!node.parts) return end;
  return end + (/^(?:[\s,[{]|(?<=\s)#[^\r\n]*(?![^\r\n]))*?[\]}]/.exec(text.slice(end))?.[0].length ?? 0);
}

/** The offset after the colon of a key or the dash of an item, or the start of the document. */
function leadOf({ text, chain }: Target): number {
  const [node, parent] = [chain.at(-1), chain.at(-2)];
  if (!node) return 0;
  if (node.key) return text.indexOf(':', node.key.end) + 1;
  const before = partsOf(parent ?? node)
    .filter((part) => part !== node && part.end <= node.start)
    .at(-1);
  const from = before ? endOf(text, before) : (parent?.start ?? 0);
  return from + Math.max(0, text.slice(from, node.start).search(/-(?=\s|$)/) + 1);
}

/** The possible edits for one step, from the smallest rewritten range to the largest. */
export function editsFor(target: Target, step: Step): readonly Edit[] {
  const { chain } = target;
  if (chain.length - 1 === step.path.length && step.kind !== 'insert')
    return step.kind === 'remove' ? removals(target) : replacements(target, step.value);
  const last = step.path.at(-1);
  const around = step.kind === 'insert' ? chain.slice(0, step.path.length) : chain;
  if (around.length !== step.path.length || step.kind === 'remove' || last === undefined) return [];
  return additions({ ...target, chain: around }, last, step.value);
}

/** Edits that replace an existing value. */
export function replacements(target: Target, value: unknown): readonly Edit[] {
  const { text, chain } = target;
  const node = chain.at(-1);
  if (!node) return [];
  const brackets = isInBrackets(target);
  const lead = leadOf(target);
  const end = Math.max(endOf(text, node), lead);
  const column = headStart(node) - lineStart(text, headStart(node));
  const line = isJson(text, chain.slice(0, -1)) ? inJson(value) : inLine(value, brackets);
  const fresh = brackets ? ` ${line}` : written(node, value, column);
  if (isEmpty(node) && chain.length === 1) {
    // The document may only have comments: they stay above.
    const start = firstDocument(text).length;
    const gap = /[^\r\n]$/.test(text.slice(0, start)) ? '\n' : '';
    return [{ start, end: start, text: `${gap}${behindDash(value, 0)}\n` }];
  }
  if (isEmpty(node)) {
    const behind = text.slice(lead, lineEnd(text, lead));
    if (brackets || !/^ *(#.*)?$/.test(behind)) return [{ start: lead, end, text: fresh }];
    // A note is about an empty value and is dropped. A comment of the author stays.
    const comment = withoutNotes(behind).trimEnd();
    return [{ start: lead, end: lead + behind.length, text: withBehindFirstLine(fresh, comment) }];
  }
  const whole: Edit = { start: lead, end, text: fresh };
  const alone: Edit[] = node.style !== 'block' && !fresh.includes('\n') ? [{ start: node.start, end, text: line }] : [];
  return [...alone, ...withComment(text, whole), whole];
}

/** The comment after a key or its value stays on that line. */
function withComment(text: string, edit: Edit): Edit[] {
  const comment = /^[ \t]+#[^\r\n]*/;
  const head = comment.exec(text.slice(edit.start))?.[0];
  if (head !== undefined)
    return edit.text.startsWith('\n')
      ? [{ ...edit, start: edit.start + head.length }]
      : [{ ...edit, text: withBehindFirstLine(edit.text, head) }];
  const tail = comment.exec(text.slice(edit.end))?.[0];
  if (tail === undefined || !edit.text.includes('\n')) return [];
  return [{ ...edit, end: edit.end + tail.length, text: withBehindFirstLine(edit.text, tail) }];
}

const withBehindFirstLine = (text: string, comment: string): string =>
  text.replace(/^[^\n]*/, (line) => line + comment);

const written = (node: YamlNode, value: unknown, column: number): string =>
  node.key ? behindColon(value, column) : ` ${behindDash(value, column)}`;

/** Edits that remove a key with its value, or an item. */
function removals({ text, chain }: Target): readonly Edit[] {
  const [node, parent] = [chain.at(-1), chain.at(-2)];
  if (!node || !parent) return [];
  const siblings = partsOf(parent);
  const nth = siblings.indexOf(node);
  const [before, after] = [siblings[nth - 1], siblings[nth + 1]];
  const head = headStart(node);
  const end = endOf(text, node);
  if (siblings.length === 1)
    return parent.style === 'flow'
      ? [{ start: parent.start + 1, end: endOf(text, parent) - 1, text: '' }]
      : [{ start: parent.start, end: endOf(text, parent), text: node.key ? '{}' : '[]' }];
  if (parent.style === 'flow') {
    if (after) return [{ start: head, end: headStart(after), text: '' }];
    return before ? [{ start: endOf(text, before), end, text: '' }] : [];
  }
  const start = lineStart(text, head);
  const lead = text.slice(start, head);
  if ((node.key ? /^[ ]*$/ : /^[ ]*-[ \t]+$/).test(lead))
    return [
      { start: node.key ? start : itemStart(text, siblings, nth), end: nextLine(text, lineEnd(text, end)), text: '' },
    ];
  // The first key of an item shares its line with the dash, so the next key moves up to it.
  if (after && /^[ -]*$/.test(lead)) return [{ start: head, end: headStart(after), text: '' }];
  return [];
}

/** The start of an item's lines, including the comments directly above it. */
function itemStart(text: string, items: readonly YamlNode[], nth: number): number {
  const [current, next] = [items[nth], items[nth + 1]].map((item) => {
    const from = item ? lineStart(text, item.start) : 0;
    const column = /^ */.exec(text.slice(from))?.[0].length ?? 0;
    let start = from;
    while (start > 0) {
      const above = lineStart(text, start - (text.slice(0, start).endsWith('\r\n') ? 2 : 1));
      if (/^ *(?=#)/.exec(text.slice(above))?.[0].length !== column) break;
      start = above;
    }
    return { from, start };
  });
  if (!current) return 0;
  // If only the first item has a comment above it, the comment is about all items.
  return nth === 0 && next?.start === next?.from ? current.from : current.start;
}

/** Edits that add a key, or an item before the one at its index. They go into the innermost node. */
function additions(target: Target, step: string | number, value: unknown): readonly Edit[] {
  const { text, chain } = target;
  const parent = chain.at(-1);
  const parts = parent && partsOf(parent);
  if (!parent || !parts) return [];
  const [first] = parts;
  const fresh = typeof step === 'number' ? [value] : { [step]: value };
  if (!first) return replacements(target, fresh);
  if (parent.style === 'flow') {
    const json = isJson(text, chain);
    const [word, key] = json
      ? [inJson(value), JSON.stringify(step)]
      : [inLine(value, true), keyText(String(step), true)];
    const item = typeof step === 'number' ? word : `${key}: ${word}`;
    const itemAt = typeof step === 'number' ? parts[step] : undefined;
    if (itemAt) return [{ start: itemAt.start, end: itemAt.start, text: `${item}, ` }];
    const last = parts.at(-1) ?? first;
    const end = endOf(text, last);
    return [{ start: end, end, text: `, ${item}` }];
  }
  const head = headStart(first);
  const lead = text.slice(lineStart(text, head), head);
  if (!(typeof step === 'number' ? /^[ ]*-[ \t]+$/ : /^[ -]*$/).test(lead)) return [];
  const column = typeof step === 'number' ? lead.indexOf('-') : lead.length;
  const line =
    typeof step === 'number' ? `- ${behindDash(value, column + 2)}` : `${keyText(step)}:${behindColon(value, column)}`;
  const itemAt = typeof step === 'number' ? parts[step] : undefined;
  if (itemAt) {
    const start = itemStart(text, parts, Number(step));
    return [{ start, end: start, text: `${' '.repeat(column)}${line}\n` }];
  }
  const end = lineEnd(text, endOf(text, parent));
  return [{ start: end, end, text: `\n${' '.repeat(column)}${line}` }];
}

/** The nodes from the whole document to the innermost existing node of a path. */
export function chainTo(root: YamlNode, path: YamlPath): readonly YamlNode[] {
  const chain = [root];
  for (const step of path) {
    const { parts } = chain.at(-1) ?? root;
    const next =
      typeof step === 'string'
        ? parts instanceof Map
          ? parts.get(step)
          : undefined
        : Array.isArray(parts)
          ? parts[step]
          : undefined;
    if (!next) break;
    chain.push(next);
  }
  return chain;
}
