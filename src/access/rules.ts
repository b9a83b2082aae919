// Rights on platform resources: `rules[]` (resource-specs §1.8).
import type { HeldRole } from './heldRole.ts';
import type { Rule, Side } from './role.ts';
import { faulty, forbidden, granted, ungranted, type RuleLocation, type Verdict } from './verdict.ts';
import { compileWhere, type RuleContext, type Where } from './where.ts';

const WILDCARD = '*';
type Placed = { rule: Rule; index: number; where: Where | undefined };
type Match = { kind: 'no' } | { kind: 'yes'; index: number } | { kind: 'fault'; index: number; message: string };

/** The message of a refusal (http-resources §0). Several are joined with `, `. */
export const ruleRefusal = (kind: string, verb: string): string =>
  `access denied to perform action "${verb}" on "${kind}"`;

/** The most specific rule first: few resources, few verbs, with conditions. */
function specificity({ resources, verbs, where, actions }: Rule): number {
  return (
    (resources.includes(WILDCARD) ? -4 : resources.length === 1 ? 2 : 0) +
    (verbs.includes(WILDCARD) ? -2 : 0) +
    (where ? 8 : 0) +
    (actions.length > 0 ? 8 : 0)
  );
}

/** Rules for the kind come before rules for every kind. */
function rulesFor(rules: readonly Rule[], kind: string): readonly Placed[] {
  const placed = rules.map((rule, index) => ({
    rule,
    index,
    where: rule.where ? compileWhere(rule.where) : undefined,
  }));
  placed.sort((a, b) => specificity(b.rule) - specificity(a.rule));
  const naming = (resource: string) => placed.filter(({ rule }) => rule.resources.includes(resource));
  return kind === WILDCARD ? naming(WILDCARD) : [...naming(kind), ...naming(WILDCARD)];
}

/** Verb `read` includes `readnosecrets`. */
export const hasVerb = ({ verbs }: Rule, verb: string): boolean =>
  verbs.includes(WILDCARD) || verbs.includes(verb) || (verb === 'readnosecrets' && verbs.includes('read'));

/** A condition is evaluated before the verb is checked: its errors affect every verb of the kind. */
function matchRules(rules: readonly Placed[], verb: string, context: RuleContext): Match {
  for (const { rule, index, where } of rules) {
    const answer = where?.(context);
    if (answer?.ok === false) return { kind: 'fault', index, message: answer.message };
    if (answer?.holds === false) continue;
    if (hasVerb(rule, verb)) return { kind: 'yes', index };
  }
  return { kind: 'no' };
}

/** Decides for one set of roles. Rules are sorted once per kind. */
export class RuleBook {
  #roles: readonly HeldRole[];
  #rules = new Map<string, readonly { heldRole: HeldRole; placed: readonly Placed[] }[]>();

  constructor(roles: readonly HeldRole[]) {
    this.#roles = roles;
  }

  decide(kind: string, verb: string, context: RuleContext): Verdict {
    const refusal = ruleRefusal(kind, verb);
    for (const side of ['deny', 'allow'] as const) {
      for (const { heldRole, placed } of this.#of(side, kind)) {
        const match = matchRules(placed, verb, context);
        if (match.kind === 'no') continue;
        const location = this.#locationOf(heldRole, side, match.index);
        if (match.kind === 'fault') return faulty(`${refusal}: ${match.message}`, location);
        return side === 'deny' ? forbidden(refusal, location) : granted(location);
      }
    }
    return ungranted(refusal);
  }

  /**
   * Whether any resource of the kind could pass: conditions of allow rules count as met, and deny rules with conditions
   * are ignored (http-auth §6.2).
   */
  couldBeAllowed(kind: string, verb: string): boolean {
    const any = (side: Side, counts: (rule: Rule) => boolean) =>
      this.#of(side, kind).some(({ placed }) => placed.some(({ rule }) => counts(rule) && hasVerb(rule, verb)));
    return !any('deny', ({ where }) => where === '') && any('allow', () => true);
  }

  #of(side: Side, kind: string) {
    const key = `${side} ${kind}`;
    const cached = this.#rules.get(key);
    if (cached) return cached;
    const rules = this.#roles.map((heldRole) => ({ heldRole, placed: rulesFor(heldRole.role.spec[side].rules, kind) }));
    this.#rules.set(key, rules);
    return rules;
  }

  #locationOf(heldRole: HeldRole, side: Side, index: number): RuleLocation {
    return heldRole.locationOf(`${side}.rules[${index}]`);
  }
}
