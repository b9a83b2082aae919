import { nodeAt, outlineYaml, pathAt, type YamlNode, type YamlPath } from '../../../wire/yaml.ts';
import type { TextRange } from './problem.ts';

type Span = Pick<YamlNode, 'start' | 'end'>;
type Located = Pick<YamlNode, 'start' | 'end' | 'key' | 'parts'>;
const NOWHERE: Located = { start: 0, end: 0, key: undefined, parts: undefined };

/** The range that represents a node: its key, or else its first character. */
const headOf = (node: Located): Span => node.key ?? { start: node.start, end: Math.min(node.end, node.start + 1) };

/** Positions of the parts of one text. Line breaks are found once, because a text has many problems. */
export class TextRanges {
  #starts: readonly number[];
  #text: string;
  #root: YamlNode | undefined;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, '');
    this.#starts = [0, ...Array.from(this.#text.matchAll(/\r\n?|\n/g), (found) => found.index + found[0].length)];
    this.#root = outlineYaml(text);
  }

  /** The path at a line and column. */
  pathAt(line: number, column: number): YamlPath {
    const start = this.#starts[line - 1];
    return this.#root && start !== undefined ? pathAt(this.#root, start + column - 1) : [];
  }

  /** The key at a path, or the item of a list. */
  ofKey(path: YamlPath): TextRange {
    const { node, exact } = this.#nearest(path);
    return this.#range(exact ? (node.key ?? node) : headOf(node));
  }

  /** The value at a path, or its key if the value has parts. */
  ofValue(path: YamlPath): TextRange {
    const { node, exact } = this.#nearest(path);
    const isShown = exact && node.start < node.end;
    const isNamed = node.parts instanceof Map || (node.parts !== undefined && node.key !== undefined);
    return this.#range(isShown && !isNamed ? node : headOf(node));
  }

  /** From a position to the end of its line. */
  restOfLine(line: number, column: number): TextRange {
    const start = this.#starts[line - 1] ?? 0;
    const end = this.#lineEnd(line);
    return { line, column, endLine: line, endColumn: Math.max(end - start + 1, column + 1) };
  }

  /** The node itself, or the innermost one around it that is in the text: aliases and merges hide the rest. */
  #nearest(path: YamlPath): { node: Located; exact: boolean } {
    for (let length = path.length; length >= 0; length--) {
      const node = this.#root && nodeAt(this.#root, path.slice(0, length));
      if (node) return { node, exact: length === path.length };
    }
    return { node: NOWHERE, exact: false };
  }

  #range({ start, end }: Span): TextRange {
    const from = this.#position(start);
    const lineEnd = this.#lineEnd(from.line);
    const to = this.#position(Math.max(Math.min(end, lineEnd), Math.min(start + 1, lineEnd)));
    return { ...from, endLine: to.line, endColumn: to.column };
  }

  #lineEnd(line: number): number {
    const next = this.#starts[line];
    if (next === undefined) return this.#text.length;
    return next - (this.#text.slice(next - 2, next) === '\r\n' ? 2 : 1);
  }

  #position(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
