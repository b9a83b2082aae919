import { firstDocument } from './firstDocument.ts';
import { behindColon, behindDash, inJson, inLine, keyText, withoutNotes } from './fragment.ts';
import type { YamlNode, YamlPath } from './outline.ts';
import type { Step } from './steps.ts';

/** A stretch of a text and what comes in its place. */
export type Edit = { start: number; end: number; text: string };

/** A text with its nodes; `chain` leads from the whole document down to the innermost node of a path that it shows. */
type Target = { text: string; chain: readonly YamlNode[] };

/** Just behind the last line break before an offset. */
const lineStart = (text: string, offset: number): number => {
  const before = text.slice(0, offset);
  return Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
};
/** The end of the line that an offset lies in, in front of its break. */
const lineEnd = (text: string, offset: number): number => {
  const rest = /[\r\n]/.exec(text.slice(offset));
  return rest ? offset + rest.index : text.length;
};
/** Behind the break that begins at an offset. */
const nextLine = (text: string, end: number): number =>
  end + (/^(?:\r\n|\r|\n)/.exec(text.slice(end))?.[0].length ?? 0);

const isEmpty = (node: YamlNode): boolean => node.start === node.end && !node.parts;
const partsOf = (node: YamlNode): readonly YamlNode[] => [...(node.parts?.values() ?? [])];
const headStart = (node: YamlNode): number => node.key?.start ?? node.start;
const isInBrackets = ({ chain }: Target): boolean =>
  chain.slice(0, -1).some((node) => node.style === 'flow' && node.parts);

/** Whether what goes into the innermost of these nodes is written as JSON: the keys around it are in double quotes. */
function isJson(text: string, around: readonly YamlNode[]): boolean {
  const fields = around.findLast((node) => node.style === 'flow' && node.parts instanceof Map && node.parts.size > 0);
  const key = fields && partsOf(fields)[0]?.key;
  return key !== undefined && text.charAt(key.start) === '"';
}

/** Brackets end behind their last part, and a block text in front of the break of its last line. */
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

/** Behind the colon of a key, the dash of an item, or at the start of the document. */
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

/** What can be tried for one step, from the least of the text that is written anew to the most. */
export function editsFor(target: Target, step: Step): readonly Edit[] {
  const { chain } = target;
  if (chain.length - 1 === step.path.length && step.kind !== 'insert')
    return step.kind === 'remove' ? removals(target) : replacements(target, step.value);
  const last = step.path.at(-1);
  const around = step.kind === 'insert' ? chain.slice(0, step.path.length) : chain;
  if (around.length !== step.path.length || step.kind === 'remove' || last === undefined) return [];
  return additions({ ...target, chain: around }, last, step.value);
}

/** Another value where one stands. */
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
    // Nothing but comments, perhaps: they stay above.
    const start = firstDocument(text).length;
    const gap = /[^\r\n]$/.test(text.slice(0, start)) ? '\n' : '';
    return [{ start, end: start, text: `${gap}${behindDash(value, 0)}\n` }];
  }
  if (isEmpty(node)) {
    const behind = text.slice(lead, lineEnd(text, lead));
    if (brackets || !/^ *(#.*)?$/.test(behind)) return [{ start: lead, end, text: fresh }];
    // A note speaks of the value being empty, a comment of the author may not.
    const comment = withoutNotes(behind).trimEnd();
    return [{ start: lead, end: lead + behind.length, text: withBehindFirstLine(fresh, comment) }];
  }
  const whole: Edit = { start: lead, end, text: fresh };
  const alone: Edit[] = node.style !== 'block' && !fresh.includes('\n') ? [{ start: node.start, end, text: line }] : [];
  return [...alone, ...withComment(text, whole), whole];
}

/** The comment behind a key or its value stays on that line. */
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

/** Takes a key with its value, or an item, away. */
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
  // The first of an item shares its line with the dash: the next one moves up to it.
  if (after && /^[ -]*$/.test(lead)) return [{ start: head, end: headStart(after), text: '' }];
  return [];
}

/** Where the lines of an item begin, with the comments directly above it. */
function itemStart(text: string, items: readonly YamlNode[], nth: number): number {
  const [own, next] = [items[nth], items[nth + 1]].map((item) => {
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
  if (!own) return 0;
  // A comment above the first one alone speaks of all of them.
  return nth === 0 && next?.start === next?.from ? own.from : own.start;
}

/** One more key, or one more item in front of the one that has its place; the innermost node is what it goes into. */
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
    const place = typeof step === 'number' ? parts[step] : undefined;
    if (place) return [{ start: place.start, end: place.start, text: `${item}, ` }];
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
  const place = typeof step === 'number' ? parts[step] : undefined;
  if (place) {
    const start = itemStart(text, parts, Number(step));
    return [{ start, end: start, text: `${' '.repeat(column)}${line}\n` }];
  }
  const end = lineEnd(text, endOf(text, parent));
  return [{ start: end, end, text: `\n${' '.repeat(column)}${line}` }];
}

/** From the whole document down to the innermost node of a path that the text shows. */
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
