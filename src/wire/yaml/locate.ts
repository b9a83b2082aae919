import { nodeAt, outlineYaml, type YamlPath } from './outline.ts';

export type TextPosition = { line: number; column: number };

/** Line and column of an offset, both counted from 1. A carriage return, a line feed or both end a line. */
export function positionAt(text: string, offset: number): TextPosition {
  const breaks = /\r\n?|\n/g;
  let line = 1;
  let lineStart = 0;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line++;
    lineStart = breaks.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}

/** The position of a value's key, or of the list item. For a missing value, the position of the closest parent. */
export function locateKey(text: string, path: YamlPath): TextPosition | undefined {
  const root = outlineYaml(text);
  if (!root) return undefined;
  const node = path.map((_, i) => nodeAt(root, path.slice(0, path.length - i))).find((found) => found !== undefined);
  const found = node ?? root;
  return positionAt(text.replace(/^\ufeff/, ''), (found.key ?? found).start);
}

/**
 * The position of the value at a path of keys and indices. For an empty value, the position of its key. Undefined if
 * the text cannot be parsed or does not contain the value, also if it only has it through an alias or a merge.
 */
export function locate(text: string, path: YamlPath): TextPosition | undefined {
  const root = outlineYaml(text);
  const node = root && nodeAt(root, path);
  if (!node) return undefined;
  const isEmpty = node.start === node.end && !node.parts;
  return positionAt(text.replace(/^\ufeff/, ''), isEmpty && node.key ? node.key.start : node.start);
}
