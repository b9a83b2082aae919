// `where` of a rule (resource-specs §23).
import { at, isObject } from '../lib/json.ts';
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import { compileCondition, contains, equals, toList, toValue, type Dialect } from './conditions.ts';

/**
 * The documents that a condition can read. `session` is the event that ended the recorded session, `ssh_session` and
 * `session_tracker` an active session, `resource` the document to check.
 */
export type RuleContext = {
  user?: unknown;
  resource?: unknown;
  session?: unknown;
  ssh_session?: unknown;
  session_tracker?: unknown;
  host_cert?: unknown;
};

const ROOTS: ReadonlySet<string> = new Set<keyof RuleContext>([
  'user',
  'resource',
  'session',
  'ssh_session',
  'session_tracker',
  'host_cert',
]);

/** The identifiers and functions of rule conditions. Other conditions use a subset. */
export const RULE_DIALECT: Dialect<RuleContext> = {
  comparisons: false,
  identifier: ([root = '', ...path]) =>
    ROOTS.has(root) ? (context) => toValue(at(context, root, ...path)) : undefined,
  functions: {
    equals: ([a, b]) => equals(a, b),
    contains: ([list, item]) => contains(list, item),
    all_end_with: ([values, suffix]) =>
      typeof suffix === 'string' && toList(values).every((value) => value.endsWith(suffix)),
    all_equal: ([values, expected]) => toList(values).every((value) => value === expected),
    is_subset: ([values, ...allowed]) => {
      const all = new Set(allowed.flatMap(toList));
      return toList(values).every((value) => all.has(value));
    },
    'system.catype': (_, { resource }) => toValue(isObject(resource) ? at(resource, 'sub_kind') : undefined),
  },
};

export type Where = (context: RuleContext) => { ok: true; holds: boolean } | { ok: false; message: string };

/** An error only appears when the rule is evaluated: servers store such rules (http-resources §11.2). */
export function compileWhere(text: string): Where {
  const compiled = catchFault(() => ({ ok: true, holds: compileCondition(parseSyntax(text), RULE_DIALECT) }) as const);
  if (!compiled.ok) return () => compiled;
  return (context) => catchFault(() => ({ ok: true, holds: compiled.holds(context) }) as const);
}
