// Conditions of access requests (resource-specs §23): unlike those of rules they are looked at when a role is saved.
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import { compileCondition, contains, equals, type Dialect } from './conditions.ts';

const NAMES = {
  review: {
    values: ['reviewer.roles', 'request.roles', 'request.reason'],
    maps: ['reviewer.traits', 'request.system_annotations'],
  },
  threshold: {
    values: ['reviewer.roles', 'request.roles', 'request.reason', 'review.reason'],
    maps: ['reviewer.traits', 'request.system_annotations', 'review.annotations'],
  },
};

const dialect = ({ values, maps }: { values: readonly string[]; maps: readonly string[] }): Dialect<undefined> => ({
  comparisons: false,
  identifier: (path) =>
    values.includes(path.join('.')) || (path.length === 3 && maps.includes(path.slice(0, 2).join('.')))
      ? () => []
      : undefined,
  functions: {
    equals: ([a, b]) => equals(a, b),
    contains: ([list, item]) => contains(list, item),
  },
});

/** What is wrong with a condition; undefined when it is fine or empty. */
export function checkFilter(text: string, context: keyof typeof NAMES): string | undefined {
  if (text.trim() === '') return undefined;
  const checked = catchFault(() => {
    compileCondition(parseSyntax(text), dialect(NAMES[context]))(undefined);
    return { ok: true } as const;
  });
  return checked.ok ? undefined : checked.message;
}
