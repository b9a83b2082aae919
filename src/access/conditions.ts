// The shared part of rule conditions and label expressions (resource-specs §22, §23): values, and evaluation.
import { FaultError } from '../wire/predicate/fault.ts';
import { pathOf } from '../wire/predicate/query.ts';
import type { Syntax } from '../wire/predicate/syntax.ts';

/** Undefined: the document has no value there. It equals nothing and contains nothing. */
export type Value = string | readonly string[] | boolean | undefined;

type Run<Context> = (context: Context) => Value;

/** The identifiers and functions of one kind of expression. */
export type Dialect<Context> = {
  /** Returns a reader for the identifier. Undefined if it does not exist. */
  identifier(path: readonly string[]): Run<Context> | undefined;
  functions: Readonly<Record<string, (args: readonly Value[], context: Context) => Value>>;
  /** Whether `==` and `!=` are allowed. */
  comparisons: boolean;
};

/**
 * Both this and its result throw a `FaultError`. As in the reference, every part is evaluated, even if another part has
 * already decided.
 */
export function compileCondition<C>(syntax: Syntax, dialect: Dialect<C>): (context: C) => boolean {
  const run = compile(syntax, dialect);
  return (context) => {
    const value = run(context);
    if (typeof value !== 'boolean') throw new FaultError('the expression is not a condition', syntax.at);
    return value;
  };
}

function compile<C>(syntax: Syntax, dialect: Dialect<C>): Run<C> {
  switch (syntax.kind) {
    case 'text':
      return () => syntax.value;
    case 'chain': {
      const terms = syntax.terms.map((term) => compileCondition(term, dialect));
      const both = syntax.op === '&&';
      return (context) => {
        const values = terms.map((term) => term(context));
        return both ? values.every(Boolean) : values.some(Boolean);
      };
    }
    case 'unary': {
      if (syntax.op !== '!') throw new FaultError(`unsupported operator: ${syntax.op}`, syntax.at);
      const of = compileCondition(syntax.of, dialect);
      return (context) => !of(context);
    }
    case 'binary': {
      if (!dialect.comparisons || (syntax.op !== '==' && syntax.op !== '!='))
        throw new FaultError(`unsupported operator: ${syntax.op}`, syntax.at);
      const isEquality = syntax.op === '==';
      const left = compile(syntax.left, dialect);
      const right = compile(syntax.right, dialect);
      return (context) => equals(left(context), right(context)) === isEquality;
    }
    case 'call': {
      const name = pathOf(syntax.fn)?.join('.') ?? '';
      const fn = Object.hasOwn(dialect.functions, name) ? dialect.functions[name] : undefined;
      if (!fn) throw new FaultError(`unsupported function: ${name}`, syntax.at);
      const args = syntax.args.map((arg) => compile(arg, dialect));
      return (context) => {
        const values = args.map((arg) => arg(context));
        return fn(values, context);
      };
    }
    case 'name':
    case 'member':
    case 'index': {
      const path = pathOf(syntax);
      const read = path && dialect.identifier(path);
      if (!read) throw new FaultError(`identifier "${path?.join('.') ?? '?'}" is not defined`, syntax.at);
      return read;
    }
    case 'number':
    case 'char':
      throw new FaultError('only strings can be compared', syntax.at);
    default:
      return syntax satisfies never;
  }
}

/** Compares texts with texts, and lists with lists: the same texts in the same order. */
export function equals(a: Value, b: Value): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => item === b[i]);
  return typeof a === 'string' && a === b;
}

/** A text becomes a list of one, undefined an empty list. */
export function toList(value: Value): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? value : [];
}

export const contains = (list: Value, item: Value): boolean =>
  typeof item === 'string' && typeof list === 'object' && list.includes(item);

/** A JSON value in the form that conditions support: a text or a list of strings. */
export function toValue(json: unknown): Value {
  if (typeof json === 'string') return json;
  return Array.isArray(json) ? json.filter((item) => typeof item === 'string') : undefined;
}
