import { compileLabelExpression } from './labelExpression.ts';
import type { Conditions, Role, Side } from './role.ts';
import type { LabelField } from './roleShape.ts';
import { compileSelector, type LabelSet, type Selector } from './selector.ts';
import { expandTemplate, parseTemplate } from './template.ts';
import type { Traits } from './traits.ts';
import type { Place } from './verdict.ts';

/** The lists of names that a role allows or denies and that take trait templates (resource-specs §1.3). */
export type NameField = {
  [K in keyof Conditions]: Conditions[K] extends readonly string[] ? K : never;
}[keyof Conditions];
/** A name after its template was filled in, and the entry that it comes from. */
export type Name = { value: string; place: Place };

export type LabelMatch =
  { kind: 'no' } | { kind: 'fault'; message: string; place: Place } | { kind: 'yes'; place: Place };

/** `some` also where every resource may happen to match. */
type LabelScope = 'none' | 'some' | 'all' | 'fault';

type LabelTest = { selector: Selector; expression: Selector; selectorPlace: Place; expressionPlace: Place };

/** 1–32 characters, no leading dash, no `:`, `/`, blank or control character (resource-specs §1.3). */
// oxlint-disable-next-line no-control-regex -- control characters are the point
const UNIX_LOGIN = /^(?!-)[^:/\s\0-\x1f\x7f]{1,32}$/u;
const WINDOWS_LOGIN = /^[^"/\\[\]:;|=,+*?<>]+$/;
const VALID: Partial<Record<NameField, RegExp>> = { logins: UNIX_LOGIN, windows_desktop_logins: WINDOWS_LOGIN };
const WILDCARD = '*';

/** Whether an entry of a role can give a name: no template with a mistake, no text that is no login. */
export function isUsableName(field: NameField, source: string): boolean {
  const parsed = parseTemplate(source);
  return parsed.ok && (parsed.template.kind === 'expression' || isValid(field, source));
}

const isValid = (field: NameField, value: string): boolean => value === WILDCARD || (VALID[field]?.test(value) ?? true);

/** A role in the hands of one user: templates filled in, selectors compiled once, when first needed. */
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

  place(path: string): Place {
    return { role: this.name, path: `spec.${path}` };
  }

  /** Names that are no valid logins are dropped, as are entries whose template stands for nothing. */
  names(side: Side, field: NameField): readonly Name[] {
    const key = `${side}.${field}`;
    const known = this.#names.get(key);
    if (known) return known;
    const names = this.role.spec[side][field].flatMap((source, index) =>
      (expandTemplate(source, this.#traits) ?? [])
        .filter((value) => isValid(field, value))
        .map((value) => ({ value, place: this.place(`${key}[${index}]`) })),
    );
    this.#names.set(key, names);
    return names;
  }

  /** Allow needs selector and expression where both are there, deny either (resource-specs §21). */
  matchLabels(side: Side, field: LabelField, labels: LabelSet): LabelMatch {
    const { selector, expression, selectorPlace, expressionPlace } = this.#labelTest(side, field);
    if (selector.kind === 'fault') return { kind: 'fault', message: selector.message, place: selectorPlace };
    if (expression.kind === 'fault') return { kind: 'fault', message: expression.message, place: expressionPlace };
    const bySelector = selector.kind === 'selector' ? selector.matches(labels) : undefined;
    if (bySelector === false && side === 'allow') return { kind: 'no' };
    if (bySelector === true && (side === 'deny' || expression.kind === 'empty'))
      return { kind: 'yes', place: selectorPlace };
    const byExpression = expression.kind === 'selector' && expression.matches(labels);
    return byExpression ? { kind: 'yes', place: expressionPlace } : { kind: 'no' };
  }

  /** Which resources a side of the role selects, whatever their labels are; `fault`: a selector cannot be read. */
  labelScope(side: Side, field: LabelField): LabelScope {
    const { selector, expression } = this.#labelTest(side, field);
    if (selector.kind === 'fault' || expression.kind === 'fault') return 'fault';
    if (selector.kind === 'empty' && expression.kind === 'empty') return 'none';
    return selector.kind === 'selector' && selector.everything && expression.kind === 'empty' ? 'all' : 'some';
  }

  /** True when the role speaks of the field at all. */
  hasLabels(side: Side, field: LabelField): boolean {
    const { selector, expression } = this.#labelTest(side, field);
    return selector.kind !== 'empty' || expression.kind !== 'empty';
  }

  #labelTest(side: Side, field: LabelField): LabelTest {
    const known = this.#labels[side].get(field);
    if (known) return known;
    const key = `${side}.${field}`;
    const conditions = this.role.spec[side];
    const test = {
      selector: compileSelector(conditions[field], this.#traits),
      expression: compileLabelExpression(conditions[`${field}_expression`], this.#traits),
      selectorPlace: this.place(key),
      expressionPlace: this.place(`${key}_expression`),
    };
    this.#labels[side].set(field, test);
    return test;
  }
}
