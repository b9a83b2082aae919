// List queries as SQL. Values are always parameters. Only texts of this file become part of a statement. The evaluator
// of src/wire/predicate decides what SQL cannot express identically, and tests compare the two.
import type { Operand, Predicate } from '../../src/wire/predicate/query.ts';
import type { SqlValue } from './database.ts';
import { groupedTerms } from './predicateCost.ts';

/** A condition on `i`, a row of the inventory. Never NULL. */
export type Condition = { sql: string; values: SqlValue[] };

/** Separates the search values of a row. A search that contains it is not decided by SQL. */
export const SEARCH_SEPARATOR = '\u001f';

/** Splits a query into the part for SQL, and the part that is evaluated on the rows that pass. */
export const splitPredicate = (predicate: Predicate) => splitTerms(predicate, toCondition);

/** The same with a translation of terms. undefined: SQL cannot express the term. */
export function splitTerms(
  predicate: Predicate,
  toSql: (term: Predicate) => Condition | undefined,
): { sql: Condition[]; rest: Predicate[] } {
  const terms = predicate.kind === 'all' ? predicate.terms : [predicate];
  const sql: Condition[] = [];
  const rest: Predicate[] = [];
  for (const term of terms) {
    const condition = toSql(term);
    if (condition) sql.push(condition);
    else rest.push(term);
  }
  return { sql, rest };
}

/** Every token occurs in a search value. undefined if SQL would match less than the evaluator. */
export function searchCondition(tokens: readonly string[]): Condition | undefined {
  const lowerTokens = tokens.map((token) => token.toLowerCase());
  if (!lowerTokens.every((token) => isStorable(token) && !token.includes(SEARCH_SEPARATOR))) return undefined;
  return joined(
    ' AND ',
    lowerTokens.map((token) => ({ sql: 'instr(i.search, ?) > 0', values: [token] })),
  );
}

function toCondition(predicate: Predicate): Condition | undefined {
  switch (predicate.kind) {
    case 'all': {
      const terms = predicate.terms.map(toCondition);
      return terms.every((term) => term !== undefined) ? joined(' AND ', terms) : undefined;
    }
    case 'any': {
      const terms = groupedTerms(predicate.terms).map(({ first, texts }) =>
        texts && texts.values.length > 1 ? toMembership(texts.left, texts.values) : toCondition(first),
      );
      return terms.every((term) => term !== undefined) ? joined(' OR ', terms) : undefined;
    }
    case 'not': {
      const of = toCondition(predicate.of);
      return of && { sql: `NOT (${of.sql})`, values: of.values };
    }
    case 'compare':
      return toComparison(predicate);
    case 'exists':
      return isStorable(predicate.key) ? withLabel(true, 'l.name = ?', predicate.key) : undefined;
    case 'search': {
      const tokens = predicate.args.flatMap((arg) => (arg.kind === 'text' ? [arg.value] : []));
      return tokens.length === predicate.args.length ? searchCondition(tokens) : undefined;
    }
    default:
      return predicate satisfies never;
  }
}

/**
 * Rows whose label set is, or is not, among those with such a label. They are found once per query, not once per row.
 * The plus keeps the order of the page's index: otherwise SQLite would collect all matches and sort them.
 */
const withLabel = (among: boolean, where: string, ...values: string[]): Condition => ({
  sql: `+i.label_set ${among ? 'IN' : 'NOT IN'} (SELECT l.label_set FROM label_values l WHERE ${where})`,
  values,
});

function toComparison({ left, right, negated }: Extract<Predicate, { kind: 'compare' }>): Condition | undefined {
  if (left.kind === 'label' && right.kind === 'text' && isStorable(left.key) && isStorable(right.value)) {
    // A missing label counts as empty.
    return right.value === ''
      ? withLabel(negated, "l.name = ? AND l.value <> ''", left.key)
      : withLabel(!negated, 'l.name = ? AND l.value = ?', left.key, right.value);
  }
  const [a, b] = [toText(left), right.kind === 'label' ? 'no text' : toText(right)];
  if (!a || !b) return undefined;
  if (a === 'no text' || b === 'no text') return { sql: negated ? '1' : '0', values: [] };
  // NULL is a value that is not a text and equals nothing.
  return { sql: `coalesce(${a.sql} = ${b.sql}, 0) = ${negated ? 0 : 1}`, values: [...a.values, ...b.values] };
}

