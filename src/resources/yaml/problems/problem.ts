import type { YamlPath } from '../../../wire/yaml.ts';

/**
 * Errors are what the server rejects. Warnings are what it accepts, but is hardly ever intended. Notes are correct and
 * worth knowing. Only errors block the review.
 */
export type Severity = 'error' | 'warning' | 'note';

/** Lines and columns count from 1. The end is exclusive. */
export type TextRange = { line: number; column: number; endLine: number; endColumn: number };

/** One problem of a document. */
export type Problem = {
  severity: Severity;
  /** One sentence or two. */
  message: string;
  path: YamlPath;
  range: TextRange;
  /** The server has rejected it once but may accept it later: an error that blocks nothing. */
  mayPass?: true;
  /** The suggested text to replace the range with. */
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

/** The problems that must be fixed before the document can be written. */
export const errorsOf = (problems: readonly Problem[]): readonly Problem[] =>
  problems.filter((problem) => problem.severity === 'error' && !problem.mayPass);

export const inTextOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => a.range.line - b.range.line || a.range.column - b.range.column);

const before = (a: TextRange, line: number, column: number): boolean =>
  a.line < line || (a.line === line && a.column < column);

/** The next problem after a position (`by` 1) or the last one before it (-1), wrapping around. */
export function nextProblem(
  problems: readonly Problem[],
  { line, column }: { line: number; column: number },
  by: 1 | -1,
): Problem | undefined {
  if (by > 0)
    return problems.find(({ range }) => before({ ...range, line, column }, range.line, range.column)) ?? problems[0];
  return problems.findLast(({ range }) => before(range, line, column)) ?? problems.at(-1);
}
