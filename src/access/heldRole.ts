import { compileLabelExpression } from './labelExpression.ts';
import type { Conditions, Role, Side } from './role.ts';
import type { LabelField } from './roleShape.ts';
import { compileSelector, type LabelSet, type Selector } from './selector.ts';
import { expandTemplate, parseTemplate } from './template.ts';
import type { Traits } from './traits.ts';
import type { RuleLocation } from './verdict.ts';

/** The lists of allowed or denied names in a role, which support trait templates (resource-specs §1.3). */
export type NameField = {
  [K in keyof Conditions]: Conditions[K] extends readonly string[] ? K : never;
}[keyof Conditions];
/** A name after filling in its template, and its entry. */
export type Name = { value: string; location: RuleLocation };

export type LabelMatch =
  { kind: 'no' } | { kind: 'fault'; message: string; location: RuleLocation } | { kind: 'yes'; location: RuleLocation };

/** `some` includes selectors that happen to match every resource. */
type LabelScope = 'none' | 'some' | 'all' | 'fault';

type LabelTest = { selector: Selector; expression: Selector; selectorAt: RuleLocation; expressionAt: RuleLocation };

/** 1–32 characters, no leading dash, no `:`, `/`, blank or control character (resource-specs §1.3). */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const UNIX_LOGIN = /^(?!-)[^:/\s\0-\x1f\x7f]{1,32}$/u;
const WINDOWS_LOGIN = /^[^"/\\[\]:;|=,+*?<>]+$/;
const VALID: Partial<Record<NameField, RegExp>> = { logins: UNIX_LOGIN, windows_desktop_logins: WINDOWS_LOGIN };
const WILDCARD = '*';

/** Whether an entry of a role can result in a name: a valid template, or a valid login. */
export function isUsableName(field: NameField, source: string): boolean {
  const parsed = parseTemplate(source);
  return parsed.ok && (parsed.template.kind === 'expression' || isValid(field, source));
}

const isValid = (field: NameField, value: string): boolean => value === WILDCARD || (VALID[field]?.test(value) ?? true);

/** A role of one user, with templates filled in and selectors compiled on first use. */
export class HeldRole {
  readonly role: Role;
  #traits: Traits;
  #names = new Map<string, readonly Name[]>();
  #labels: Record<Side, Map<LabelField, LabelTest>> = { allow: new Map(), deny: new Map() };

  constructor(role: Role, traits: Traits) {
    this.role = role;
    this.#traits = traits;
  }

  get name(): string {
    return this.role.metadata.name;
  }

  locationOf(path: string): RuleLocation {
    return { role: this.name, path: `spec.${path}` };
  }

  /** Leaves out names that are not valid logins, and entries whose template has no value. */
  names(side: Side, field: NameField): readonly Name[] {
    const key = `${side}.${field}`;
    const cached = this.#names.get(key);
    if (cached) return cached;
    const names = this.role.spec[side][field].flatMap((source, index) =>
      (expandTemplate(source, this.#traits) ?? [])
        .filter((value) => isValid(field, value))
        .map((value) => ({ value, location: this.locationOf(`${key}[${index}]`) })),
    );
    this.#names.set(key, names);
    return names;
  }

  /** Allow requires both selector and expression if both exist, deny requires either (resource-specs §21). */
  matchLabels(side: Side, field: LabelField, labels: LabelSet): LabelMatch {
    const { selector, expression, selectorAt, expressionAt } = this.#labelTest(side, field);
    if (selector.kind === 'fault') return { kind: 'fault', message: selector.message, location: selectorAt };
    if (expression.kind === 'fault') return { kind: 'fault', message: expression.message, location: expressionAt };
    const bySelector = selector.kind === 'selector' ? selector.matches(labels) : undefined;
    if (bySelector === false && side === 'allow') return { kind: 'no' };
    if (bySelector === true && (side === 'deny' || expression.kind === 'empty'))
      return { kind: 'yes', location: selectorAt };
    const byExpression = expression.kind === 'selector' && expression.matches(labels);
    return byExpression ? { kind: 'yes', location: expressionAt } : { kind: 'no' };
  }

  /** The resources that a side of the role selects, for any labels. `fault`: a selector has an error. */
  labelScope(side: Side, field: LabelField): LabelScope {
    const { selector, expression } = this.#labelTest(side, field);
    if (selector.kind === 'fault' || expression.kind === 'fault') return 'fault';
    if (selector.kind === 'empty' && expression.kind === 'empty') return 'none';
    return selector.kind === 'selector' && selector.everything && expression.kind === 'empty' ? 'all' : 'some';
  }

  /** True if the role uses the field. */
  hasLabels(side: Side, field: LabelField): boolean {
    const { selector, expression } = this.#labelTest(side, field);
    return selector.kind !== 'empty' || expression.kind !== 'empty';
  }

  #labelTest(side: Side, field: LabelField): LabelTest {
    const cached = this.#labels[side].get(field);
    if (cached) return cached;
    const key = `${side}.${field}`;
    const conditions = this.role.spec[side];
    const test = {
      selector: compileSelector(conditions[field], this.#traits),
      expression: compileLabelExpression(conditions[`${field}_expression`], this.#traits),
      selectorAt: this.locationOf(key),
      expressionAt: this.locationOf(`${key}_expression`),
    };
    this.#labels[side].set(field, test);
    return test;
  }
}
