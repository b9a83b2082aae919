import type { Mark } from '../../access/explain/explainResource.ts';
import { locateKey } from '../../wire/yaml.ts';
import { colourLines } from '../review/colourLines.ts';
import { linesOf } from '../review/diffTexts.ts';
import type { YamlToken } from '../review/yamlTokens.ts';

/** A line of a role's text as its author wrote it, with its effects on the answer. */
export type FragmentLine = {
  /** Counts from 1. */
  number: number;
  text: string;
  tokens: readonly YamlToken[];
  marks: readonly Mark[];
};

/** The common indentation of all lines is removed. */
const MIN_INDENT = 2;

/**
 * The lines of a text that affect the answer, each with the key above it. A mark for an implicit grant of the role's
 * version is at the line around it.
 */
export function fragmentOf(text: string, marks: readonly Mark[]): readonly FragmentLine[] {
  const lines = linesOf(text);
  const colours = colourLines(text);
  const byLine = new Map<number, Mark[]>();
  for (const mark of marks) {
    const line = locateKey(text, mark.path)?.line;
    if (line === undefined) continue;
    byLine.set(line, [...(byLine.get(line) ?? []), mark]);
    const above = locateKey(text, mark.path.slice(0, 3))?.line;
    if (above !== undefined && above < line && !byLine.has(above)) byLine.set(above, []);
  }
  const sides = new Set(marks.filter(({ effect }) => effect === 'no').map(({ path }) => path.slice(0, 2).join('.')));
  for (const side of sides) {
    const line = locateKey(text, side.split('.'))?.line;
    if (line !== undefined && !byLine.has(line)) byLine.set(line, []);
  }
  const shownLines = [...byLine].sort(([a], [b]) => a - b);
  const indent = Math.max(
    0,
    Math.min(...shownLines.map(([number]) => /^ */.exec(lines[number - 1] ?? '')?.[0].length ?? 0)) - MIN_INDENT,
  );
  return shownLines.map(([number, own]) => ({
    number,
    text: (lines[number - 1] ?? '').slice(indent),
    tokens: (colours[number - 1] ?? []).map(({ start, kind }) => ({ start: Math.max(0, start - indent), kind })),
    marks: own,
  }));
}

/** The line at which to open the editor: the first one that decides. */
export const lineOf = (text: string, marks: readonly Mark[]): number | undefined => {
  const lines = marks.flatMap(({ path }) => locateKey(text, path)?.line ?? []);
  return lines.length > 0 ? Math.min(...lines) : undefined;
};
