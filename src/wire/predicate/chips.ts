import { printPredicate } from './print.ts';
import type { Operand, Predicate } from './query.ts';

/**
 * One condition as the query field shows it. All chips of a query must match. `is` with several values matches any of
 * them.
 */
export type Chip =
  | { kind: 'is'; key: string; values: readonly string[] }
  | { kind: 'isNot'; key: string; value: string }
  | { kind: 'has' | 'hasNot'; key: string }
  | { kind: 'name'; value: string }
  | { kind: 'text'; text: string };

/** Undefined if chips cannot express the query, which then stays text. */
export function chipsOf(predicate: Predicate): Chip[] | undefined {
  const terms = predicate.kind === 'all' ? predicate.terms : [predicate];
  const chips: Chip[] = [];
  for (const term of terms) {
    const some = term.kind === 'all' ? chipsOf(term) : termChips(term);
    if (!some) return undefined;
    chips.push(...some);
  }
  return chips;
}

function termChips(term: Predicate): Chip[] | undefined {
  switch (term.kind) {
    case 'compare':
      return one(comparisonChip(term));
    case 'exists':
      return [{ kind: 'has', key: term.key }];
    case 'not':
      return one(negatedChip(term.of));
    case 'any':
      return one(alternatives(term.terms));
    case 'search': {
      const texts = term.args.map((arg) => (arg.kind === 'text' ? arg.value : undefined));
      return texts.every((text) => text !== undefined) ? texts.map((text) => ({ kind: 'text', text })) : undefined;
    }
    default:
      return undefined;
  }
}

const one = (chip: Chip | undefined): Chip[] | undefined => chip && [chip];

function comparisonChip({ negated, left, right }: Extract<Predicate, { kind: 'compare' }>): Chip | undefined {
  if (right.kind !== 'text') return undefined;
  if (left.kind === 'name') return negated ? undefined : { kind: 'name', value: right.value };
  if (left.kind !== 'label') return undefined;
  return negated
    ? { kind: 'isNot', key: left.key, value: right.value }
    : { kind: 'is', key: left.key, values: [right.value] };
}

function negatedChip(of: Predicate): Chip | undefined {
  if (of.kind === 'exists') return { kind: 'hasNot', key: of.key };
  return of.kind === 'compare' ? comparisonChip({ ...of, negated: !of.negated }) : undefined;
}

/** `a == "1" || a == "2"` of one label. */
function alternatives(terms: readonly Predicate[]): Chip | undefined {
  const values: string[] = [];
  let key: string | undefined;
  for (const term of terms) {
    const chip = term.kind === 'compare' ? comparisonChip(term) : undefined;
    if (chip?.kind !== 'is' || (key !== undefined && key !== chip.key)) return undefined;
    key = chip.key;
    values.push(...chip.values);
  }
  return key === undefined ? undefined : { kind: 'is', key, values };
}

/** The equivalent query. Empty text, which means no query, if there are no chips. */
export function predicateOf(chips: readonly Chip[]): string {
  if (chips.length === 0) return '';
  return printPredicate({ kind: 'all', at: 0, terms: chips.map(chipTerm) });
}

function chipTerm(chip: Chip): Predicate {
  const label = (key: string): Operand => ({ kind: 'label', key });
  switch (chip.kind) {
    case 'is': {
      const [first, ...others] = chip.values.map((value) => equal(label(chip.key), value));
      // Without values to choose from, the label only has to exist.
      if (!first) return { kind: 'exists', at: 0, key: chip.key };
      return others.length === 0 ? first : { kind: 'any', at: 0, terms: [first, ...others] };
    }
    case 'isNot':
      return { ...equal(label(chip.key), chip.value), negated: true };
    case 'has':
      return { kind: 'exists', at: 0, key: chip.key };
    case 'hasNot':
      return { kind: 'not', at: 0, of: { kind: 'exists', at: 0, key: chip.key } };
    case 'name':
      return equal({ kind: 'name' }, chip.value);
    case 'text':
      return { kind: 'search', at: 0, args: [{ kind: 'text', value: chip.text }] };
    default:
      return chip satisfies never;
  }
}

const equal = (left: Operand, value: string): Extract<Predicate, { kind: 'compare' }> => ({
  kind: 'compare',
  at: 0,
  negated: false,
  left,
  right: { kind: 'text', value },
});
