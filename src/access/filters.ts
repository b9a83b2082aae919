// Conditions of access requests (resource-specs §23): unlike those of rules they are looked at when a role is saved.
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import { contains, equals, evaluateCondition } from './conditions.ts';
import type { Dialect } from './conditions.ts';

type Context = 'review' | 'threshold';

const LISTS: Record<Context, ReadonlySet<string>> = {
  review: new Set(['reviewer.roles', 'request.roles', 'request.reason']),
  threshold: new Set(['reviewer.roles', 'request.roles', 'request.reason', 'review.reason']),
};
const MAPS: Record<Context, ReadonlySet<string>> = {
  review: new Set(['reviewer.traits', 'request.system_annotations']),
  threshold: new Set(['reviewer.traits', 'request.system_annotations', 'review.annotations']),
};

const DIALECT: Dialect<Context> = {
  comparisons: false,
  identifier: (path, context) =>
    LISTS[context].has(path.join('.')) || (path.length === 3 && MAPS[context].has(path.slice(0, 2).join('.')))
      ? { value: [] }
      : undefined,
  functions: {
    equals: ([a, b]) => equals(a, b),
    contains: ([list, item]) => contains(list, item),
  },
};

/** What is wrong with a condition; undefined when it is fine or empty. */
export function checkFilter(text: string, context: Context): string | undefined {
  if (text.trim() === '') return undefined;
  const checked = catchFault(() => {
    evaluateCondition(parseSyntax(text), DIALECT, context);
    return { ok: true } as const;
  });
  return checked.ok ? undefined : checked.message;
}
