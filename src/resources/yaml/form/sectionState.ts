import type { FormSection } from '../../../descriptors/documentTypes.ts';
import { at } from '../../../lib/json.ts';
import { isSameValue } from '../../../wire/yaml.ts';
import type { Problem } from '../problems/problem.ts';
import type { SectionState } from './FormIndex.tsx';
import { problemsAt, stepsOf } from './formField.ts';

/** `before` is undefined for a document that the server does not have: there nothing counts as changed. */
export function sectionState(
  { inputs }: FormSection,
  value: unknown,
  before: unknown,
  problems: readonly Problem[],
): SectionState {
  const own = new Set(inputs.flatMap(({ path }) => problemsAt(problems, path)));
  const count = (severity: Problem['severity']) => [...own].filter((problem) => problem.severity === severity).length;
  const isChanged = (path: readonly string[]) => !isSameValue(at(value, ...path), at(before, ...path));
  return {
    edits: before === undefined ? 0 : inputs.filter((input) => isChanged(stepsOf(input))).length,
    errors: count('error'),
    warnings: count('warning'),
    isSet: inputs.some((input) => at(value, ...stepsOf(input)) !== undefined),
  };
}
