import type { Operand, Predicate } from '../../src/wire/predicate/query.ts';

/** The limit of a query over ten thousand rows: about half a second. */
const BUDGET = 600;

/** The limit of a query of the audit log, which has at least twenty times as many rows: about two seconds. */
export const LOG_BUDGET = 60;

/** Milliseconds for ten thousand rows, as measured. */
const COST = { label: 1, name: 1, searchToken: 3, document: 6, searchDocument: 30 };

/** A user's search has few words. */
export const SEARCH_TOKENS_MAX = 20;

/**
 * Whether a query is within the budget. Comparisons of one operand with many texts, joined by `||`, cost as one (see
 * `predicateSql`).
 */
export const isAffordable = (predicate: Predicate, budget = BUDGET): boolean => costOf(predicate) <= budget;

function costOf(predicate: Predicate): number {
  switch (predicate.kind) {
    case 'all':
      return sum(predicate.terms.map(costOf));
    case 'any': {
      const grouped = groupedTerms(predicate.terms);
      return sum(grouped.map(({ first, count }) => costOf(first) + count / 100));
    }
    case 'not':
      return costOf(predicate.of);
    case 'compare':
      return costOfOperand(predicate.left) + costOfOperand(predicate.right);
    case 'exists':
      return COST.label;
    case 'search':
      return sum(predicate.args.map(({ kind }) => (kind === 'text' ? COST.searchToken : COST.searchDocument)));
    default:
      return predicate satisfies never;
  }
}

function costOfOperand(operand: Operand): number {
  switch (operand.kind) {
    case 'label':
    case 'labels':
      return COST.label;
    case 'name':
      return COST.name;
    case 'resource':
      return COST.document;
    case 'condition':
      return costOf(operand.condition);
    case 'text':
    case 'number':
      return 0;
    default:
      return operand satisfies never;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

type Group = {
  first: Predicate;
  count: number;
  /** The texts that the same operand is compared with. Absent: a single term. */
  texts?: { left: Operand; values: string[] };
};

/** The terms of an `||`. Comparisons of the same operand with one text each are combined. */
export function groupedTerms(terms: readonly Predicate[]): readonly Group[] {
  const groups: Group[] = [];
  const groupsByKey = new Map<string, Group>();
  for (const term of terms) {
    if (term.kind !== 'compare' || term.negated || term.right.kind !== 'text' || term.left.kind === 'condition') {
      groups.push({ first: term, count: 1 });
      continue;
    }
    const key = JSON.stringify(term.left);
    const group = groupsByKey.get(key);
    if (group?.texts) {
      group.texts.values.push(term.right.value);
      group.count++;
      continue;
    }
    const made = { first: term, count: 1, texts: { left: term.left, values: [term.right.value] } };
    groups.push(made);
    groupsByKey.set(key, made);
  }
  return groups;
}
