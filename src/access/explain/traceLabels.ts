import type { YamlPath } from '../../wire/yaml.ts';
import type { Role, Side } from '../role.ts';
import type { LabelField } from '../roleShape.ts';
import { compileSelector, type LabelSet } from '../selector.ts';
import { compileLabelExpression } from '../labelExpression.ts';
import { expandTemplate } from '../template.ts';
import type { Traits } from '../traits.ts';

/** One condition of a role's labels, and whether a set of labels meets it. */
export type Condition = {
  path: YamlPath;
  meets: boolean;
  /** `env = prod`, `env is dev, not prod`, `no label env`. */
  words: string;
};

/** Every condition separately. The evaluator decides the role's answer, and this shows its reasons. */
export function traceLabels(
  role: Role,
  traits: Traits,
  side: Side,
  field: LabelField,
  present: LabelSet,
): readonly Condition[] {
  const conditions = role.spec[side];
  const labels = Object.entries(conditions[field]).map(([key, values]): Condition => {
    const selector = compileSelector({ [key]: values }, traits);
    const meets = selector.kind === 'selector' && selector.matches(present);
    const path = ['spec', side, field, key];
    if (selector.kind === 'fault') return { path, meets: false, words: selector.message };
    return { path, meets, words: meets ? metPhrase(key, traits, present) : missedPhrase(key, values, traits, present) };
  });
  const text = conditions[`${field}_expression`];
  const expression = compileLabelExpression(text, traits);
  const path = ['spec', side, `${field}_expression`];
  if (expression.kind === 'empty') return labels;
  if (expression.kind === 'fault') return [...labels, { path, meets: false, words: expression.message }];
  const meets = expression.matches(present);
  return [...labels, { path, meets, words: meets ? 'the expression matches' : 'the expression does not match' }];
}

const keyOf = (source: string, traits: Traits): string => expandTemplate(source, traits)?.[0] ?? '';

function metPhrase(source: string, traits: Traits, present: LabelSet): string {
  const key = keyOf(source, traits);
  return Object.hasOwn(present, key) ? `${key} = ${present[key] ?? ''}` : 'any labels';
}

function missedPhrase(source: string, values: readonly string[], traits: Traits, present: LabelSet): string {
  const key = keyOf(source, traits);
  if (key === '') return `${source} has no value with these traits`;
  if (!Object.hasOwn(present, key)) return `no label ${key}`;
  const expanded = values.flatMap((value) => expandTemplate(value, traits) ?? []);
  if (expanded.length === 0) return `${values.join(', ')} has no value with these traits`;
  return `${key} is ${present[key] ?? ''}, not ${expanded.join(' or ')}`;
}
