// Trait templates: `prefix{{expression}}suffix` (resource-specs §20).
import { compileRegExp, type LinearRegExp } from '../lib/regexp/linearRegExp.ts';
import { catchFault, FaultError } from '../wire/predicate/fault.ts';
import { parseSyntax, type Syntax } from '../wire/predicate/syntax.ts';
import { pathOf } from '../wire/predicate/query.ts';
import { INTERNAL_TRAITS, traitValues, type Traits } from './traits.ts';

type Expression =
  | { kind: 'trait'; name: string }
  | { kind: 'local'; of: Expression }
  | { kind: 'replace'; of: Expression; regExp: LinearRegExp; by: string };

type Parsed = { ok: true; template: Template } | { ok: false; message: string; at: number };
type Template = { kind: 'text'; text: string } | { kind: 'expression'; prefix: string; suffix: string; of: Expression };

/** A server logs an error and skips the entry. It refuses nothing. */
export function parseTemplate(source: string): Parsed {
  const [, prefix, inner, suffix] = /^([^{}]*)\{\{(.*?)\}\}([^{}]*)$/s.exec(source) ?? [];
  if (prefix === undefined || inner === undefined || suffix === undefined) {
    if (!source.includes('{{') && !source.includes('}}')) return { ok: true, template: { kind: 'text', text: source } };
    return { ok: false, message: 'a template is one {{expression}} with no other braces around it', at: 0 };
  }
  const parsed = catchFault(() => ({ ok: true, of: toExpression(parseSyntax(inner)) }) as const);
  if (!parsed.ok) return { ...parsed, at: prefix.length + 2 + parsed.at };
  return {
    ok: true,
    template: { kind: 'expression', prefix: prefix.trimStart(), suffix: suffix.trimEnd(), of: parsed.of },
  };
}

function toExpression(syntax: Syntax): Expression {
  if (syntax.kind === 'call') return toCall(syntax);
  const [namespace, name, ...rest] = pathOf(syntax) ?? [];
  if (name === undefined || rest.length > 0 || (namespace !== 'internal' && namespace !== 'external'))
    throw new FaultError('expected internal.<trait> or external.<trait>', syntax.at);
  if (namespace === 'internal' && !INTERNAL_TRAITS.has(name))
    throw new FaultError(`there is no internal trait ${name}. Use external.${name} for any other trait`, syntax.at);
  return { kind: 'trait', name };
}

function toCall({ fn, args, at }: Extract<Syntax, { kind: 'call' }>): Expression {
  const name = pathOf(fn)?.join('.') ?? '';
  const [first, pattern, by] = args;
  if (name === 'email.local' && first && args.length === 1) return { kind: 'local', of: toExpression(first) };
  if (name === 'regexp.replace' && first && args.length === 3 && pattern?.kind === 'text' && by?.kind === 'text') {
    const compiled = compileRegExp(pattern.value);
    if (!compiled.ok) throw new FaultError(compiled.message, pattern.at);
    return { kind: 'replace', of: toExpression(first), regExp: compiled.regExp, by: by.value };
  }
  throw new FaultError('expected email.local(trait) or regexp.replace(trait, "pattern", "replacement")', at);
}

/**
 * The texts that a string of a role expands to with these traits: the text itself, or one text per value. Undefined if
 * it has no value: a missing trait, only empty values, an error in the template.
 */
export function expandTemplate(source: string, traits: Traits): readonly string[] | undefined {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return undefined;
  const { template } = parsed;
  if (template.kind === 'text') return [template.text];
  const values = evaluate(template.of, traits)?.filter((value) => value !== '') ?? [];
  return values.length > 0 ? values.map((value) => template.prefix + value + template.suffix) : undefined;
}

/** The traits that a string of a role uses. None if its template has an error. */
export function templateTraits(source: string): readonly string[] {
  const parsed = parseTemplate(source);
  return parsed.ok && parsed.template.kind === 'expression' ? [traitOf(parsed.template.of)] : [];
}

const traitOf = (expression: Expression): string =>
  expression.kind === 'trait' ? expression.name : traitOf(expression.of);

function evaluate(expression: Expression, traits: Traits): readonly string[] | undefined {
  if (expression.kind === 'trait') return traitValues(traits, expression.name);
  const values = evaluate(expression.of, traits);
  switch (expression.kind) {
    case 'local': {
      const parts = values?.map(localPart);
      // One value that is not an address makes the whole entry invalid.
      return parts?.every((part) => part !== undefined) ? parts : undefined;
    }
    case 'replace':
      return values?.flatMap((value) => expression.regExp.replaceAll(value, expression.by) ?? []);
    default:
      return expression satisfies never;
  }
}

/** The part of a mail address before the `@`, also of an address with a name: `Ada <ada@example.com>`. */
export function localPart(text: string): string | undefined {
  const [, named] = /^(?:"[^"]*"|[^"(),:;<>@[\\\]])*<([^<>]*)>$/.exec(text) ?? [];
  return /^([^\s"(),:;<>@[\\\]]+)@[^\s"(),:;<>@]+$/.exec(named ?? text)?.[1];
}
