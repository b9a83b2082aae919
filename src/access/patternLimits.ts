// Limits the work of a role's patterns and conditions, which a server does on every connection of its holders.
import { compileRegExp } from '../lib/regexp/linearRegExp.ts';
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax, type Syntax } from '../wire/predicate/syntax.ts';
import { LABELS_OF_KIND } from './resources.ts';
import type { Role } from './role.ts';

/** Compiles in about 20 ms. Patterns that people write have about a hundred steps. */
const STEPS_MAX = 20_000;
const EXPRESSION_CHARS_MAX = 50_000;

const FIELDS = [...new Set(Object.values(LABELS_OF_KIND))];

/** The error if a role exceeds a limit, otherwise undefined. Does not report invalid patterns. */
export function checkPatternLimits({ spec }: Role): string | undefined {
  const sides = [spec.allow, spec.deny];
  const expressions = sides.flatMap((side) => FIELDS.map((field) => side[`${field}_expression`]));
  const conditions = sides.flatMap(({ rules, require_session_join: policies }) => [
    ...rules.map(({ where }) => where),
    ...policies.map(({ filter }) => filter),
  ]);
  const chars = [...expressions, ...conditions].reduce((sum, { length }) => sum + length, 0);
  if (chars > EXPRESSION_CHARS_MAX)
    return `the label expressions and conditions have more than ${EXPRESSION_CHARS_MAX} characters in total`;
  const values = sides.flatMap(textsWithin);
  let steps = 0;
  for (const pattern of [
    ...values.filter((value) => value.startsWith('^') && value.endsWith('$')),
    ...values.flatMap((value) => textsOf(templateIn(value))),
    ...expressions.flatMap(textsOf),
  ]) {
    const compiled = compileRegExp(pattern);
    steps += compiled.ok ? compiled.regExp.size : 0;
    if (steps > STEPS_MAX) return 'the regular expressions are too large in total';
  }
  return undefined;
}

/** Every text of a document, including keys. */
const textsWithin = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...textsWithin(inner)])
    : [value].filter((text) => typeof text === 'string');

/** The text from the first opening braces to the last closing braces. */
const templateIn = (value: string): string => value.split('{{').slice(1).join('{{').split('}}').slice(0, -1).join('}}');

/** Every text in an expression, since some are patterns. */
function textsOf(expression: string): string[] {
  if (expression.trim() === '') return [];
  const parsed = catchFault(() => ({ ok: true, syntax: parseSyntax(expression) }) as const);
  return parsed.ok ? textsIn(parsed.syntax) : [];
}

function textsIn(syntax: Syntax): string[] {
  switch (syntax.kind) {
    case 'text':
      return [syntax.value];
    case 'chain':
      return syntax.terms.flatMap(textsIn);
    case 'unary':
      return textsIn(syntax.of);
    case 'binary':
      return [...textsIn(syntax.left), ...textsIn(syntax.right)];
    case 'call':
      return syntax.args.flatMap(textsIn);
    default:
      return [];
  }
}
