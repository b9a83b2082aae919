import { at } from '../../lib/json.ts';
import type { Operand, Predicate } from './query.ts';
import { matchesSearch } from './search.ts';

/** The part of an item that queries read. */
export type PredicateItem = {
  /** Host name of a server, resource name of everything else. */
  name: string;
  /** Static and dynamic labels, hidden ones included. */
  labels: Readonly<Record<string, string>>;
  /** Labels with several values. Servers have none. A comparison matches if any value is equal. */
  several?: Readonly<Record<string, readonly string[]>>;
  /** The resource's JSON document. */
  resource: unknown;
  searchValues: readonly string[];
};

/**
 * Semantics of http-resources §1.5: only a label on the left side is compared, a missing label equals the empty text,
 * and a value that is not text equals nothing. A missing field of the resource is the empty text.
 */
export function evaluatePredicate(predicate: Predicate, item: PredicateItem): boolean {
  switch (predicate.kind) {
    case 'all':
      return predicate.terms.every((term) => evaluatePredicate(term, item));
    case 'any':
      return predicate.terms.some((term) => evaluatePredicate(term, item));
    case 'not':
      return !evaluatePredicate(predicate.of, item);
    case 'compare': {
      const right = predicate.right.kind === 'label' ? undefined : textOf(predicate.right, item);
      return (right !== undefined && textsOf(predicate.left, item).includes(right)) !== predicate.negated;
    }
    case 'exists':
      return Object.hasOwn(item.labels, predicate.key);
    case 'search':
      return matchesSearch(
        predicate.args.map((arg) => textOf(arg, item) ?? ''),
        item.searchValues,
      );
    default:
      return predicate satisfies never;
  }
}

function textsOf(operand: Operand, item: PredicateItem): readonly string[] {
  const several = operand.kind === 'label' ? item.several : undefined;
  if (several && operand.kind === 'label' && Object.hasOwn(several, operand.key)) return several[operand.key] ?? [];
  const text = textOf(operand, item);
  return text === undefined ? [] : [text];
}

/** Undefined for a value that is not text. */
function textOf(operand: Operand, item: PredicateItem): string | undefined {
  switch (operand.kind) {
    case 'text':
      return operand.value;
    case 'name':
      return item.name;
    case 'label':
      return Object.hasOwn(item.labels, operand.key) ? item.labels[operand.key] : '';
    case 'resource': {
      const value = at(item.resource, ...operand.path) ?? '';
      return typeof value === 'string' ? value : undefined;
    }
    default:
      return undefined;
  }
}
