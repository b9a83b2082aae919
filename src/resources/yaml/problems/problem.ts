import type { YamlPath } from '../../../wire/yaml.ts';

/**
 * Errors are what the server refuses, warnings what it takes and hardly anybody means, notes what is fine and good to know.
 * Only errors block the review.
 */
export type Severity = 'error' | 'warning' | 'note';

/** Lines and columns count from 1; the end is exclusive. */
export type TextRange = { line: number; column: number; endLine: number; endColumn: number };

/** One thing to mend in a document. */
export type Problem = {
  severity: Severity;
  /** One sentence or two. */
  message: string;
  path: YamlPath;
  range: TextRange;
  /** The server has refused it once and may take it another time: an error that blocks nothing. */
  mayPass?: true;
  /** What most likely was meant, to be put in place of the range. */
  fix?: { label: string; text: string };
};

const PLAIN_KEY = /^[^\s.[\]"]+$/;
const stepText = (step: string | number, i: number): string => {
  if (typeof step === 'number') return `[${step}]`;
  if (!PLAIN_KEY.test(step)) return `[${JSON.stringify(step)}]`;
  return i === 0 ? step : `.${step}`;
};

/** `spec.allow.rules[0].verbs[1]`, `metadata.labels["teleport.dev/origin"]` */
export const pathText = (path: YamlPath): string => path.map(stepText).join('');

/** What has to be mended before the document can be written. */
export const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter((problem) => problem.severity === 'error' && !problem.mayPass);

export const inTextOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => a.range.line - b.range.line || a.range.column - b.range.column);

const before = (a: TextRange, line: number, column: number): boolean =>
  a.line < line || (a.line === line && a.column < column);

/** The next problem behind a place (`by` 1) or the last one before it (-1), round the ends. */
export function nextProblem(
  problems: readonly Problem[],
  { line, column }: { line: number; column: number },
  by: 1 | -1,
): Problem | undefined {
  if (by > 0)
    return problems.find(({ range }) => before({ ...range, line, column }, range.line, range.column)) ?? problems[0];
  return problems.findLast(({ range }) => before(range, line, column)) ?? problems.at(-1);
}
