// Filters of the audit log as SQL over the columns of `events`. The evaluator of src/wire/predicate decides what the
// columns cannot, such as words, on the event itself. A test compares the two.
import { codesOfFamily, describedCodes, OTHER_FAMILY } from '../../src/wire/audit/describeEvent.ts';
import { toEventItem } from '../../src/wire/audit/eventItem.ts';
import { eventLabels, eventValues, OUTCOMES } from '../../src/wire/audit/eventLabels.ts';
import { evaluatePredicate } from '../../src/wire/predicate/evaluate.ts';
import { predicateItem } from '../../src/wire/predicate/predicateItem.ts';
import type { Predicate } from '../../src/wire/predicate/query.ts';
import { matchesSearch } from '../../src/wire/predicate/search.ts';
import { groupedTerms } from './predicateCost.ts';
import { allOf, anyOf, isStorable, LONE_SURROGATE, splitTerms, type Condition } from './predicateSql.ts';

export type EventFilter = { search: readonly string[]; predicate?: Predicate };

/** Labels with a column. The others, `outcome` and `type`, follow from `failed` and `code`. */
const COLUMNS = {
  user: 'actor',
  resource: 'resource',
  address: 'address',
  code: 'code',
  session: 'session',
} as const;
const isColumn = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name);

type SplitFilter = {
  sql: Condition;
  /** Whether an event matches the conditions that SQL does not decide. undefined if SQL decides all. */
  matches: ((document: unknown) => boolean) | undefined;
};

/** Splits a filter into the conditions for SQL columns, and the conditions for the events that pass. */
export function splitFilter({ search, predicate }: EventFilter = { search: [] }): SplitFilter {
  const { sql, rest } = predicate ? splitTerms(predicate, toCondition) : { sql: [], rest: [] };
  if (search.length === 0 && rest.length === 0) return { sql: allOf(sql), matches: undefined };
  const matches = (document: unknown): boolean => {
    const event = toEventItem(document);
    const item = predicateItem({ name: event.label, labels: eventLabels(event), values: eventValues(event) });
    return matchesSearch(search, item.searchValues) && rest.every((term) => evaluatePredicate(term, item));
  };
  return { sql: allOf(sql), matches };
}

function toCondition(predicate: Predicate): Condition | undefined {
  switch (predicate.kind) {
    case 'all':
      return whenEach(predicate.terms.map(toCondition), allOf);
    case 'any':
      return whenEach(
        groupedTerms(predicate.terms).map(({ first, texts }) =>
          texts?.left.kind === 'label' ? labelAmong(texts.left.key, texts.values) : toCondition(first),
        ),
        anyOf,
      );
    case 'not': {
      const of = toCondition(predicate.of);
      return of && { sql: `NOT (${of.sql})`, values: of.values };
    }
    case 'compare': {
      const { left, right, negated } = predicate;
      if (left.kind !== 'label' || right.kind !== 'text') return undefined;
      const condition = labelAmong(left.key, [right.value]);
      return negated && condition ? { sql: `NOT (${condition.sql})`, values: condition.values } : condition;
    }
    case 'exists': {
      const { key } = predicate;
      if (isColumn(key)) return { sql: `${COLUMNS[key]} <> ''`, values: [] };
      return key === 'outcome' || key === 'type' ? always(true) : always(false);
    }
    case 'search':
      return undefined;
    default:
      return predicate satisfies never;
  }
}

const whenEach = (
  conditions: readonly (Condition | undefined)[],
  join: (conditions: readonly Condition[]) => Condition,
): Condition | undefined => (conditions.every((condition) => condition !== undefined) ? join(conditions) : undefined);

const always = (holds: boolean): Condition => ({ sql: holds ? '1' : '0', values: [] });

/** The label is one of the values. An event without the label has an empty value. */
function labelAmong(label: string, values: readonly string[]): Condition | undefined {
  if (!values.every((value) => isStorable(value) && !LONE_SURROGATE.test(value))) return undefined;
  if (label === 'outcome') {
    const failed = values.includes(OUTCOMES.failed);
    const succeeded = values.includes(OUTCOMES.succeeded);
    return failed && succeeded
      ? always(true)
      : failed || succeeded
        ? { sql: 'failed = ?', values: [failed ? 1 : 0] }
        : always(false);
  }
  if (label === 'type') return anyOf(values.map(ofFamily));
  if (!isColumn(label)) return always(values.includes(''));
  if (values.length === 1) return { sql: `${COLUMNS[label]} = ?`, values: [...values] };
  return { sql: `${COLUMNS[label]} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** Codes without a description belong to the family of other events. */
function ofFamily(family: string): Condition {
  const familyCodes = codesOfFamily(family);
  const isOther = family === OTHER_FAMILY;
  const codes = isOther ? describedCodes().filter((code) => !familyCodes.includes(code)) : familyCodes;
  return { sql: `code ${isOther ? 'NOT IN' : 'IN'} (SELECT value FROM json_each(?))`, values: [JSON.stringify(codes)] };
}
