import { predicateOf, type Chip } from '../../wire/predicate/chips.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import { LABELS_OF_KIND } from '../resources.ts';
import type { Role, Side } from '../role.ts';

const isLiteral = (text: string): boolean => !/[*{}]/.test(text) && !(text.startsWith('^') && text.endsWith('$'));

/** A selector as a query. '' for everything, undefined if the query language cannot express it. */
export function selectorQuery(selector: Readonly<Record<string, readonly string[]>>): string | undefined {
  const labels = Object.entries(selector);
  if (labels.some(([key, values]) => key === '*' && values.length === 1 && values[0] === '*')) return '';
  const chips = labels.map(([key, values]): Chip | undefined => {
    if (!isLiteral(key)) return undefined;
    if (values.includes('*')) return { kind: 'has', key };
    return values.length > 0 && values.every(isLiteral) ? { kind: 'is', key, values } : undefined;
  });
  return chips.every((chip) => chip !== undefined) ? predicateOf(chips) : undefined;
}

function sideQuery(role: Role, side: Side, kind: ReachableKind): string | undefined {
  const { [side]: rules } = role.spec;
  const field = LABELS_OF_KIND[kind];
  return rules[`${field}_expression`] === '' ? selectorQuery(rules[field]) : undefined;
}

/**
 * The list query for the resources of a kind that a role grants. Undefined if no query can express it, or if nothing is
 * granted.
 */
export function selectionQuery(role: Role, kind: ReachableKind): string | undefined {
  const field = LABELS_OF_KIND[kind];
  if (Object.keys(role.spec.allow[field]).length === 0) return undefined;
  const denies = Object.keys(role.spec.deny[field]).length > 0 || role.spec.deny[`${field}_expression`] !== '';
  const allowed = sideQuery(role, 'allow', kind);
  const denied = denies ? sideQuery(role, 'deny', kind) : undefined;
  if (allowed === undefined || (denies && !denied)) return undefined;
  const terms = [allowed && denied ? `(${allowed})` : allowed, denied && `!(${denied})`];
  return terms.filter(Boolean).join(' && ');
}