/** The operand equals one of the texts: checked once per row, not once per text. */
function toMembership(left: Operand, values: readonly string[]): Condition | undefined {
  if (!values.every((value) => isStorable(value) && !LONE_SURROGATE.test(value))) return joinedOr(left, values);
  const list = JSON.stringify(values);
  if (left.kind === 'label') {
    if (!isStorable(left.key)) return undefined;
    if (values.includes('')) return joinedOr(left, values); // a missing label counts as empty
    return withLabel(true, 'l.name = ? AND l.value IN (SELECT value FROM json_each(?))', left.key, list);
  }
  const text = toText(left);
  if (text === undefined) return undefined;
  if (text === 'no text') return { sql: '0', values: [] };
  return {
    sql: `coalesce(${text.sql} IN (SELECT value FROM json_each(?)), 0) = 1`,
    values: [...text.values, list],
  };
}

/** SQLite reads a lone surrogate from JSON differently than the driver binds it. */
export const LONE_SURROGATE = /\p{Surrogate}/u;

function joinedOr(left: Operand, values: readonly string[]): Condition | undefined {
  const terms = values.map((value) =>
    toComparison({ kind: 'compare', at: 0, negated: false, left, right: { kind: 'text', value } }),
  );
  return terms.every((term) => term !== undefined) ? joined(' OR ', terms) : undefined;
}

/** An operand as a text or NULL. 'no text' if it can never be one. undefined if SQL cannot express it. */
function toText(operand: Operand): Condition | 'no text' | undefined {
  switch (operand.kind) {
    case 'text':
      return isStorable(operand.value) ? { sql: '?', values: [operand.value] } : undefined;
    case 'name':
      return { sql: 'i.name', values: [] };
    case 'label':
      return isStorable(operand.key)
        ? {
            sql: "coalesce((SELECT l.value FROM label_values l WHERE l.label_set = i.label_set AND l.name = ?), '')",
            values: [operand.key],
          }
        : undefined;
    case 'resource': {
      if (!operand.path.every(isPathKey)) return undefined;
      const path = `$${operand.path.map((part) => `."${part}"`).join('')}`;
      return {
        sql: `CASE coalesce(json_type(i.document, ?), 'null') WHEN 'text' THEN json_extract(i.document, ?) WHEN 'null' THEN '' END`,
        values: [path, path],
      };
    }
    case 'number':
    case 'labels':
    case 'condition':
      return 'no text';
    default:
      return operand satisfies never;
  }
}

/** A key that JSON does not escape, so that it can be used in a quoted path. */
const isPathKey = (key: string): boolean => key !== '' && JSON.stringify(key) === `"${key}"`;

/** The driver cuts texts at a NUL. */
export const isStorable = (text: string): boolean => !text.includes('\0');

/** Split in halves recursively: SQLite accepts chains of at most a thousand operators. */
function joined(between: ' AND ' | ' OR ', conditions: readonly Condition[]): Condition {
  const [only = { sql: between === ' AND ' ? '1' : '0', values: [] }] = conditions;
  if (conditions.length < 2) return only;
  const half = conditions.length >> 1;
  const [a, b] = [joined(between, conditions.slice(0, half)), joined(between, conditions.slice(half))];
  return { sql: `(${a.sql}${between}${b.sql})`, values: [...a.values, ...b.values] };
}

/** All conditions hold. */
export const allOf = (conditions: readonly Condition[]): Condition => joined(' AND ', conditions);

/** At least one condition holds. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(' OR ', conditions);
