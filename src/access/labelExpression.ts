// `…_labels_expression` (resource-specs §22).
import { compileRegExp, type LinearRegExp } from '../lib/regexp/linearRegExp.ts';
import { catchFault, FaultError } from '../wire/predicate/fault.ts';
import { pathOf } from '../wire/predicate/query.ts';
import { parseSyntax, type Syntax } from '../wire/predicate/syntax.ts';
import { compileCondition, contains, toList, type Dialect, type Value } from './conditions.ts';
import { compilePattern } from './pattern.ts';
import type { LabelSet, Selector } from './selector.ts';
import { localPart } from './template.ts';
import { traitValues, type Traits } from './traits.ts';

type Context = { labels: LabelSet; traits: Traits };

const regExps = new Map<string, LinearRegExp>();
/** Expressions use few patterns, but evaluate them for every resource. */
const MAX_REMEMBERED = 500;

function regExpOf(pattern: Value): LinearRegExp {
  if (typeof pattern !== 'string') throw new FaultError('a pattern must be a string', 0);
  const cached = regExps.get(pattern);
  if (cached) return cached;
  const compiled = compileRegExp(pattern);
  if (!compiled.ok) throw new FaultError(compiled.message, 0);
  if (regExps.size >= MAX_REMEMBERED) regExps.clear();
  regExps.set(pattern, compiled.regExp);
  return compiled.regExp;
}

const DIALECT: Dialect<Context> = {
  comparisons: true,
  identifier(path) {
    const [a, b, c, d] = path;
    if (a === 'labels' && b !== undefined && c === undefined)
      return ({ labels }) => (Object.hasOwn(labels, b) ? labels[b] : '');
    if (a === 'user' && b === 'spec' && c === 'traits' && d !== undefined && path.length === 4)
      return ({ traits }) => traitValues(traits, d);
    return undefined;
  },
  functions: {
    contains: ([list, item]) => contains(toList(list), item),
    contains_any: ([list, items]) => toList(items).some((item) => contains(toList(list), item)),
    contains_all: ([list, items]) => {
      const requiredValues = toList(items);
      return requiredValues.length > 0 && requiredValues.every((item) => contains(toList(list), item));
    },
    'regexp.match': ([list, pattern]) => {
      const regExp = regExpOf(pattern);
      return toList(list).some((value) => regExp.test(value));
    },
    'regexp.replace': ([list, pattern, by]) => {
      if (typeof by !== 'string') throw new FaultError('a replacement must be a string', 0);
      const regExp = regExpOf(pattern);
      return toList(list).flatMap((value) => regExp.replaceAll(value, by) ?? []);
    },
    'email.local': ([list]) => toList(list).flatMap((text) => localPart(text) ?? []),
    'strings.upper': ([list]) => toList(list).map((value) => value.toUpperCase()),
    'strings.lower': ([list]) => toList(list).map((value) => value.toLowerCase()),
    labels_matching: ([pattern], { labels }) => {
      const compiled = compilePattern(typeof pattern === 'string' ? pattern : '');
      if (!compiled.ok) throw new FaultError(compiled.message, 0);
      return Object.entries(labels).flatMap(([key, value]) => (compiled.matches(key) ? [value] : []));
    },
  },
};

/** Arguments that must be literals: a pattern from a label could be invalid for single resources. */
const PATTERN_ARGUMENT: Readonly<Record<string, number>> = {
  'regexp.match': 1,
  'regexp.replace': 1,
  labels_matching: 0,
};

function checkPatterns(syntax: Syntax): void {
  switch (syntax.kind) {
    case 'chain':
      syntax.terms.forEach(checkPatterns);
      break;
    case 'unary':
      checkPatterns(syntax.of);
      break;
    case 'binary':
      checkPatterns(syntax.left);
      checkPatterns(syntax.right);
      break;
    case 'call': {
      const pattern = syntax.args[PATTERN_ARGUMENT[pathOf(syntax.fn)?.join('.') ?? ''] ?? -1];
      if (pattern && pattern.kind !== 'text')
        throw new FaultError('the pattern must be a string in quotes', pattern.at);
      syntax.args.forEach(checkPatterns);
      break;
    }
    default:
      break;
  }
}

/** Reports all errors here, and none for a resource: errors must not depend on labels. */
export function compileLabelExpression(text: string, traits: Traits): Selector {
  if (text.trim() === '') return { kind: 'empty' };
  const parsed = catchFault(() => {
    const syntax = parseSyntax(text);
    checkPatterns(syntax);
    const holds = compileCondition(syntax, DIALECT);
    holds({ labels: {}, traits });
    return { ok: true, holds } as const;
  });
  if (!parsed.ok) return { kind: 'fault', message: parsed.message };
  return { kind: 'selector', everything: false, matches: (labels) => parsed.holds({ labels, traits }) };
}
