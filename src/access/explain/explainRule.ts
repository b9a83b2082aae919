import { CONNECTOR_KINDS, createAccess, userDocument } from '../access.ts';
import { IMPLICIT_ROLE } from '../implicitRole.ts';
import type { Role, Rule, Side } from '../role.ts';
import { hasVerb } from '../rules.ts';
import type { Traits } from '../traits.ts';
import { compileWhere } from '../where.ts';
import { inOrder, type Explanation, type Mark, type Part } from './explainResource.ts';

/** Whether a user has a right on platform resources: `role`, `update`. */
export type RuleQuestion = { userName: string; roles: readonly Role[]; traits: Traits; kind: string; verb: string };

/** A rule of a role whose result depends on the item. */
export type ItemCondition = { role: string; side: Side; where: string };

/** `conditions`: not empty if the answer depends on the item. They then decide. */
export type RuleExplanation = Explanation & { conditions: readonly ItemCondition[] };

const namesOf = (kind: string): readonly string[] =>
  CONNECTOR_KINDS.has(kind) ? [kind, 'auth_connector', '*'] : [kind, '*'];

/** Whether a rule applies to a kind, or to all kinds. */
export const covers = ({ resources }: Rule, kind: string): boolean =>
  namesOf(kind).some((name) => resources.includes(name));

const QUOTED = /"(?:[^"\\]|\\.)*"|`[^`]*`/g;

/** The name of an item in conditions, by kind. Conditions cannot read items of other kinds (resource-specs §23). */
const ITEM_NAMES = new Map([
  ...['session', 'ssh_session', 'session_tracker', 'host_cert'].map((kind): [string, string] => [kind, kind]),
  ['cert_authority', 'resource|system\\.catype'],
]);

/** Whether a condition depends on the item. */
function looksFurther({ where }: Rule, kind: string): boolean {
  const name = ITEM_NAMES.get(kind);
  return name !== undefined && new RegExp(`(?<![.\\w])(${name})\\b`).test(where.replaceAll(QUOTED, '""'));
}

/** The evaluator's verdict if conditions only see the user, and every rule that applies to the kind. */
export function explainRule(question: RuleQuestion): RuleExplanation {
  const { roles, kind, verb } = question;
  const partsFor = (name: string) => [...roles, IMPLICIT_ROLE].map((role) => partOf(role, question, [name, '*']));
  const kindParts = partsFor(kind);
  // Rules for `auth_connector` only apply if no rule for the kind itself decides (resource-specs §24).
  const isDecided = kindParts.some(({ stand }) => stand === 'denies' || stand === 'faulty' || stand === 'allows');
  const parts = isDecided || !CONNECTOR_KINDS.has(kind) ? kindParts : partsFor('auth_connector');
  return {
    verdict: createAccess(question).rule(kind, verb),
    parts: inOrder(parts.filter(({ role, stand }) => role !== IMPLICIT_ROLE.metadata.name || stand === 'allows')),
    conditions: dependsOnItem(question) ? conditionsOf(question) : [],
  };
}

/** Whether only some items are allowed: evaluates with all conditions on the item met, and with none met. */
export function dependsOnItem(question: RuleQuestion): boolean {
  const isAllowed = (met: Side): boolean =>
    createAccess({ ...question, roles: question.roles.map((role) => withConditions(role, met, question)) }).rule(
      question.kind,
      question.verb,
    ).ok;
  return isAllowed('allow') !== isAllowed('deny');
}

/** The role with the conditions on the item met on one side and not met on the other. */
function withConditions(role: Role, met: Side, question: RuleQuestion): Role {
  const rulesOf = (side: Side): readonly Rule[] =>
    role.spec[side].rules.flatMap((rule) => {
      if (!isOnItem(rule, question)) return [rule];
      return side === met ? [{ ...rule, where: '' }] : [];
    });
  const { allow, deny } = role.spec;
  const spec = {
    ...role.spec,
    allow: { ...allow, rules: rulesOf('allow') },
    deny: { ...deny, rules: rulesOf('deny') },
  };
  return { ...role, spec };
}

/** A condition with an error fails for every item. */
const isOnItem = (rule: Rule, question: RuleQuestion): boolean =>
  looksFurther(rule, question.kind) &&
  covers(rule, question.kind) &&
  compileWhere(rule.where)({ user: userDocument(question) }).ok;

const conditionsOf = (question: RuleQuestion): readonly ItemCondition[] =>
  question.roles.flatMap((role) =>
    (['allow', 'deny'] as const).flatMap((side) =>
      role.spec[side].rules
        .filter((rule) => isOnItem(rule, question) && hasVerb(rule, question.verb))
        .map(({ where }) => ({ role: role.metadata.name, side, where })),
    ),
  );

function partOf(role: Role, question: RuleQuestion, names: readonly string[]): Part {
  const { kind, verb } = question;
  const user = userDocument(question);
  const marks = (side: Side): readonly Mark[] =>
    role.spec[side].rules.flatMap((rule, index): Mark[] => {
      if (!names.some((name) => rule.resources.includes(name))) return [];
      const path = ['spec', side, 'rules', index];
      const condition = rule.where ? compileWhere(rule.where)({ user }) : undefined;
      if (condition?.ok === false) return [{ path, effect: 'no', words: condition.message }];
      if (!hasVerb(rule, verb)) return side === 'deny' ? [] : [{ path, effect: 'gives', words: rule.verbs.join(', ') }];
      if (condition?.holds === false) return [{ path, effect: 'misses', words: 'only if its condition matches' }];
      return [{ path, effect: side === 'deny' ? 'no' : 'yes', words: `${verb} on ${kind}` }];
    });
  const [denies, allows] = [marks('deny'), marks('allow')];
  const has = (some: readonly Mark[], effect: Mark['effect']) => some.some((mark) => mark.effect === effect);
  const part = (stand: Part['stand'], marks: readonly Mark[]): Part => ({ role: role.metadata.name, stand, marks });
  if (has(denies, 'no')) return part('denies', denies);
  if (has(allows, 'no')) return part('faulty', allows);
  if (has(allows, 'yes')) return part('allows', allows);
  return part(allows.length > 0 ? 'reaches' : 'apart', allows);
}
