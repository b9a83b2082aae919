import { CONNECTOR_KINDS, createAccess, userDocument } from '../access.ts';
import { IMPLICIT_ROLE } from '../implicitRole.ts';
import type { Role, Rule, Side } from '../role.ts';
import { hasVerb } from '../rules.ts';
import type { Traits } from '../traits.ts';
import { compileWhere } from '../where.ts';
import { inOrder, type Explanation, type Mark, type Part } from './explainResource.ts';

/** Whether somebody has a right on the platform's own things: `role`, `update`. */
export type RuleQuestion = { userName: string; roles: readonly Role[]; traits: Traits; kind: string; verb: string };

/** `conditional`: a condition that looks at more than the user may turn the answer from thing to thing. */
export type RuleExplanation = Explanation & { conditional: boolean };

const namesOf = (kind: string): readonly string[] =>
  CONNECTOR_KINDS.has(kind) ? [kind, 'auth_connector', '*'] : [kind, '*'];

/** Whether a rule speaks of a kind, or of all. */
export const covers = ({ resources }: Rule, kind: string): boolean =>
  namesOf(kind).some((name) => resources.includes(name));

/** Whether a condition speaks of anything besides the user. */
const looksFurther = (where: string): boolean =>
  /\b(resource|session|ssh_session|session_tracker|host_cert)\b|system\.catype/.test(where);

/** The evaluator's verdict where conditions see the user alone, and every rule that speaks of the kind. */
export function explainRule(question: RuleQuestion): RuleExplanation {
  const { roles, kind, verb } = question;
  const parts = [...roles, IMPLICIT_ROLE].map((role) => partOf(role, question));
  return {
    verdict: createAccess(question).rule(kind, verb),
    parts: inOrder(parts.filter(({ role, stand }) => role !== IMPLICIT_ROLE.metadata.name || stand === 'allows')),
    conditional: roles.some(({ spec }) =>
      [...spec.deny.rules, ...spec.allow.rules].some(
        (rule) => looksFurther(rule.where) && covers(rule, kind) && hasVerb(rule, verb),
      ),
    ),
  };
}

function partOf(role: Role, question: RuleQuestion): Part {
  const { kind, verb } = question;
  const user = userDocument(question);
  const marks = (side: Side): readonly Mark[] =>
    role.spec[side].rules.flatMap((rule, index): Mark[] => {
      if (!covers(rule, kind)) return [];
      const path = ['spec', side, 'rules', index];
      if (!hasVerb(rule, verb)) return side === 'deny' ? [] : [{ path, effect: 'gives', words: rule.verbs.join(', ') }];
      const condition = rule.where ? compileWhere(rule.where)({ user }) : undefined;
      if (condition?.ok === false) return [{ path, effect: 'no', words: condition.message }];
      if (condition?.holds === false) return [{ path, effect: 'misses', words: 'only if its condition matches' }];
      return [{ path, effect: side === 'deny' ? 'no' : 'yes', words: `${verb} on ${kind}` }];
    });
  const [denies, allows] = [marks('deny'), marks('allow')];
  const has = (some: readonly Mark[], effect: Mark['effect']) => some.some((mark) => mark.effect === effect);
  const part = (stand: Part['stand'], shown: readonly Mark[]): Part => ({
    role: role.metadata.name,
    stand,
    marks: shown,
  });
  if (has(denies, 'no')) return part('denies', denies);
  if (has(allows, 'no')) return part('faulty', allows);
  if (has(allows, 'yes')) return part('allows', allows);
  return part(allows.length > 0 ? 'reaches' : 'apart', allows);
}
