// The changes that would reverse an answer about a right on platform resources: `rules[]` (resource-specs §1.8).
import { createAccess, userDocument } from '../access.ts';
import type { Role, Rule, Side } from '../role.ts';
import { hasVerb } from '../rules.ts';
import { compileWhere } from '../where.ts';
import { asCode, justThese, withOneOf, withValue, type Change, type Step, type SuggestedFixes } from './change.ts';
import { covers, dependsOnItem, type RuleQuestion } from './explainRule.ts';

/** `others`: roles that the user does not have, as candidates. Every suggestion is tested first. */
export function suggestedRuleFixesFor(question: RuleQuestion, others: readonly Role[]): SuggestedFixes {
  const { kind, verb, roles } = question;
  // A rule without the condition would allow every item, so no edit is suggested if the answer depends on the item.
  if (dependsOnItem(question)) return justThese([]);
  const isAllowed = (heldRoles: readonly Role[]) => createAccess({ ...question, roles: heldRoles }).rule(kind, verb).ok;
  if (isAllowed(roles)) {
    const withdrawn = roles.map((role) => withdraw(role, 'allow', question));
    // Rights of all users do not come from a role that can be changed.
    return justThese(isAllowed(withdrawn.map(({ role }) => role)) ? [] : changesOf(withdrawn));
  }
  const lifted = roles.map((role) => fixAll(withdraw(role, 'deny', question), question));
  const needed = changesOf(lifted);
  const free = lifted.map(({ role }) => role);
  if (isAllowed(free)) return justThese(needed);
  const fixes = (dependsOnItem({ ...question, roles: free }) ? [] : free).flatMap((role) => {
    const step = addVerb(role, question) ?? addRule(role, question);
    return isAllowed([step.then]) ? [step.change] : [];
  });
  const speaking = new Set(
    free.filter(({ spec }) => spec.allow.rules.some((rule) => covers(rule, kind))).map(({ metadata }) => metadata.name),
  );
  const near = fixes.filter(({ role }) => speaking.has(role));
  return withOneOf({
    needed,
    oneOf: near.length > 0 ? near : fixes,
    holding: others.filter((role) => isAllowed([role])).map(({ metadata }) => metadata.name),
  });
}

/** Replaces a removed rule, so that the others keep their indices. */
const SILENT = { resources: [], verbs: [] };

type Changed = { role: Role; changes: readonly Change[] };
const changesOf = (changed: readonly Changed[]): readonly Change[] => changed.flatMap(({ changes }) => changes);

const namesOf = ({ resources }: Rule): string => asCode(resources);

/** Every rule of a side that grants the right, last first, so that the indices of earlier rules stay valid. */
function withdraw(role: Role, side: Side, question: RuleQuestion): Changed {
  const user = userDocument(question);
  const changes: Change[] = [];
  let now = role;
  for (const [index, rule] of [...role.spec[side].rules.entries()].reverse()) {
    if (!covers(rule, question.kind) || !hasVerb(rule, question.verb)) continue;
    const condition = rule.where ? compileWhere(rule.where)({ user }) : undefined;
    if (condition && (!condition.ok || !condition.holds)) continue;
    const step = withdrawRule(now, side, index, rule, question);
    changes.push(step.change);
    now = step.then;
  }
  return { role: now, changes };
}

/** A rule with further effects needs a manual change. Here it counts as removed. */
function withdrawRule(role: Role, side: Side, index: number, rule: Rule, { kind, verb }: RuleQuestion): Step {
  const { name } = role.metadata;
  const path = ['spec', side, 'rules', index];
  const isOnlyThis = rule.resources.every((resource) => resource === kind) && rule.verbs.includes(verb);
  const verbs = rule.verbs.filter((other) => other !== verb);
  const base = { role: name, does: 'takes' as const, path };
  if (!isOnlyThis || hasVerb({ ...rule, verbs }, verb))
    return {
      change: { ...base, words: `restrict the rule for ${namesOf(rule)} in ${name}`, edit: undefined },
      then: withValue(role, path, SILENT),
    };
  if (verbs.length === 0)
    return {
      change: { ...base, words: `remove the rule for ${namesOf(rule)} from ${name}`, edit: { path, value: undefined } },
      then: withValue(role, path, undefined),
    };
  const edit = { path: [...path, 'verbs'], value: verbs };
  return {
    change: { ...base, words: `remove \`${verb}\` from the verbs for ${namesOf(rule)} in ${name}`, edit },
    then: withValue(role, edit.path, verbs),
  };
}

/** A condition that cannot be evaluated affects every verb of its kind (resource-specs §23). */
function fixAll({ role, changes }: Changed, question: RuleQuestion): Changed {
  const user = userDocument(question);
  const fixed = [...changes];
  let now = role;
  for (const side of ['deny', 'allow'] as const)
    for (const [index, rule] of [...now.spec[side].rules.entries()].reverse()) {
      if (!covers(rule, question.kind) || !rule.where || compileWhere(rule.where)({ user }).ok) continue;
      const { name } = role.metadata;
      const path = ['spec', side, 'rules', index];
      const words = `fix the condition of the rule for ${namesOf(rule)} in ${name}`;
      fixed.push({ role: name, does: 'takes', path: [...path, 'where'], words, edit: undefined });
      now = withValue(now, path, SILENT);
    }
  return { role: now, changes: fixed };
}

/** Adds the verb to a rule without a condition that is only for this kind. */
function addVerb(role: Role, { kind, verb }: RuleQuestion): Step | undefined {
  const index = role.spec.allow.rules.findIndex(
    ({ resources, where }) => where === '' && resources.every((resource) => resource === kind) && resources.length > 0,
  );
  const rule = role.spec.allow.rules[index];
  if (!rule) return undefined;
  const { name } = role.metadata;
  const path = ['spec', 'allow', 'rules', index, 'verbs'];
  const value = [...rule.verbs, verb];
  const words = `add \`${verb}\` to the verbs for \`${kind}\` in ${name}`;
  return {
    change: { role: name, does: 'gives', path, words, edit: { path, value } },
    then: withValue(role, path, value),
  };
}

function addRule(role: Role, { kind, verb }: RuleQuestion): Step {
  const { name } = role.metadata;
  const path = ['spec', 'allow', 'rules', role.spec.allow.rules.length];
  const value = { resources: [kind], verbs: [verb] };
  const words = `add the rule \`${kind}: ${verb}\` to ${name}`;
  return {
    change: { role: name, does: 'gives', path: path.slice(0, 3), words, edit: { path, value } },
    then: withValue(role, path, value),
  };
}
