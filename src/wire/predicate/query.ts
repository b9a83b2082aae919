import { catchFault, FaultError, type Fault } from './fault.ts';
import { parseSyntax, type Syntax } from './syntax.ts';

/** One side of a comparison. */
export type Operand =
  | { kind: 'text'; value: string }
  | { kind: 'number'; text: string }
  | { kind: 'name' }
  | { kind: 'label'; key: string }
  /** All labels together, a value that equals nothing. */
  | { kind: 'labels' }
  | { kind: 'resource'; path: readonly string[] }
  /** A condition used as a value. It equals nothing. */
  | { kind: 'condition'; condition: Predicate };

/** A checked list query (http-resources §1.5) that can be evaluated on any item. `at` is an offset in its text. */
export type Predicate = { at: number } & (
  | { kind: 'all' | 'any'; terms: readonly Predicate[] }
  | { kind: 'not'; of: Predicate }
  | { kind: 'compare'; negated: boolean; left: Operand; right: Operand }
  | { kind: 'exists'; key: string }
  | { kind: 'search'; args: readonly Operand[] }
);

/**
 * Parses a list query. Blank text is an error too: callers skip the call for an empty query. The message is the
 * reference's text after `failed to parse predicate expression: `, word for word where that was recorded.
 */
export const parsePredicate = (text: string): { ok: true; ast: Predicate } | Fault =>
  catchFault(() => {
    const operand = toOperand(parseSyntax(text));
    if (operand.kind === 'condition') return { ok: true, ast: operand.condition };
    throw new FaultError(`expected boolean predicate, got unsupported type: ${typeName(operand)}`, 0);
  });

function toOperand(syntax: Syntax): Operand {
  switch (syntax.kind) {
    case 'text':
      return { kind: 'text', value: syntax.value };
    case 'number':
      return { kind: 'number', text: syntax.text };
    case 'char':
      throw new FaultError("unsupported function argument type: 'CHAR'", syntax.at);
    case 'name':
    case 'member':
    case 'index':
      return toIdentifier(syntax);
    case 'call':
      return { kind: 'condition', condition: toCall(syntax) };
    case 'unary':
      if (syntax.op !== '!') throw new FaultError(`${syntax.op} is not supported`, syntax.at);
      return { kind: 'condition', condition: { kind: 'not', at: syntax.at, of: toCondition(syntax.of, '!') } };
    case 'chain': {
      const terms = syntax.terms.map((term) => toCondition(term, syntax.op));
      return { kind: 'condition', condition: { kind: syntax.op === '&&' ? 'all' : 'any', at: syntax.at, terms } };
    }
    case 'binary':
      return { kind: 'condition', condition: toComparison(syntax) };
    default:
      return syntax satisfies never;
  }
}

function toCondition(syntax: Syntax, op: string): Predicate {
  const operand = toOperand(syntax);
  if (operand.kind === 'condition') return operand.condition;
  throw new FaultError(`operator ${op} expects conditions, got ${typeName(operand)}`, syntax.at);
}

function toComparison({ at, op, left, right }: Extract<Syntax, { kind: 'binary' }>): Predicate {
  const sides = { left: toOperand(left), right: toOperand(right) };
  if (op !== '==' && op !== '!=') throw new FaultError(`${op} is not supported`, at);
  return { kind: 'compare', at, negated: op === '!=', ...sides };
}

function toCall({ at, fn, args }: Extract<Syntax, { kind: 'call' }>): Predicate {
  const name = pathOf(fn)?.join('.') ?? '';
  if (name !== 'equals' && name !== 'exists' && name !== 'search')
    throw new FaultError(`unsupported function: ${name}`, at);
  const operands = args.map(toOperand);
  const wants = (expectation: string) => new FaultError(`function ${name} expects ${expectation}`, at);
  const [first, second] = operands;
  if (name === 'equals') {
    if (!first || !second || operands.length > 2) throw wants('two arguments');
    return { kind: 'compare', at, negated: false, left: first, right: second };
  }
  if (name === 'exists') {
    if (first?.kind !== 'label' || operands.length > 1) throw wants('one label');
    return { kind: 'exists', at, key: first.key };
  }
  const isText = ({ kind }: Operand) => kind === 'text' || kind === 'name' || kind === 'resource';
  if (!operands.every(isText)) throw wants('strings');
  return { kind: 'search', at, args: operands };
}

function toIdentifier(syntax: Syntax): Operand {
  const path = pathOf(syntax);
  if (!path) throw new FaultError('a key in brackets must be a string after a name', syntax.at);
  const [root = '', ...rest] = path;
  if (root === 'resource') return { kind: 'resource', path: rest };
  if (root === 'name' && rest.length === 0) return { kind: 'name' };
  if (root === 'labels' && rest.length <= 1) {
    const [key] = rest;
    return key === undefined ? { kind: 'labels' } : { kind: 'label', key };
  }
  if (root === 'name' || root === 'labels')
    throw new FaultError(
      `only ${root === 'name' ? 'one field' : 'two fields'} are supported with identifier "${root}", got ${path.length}: [${path.join(' ')}]`,
      syntax.at,
    );
  throw new FaultError(`identifier "${path.join('.')}" is not defined`, syntax.at);
}

/** `a.b["c"]` as its parts. Undefined for anything but a chain of names and string keys. */
export function pathOf(syntax: Syntax): string[] | undefined {
  if (syntax.kind === 'name') return [syntax.name];
  if (syntax.kind !== 'member' && syntax.kind !== 'index') return undefined;
  const of = pathOf(syntax.of);
  if (syntax.kind === 'member') return of && [...of, syntax.name];
  return of && syntax.key.kind === 'text' ? [...of, syntax.key.value] : undefined;
}

/** The reference's name for a value's type. */
function typeName(operand: Operand): string {
  switch (operand.kind) {
    case 'number':
      return /^(?:\d[\d_]*|0[xXoObB].*)$/.test(operand.text) ? 'int' : 'float64';
    case 'text':
    case 'name':
    case 'resource':
      return 'string';
    default:
      return operand.kind;
  }
}
