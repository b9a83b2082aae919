import { nodeAt, outlineYaml, type YamlPath } from './outline.ts';

export type Place = { line: number; column: number };

/** Line and column, both from 1, of an offset; a carriage return, a line feed or both end a line. */
export function placeOf(text: string, offset: number): Place {
  const breaks = /\r\n?|\n/g;
  let line = 1;
  let lineStart = 0;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line++;
    lineStart = breaks.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Where the key of a value stands, or the item of a list; of what the text has not, what is around it. */
export function locateKey(text: string, path: YamlPath): Place | undefined {
  const root = outlineYaml(text);
  if (!root) return undefined;
  const node = path.map((_, i) => nodeAt(root, path.slice(0, path.length - i))).find((found) => found !== undefined);
  const found = node ?? root;
  return placeOf(text.replace(/^\ufeff/, ''), (found.key ?? found).start);
}

/**
 * Where the value at a path of keys and indices begins; for an empty value, where its key begins. undefined where the
 * text has no such value, also where it only has it through an alias or a merge, or cannot be read at all.
 */
export function locate(text: string, path: YamlPath): Place | undefined {
  const root = outlineYaml(text);
  const node = root && nodeAt(root, path);
  if (!node) return undefined;
  const isEmpty = node.start === node.end && !node.parts;
  return placeOf(text.replace(/^\ufeff/, ''), isEmpty && node.key ? node.key.start : node.start);
}
