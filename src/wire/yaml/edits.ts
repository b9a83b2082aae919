import { behindColon, behindDash, inLine, keyText } from './fragment.ts';
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

/** Brackets end behind their last part, and a block text in front of the break of its last line. */
function endOf(text: string, node: YamlNode): number {
  const last = partsOf(node).at(-1);
  if (node.style === 'block') {
    if (last) return endOf(text, last);
    return node.end - (/[\r\n]+$/.exec(text.slice(node.start, node.end))?.[0].length ?? 0);
  }
  const end = Math.max(node.end, last ? endOf(text, last) : 0, node.key?.end ?? 0);
  if (!node.parts) return end;
  return end + (/^(?:[\s,[{]|(?<=\s)#[^\r\n]*)*?[\]}]/.exec(text.slice(end))?.[0].length ?? 0);
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
  if (chain.length !== step.path.length || step.kind === 'remove' || last === undefined) return [];
  return additions(target, last, step.value);
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
  const fresh = brackets ? ` ${inLine(value, true)}` : written(node, value, column);
  if (isEmpty(node)) {
    // A comment behind an empty value speaks of its being empty.
    const rest = lineEnd(text, lead);
    const isBare = !brackets && /^ *(#.*)?$/.test(text.slice(lead, rest));
    return [{ start: lead, end: isBare ? rest : end, text: fresh }];
  }
  const whole: Edit = { start: lead, end, text: brackets ? ` ${inLine(value, true)}` : written(node, value, column) };
  const alone: Edit[] =
    node.style !== 'block' && !fresh.includes('\n') ? [{ start: node.start, end, text: inLine(value, brackets) }] : [];
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
  const lines: Edit = { start, end: nextLine(text, lineEnd(text, end)), text: '' };
  if ((node.key ? /^[ ]*$/ : /^[ ]*-[ \t]+$/).test(lead)) return [lines];
  // The first of an item shares its line with the dash: the next one moves up to it.
  if (after && /^[ -]*$/.test(lead)) return [{ start: head, end: headStart(after), text: '' }];
  return [];
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
    const item = typeof step === 'number' ? inLine(value, true) : `${keyText(step, true)}: ${inLine(value, true)}`;
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
    const start = lineStart(text, place.start);
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
