import { quote } from './literals.ts';
import { isPlainName } from './tokens.ts';
import type { Operand, Predicate } from './query.ts';

/** A query in its simplest form: labels in brackets, `==` for `equals`, no redundant parentheses. */
export function printPredicate(predicate: Predicate): string {
  switch (predicate.kind) {
    case 'all':
      return predicate.terms.map((term) => inside(term, term.kind === 'any')).join(' && ');
    case 'any':
      return predicate.terms.map((term) => inside(term, false)).join(' || ');
    case 'not':
      return `!${inside(predicate.of, ['all', 'any', 'compare'].includes(predicate.of.kind))}`;
    case 'compare':
      return `${printOperand(predicate.left)} ${predicate.negated ? '!=' : '=='} ${printOperand(predicate.right)}`;
    case 'exists':
      return `exists(${label(predicate.key)})`;
    case 'search':
      return `search(${predicate.args.map(printOperand).join(', ')})`;
    default:
      return predicate satisfies never;
  }
}

const inside = (predicate: Predicate, brackets: boolean): string =>
  brackets ? `(${printPredicate(predicate)})` : printPredicate(predicate);

const label = (key: string): string => `labels[${quote(key)}]`;

function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'text':
      return quote(operand.value);
    case 'number':
      return operand.text;
    case 'name':
    case 'labels':
      return operand.kind;
    case 'label':
      return label(operand.key);
    case 'resource':
      return ['resource', ...operand.path.map(step)].join('');
    case 'condition':
      return `(${printPredicate(operand.condition)})`;
    default:
      return operand satisfies never;
  }
}

const step = (key: string): string => (isPlainName(key) ? `.${key}` : `[${quote(key)}]`);
