import { useEffect, useMemo, useState } from 'react';
import { createAccess } from '../../access/access.ts';
import { answerOf, entitlementOf, ruleAnswerOf, type Answer, type Entitlement } from '../../access/explain/answer.ts';
import { explainResource, type Part, type Question } from '../../access/explain/explainResource.ts';
import { explainRule, type RuleQuestion } from '../../access/explain/explainRule.ts';
import { FIELDS_OF_KIND, type AsWhom, type UsedField } from '../../access/explain/names.ts';
import { justThese, OFFERED, type SuggestedFixes } from '../../access/explain/change.ts';
import { suggestedFixesFor } from '../../access/explain/suggestedFixes.ts';
import { suggestedRuleFixesFor } from '../../access/explain/suggestedRuleFixes.ts';
import { inputsOfKind, inputsOfRules, withoutTraits, type Inputs } from '../../access/explain/unseenInputs.ts';
import type { Role } from '../../access/role.ts';
import type { Row } from '../../descriptors/row.ts';
import { textAt } from '../../lib/json.ts';
import { allOf } from '../../lib/sentence.ts';
import { inSlices } from '../../lib/work.ts';
import { PROTOCOLS_WITHOUT_NAMES } from '../../wire/diagnostics.ts';
import type { AccessCheck } from './accessAddress.ts';
import type { Person, RoleSet } from './subjects.ts';
import { labelsOf } from './useTargets.ts';
import { reachableOf } from './useTarget.ts';

export type Answered = {
  answer: Answer;
  parts: readonly Part[];
  /** Undefined for a permission on the platform. */
  can: Entitlement | undefined;
  suggestedFixes: SuggestedFixes;
  /** Roles of the user that could not be read. The answer may be wrong without them. */
  unread: readonly string[];
  /** Inputs of the roles that the server does not send. The answer may be wrong without them. */
  unseen: Inputs;
};

/**
 * The fields that a connection to a row needs. Where connections name no database, roles limit none (http-resources
 * §13.1).
 */
export const fieldsOf = (kind: AccessCheck['kind'], row: Row | undefined): readonly UsedField[] => {
  if (kind === 'rule') return [];
  return kind === 'db' && PROTOCOLS_WITHOUT_NAMES.includes(textAt(row, 'protocol'))
    ? ['db_users']
    : FIELDS_OF_KIND[kind];
};

/** The names of an address by the fields of its kind. */
export const asWhom = ({ kind, as }: AccessCheck, row: Row | undefined): AsWhom =>
  Object.fromEntries(fieldsOf(kind, row).flatMap((field, i) => (as[i] ? [[field, as[i]]] : [])));

type AnswerRequest = { ask: AccessCheck; person: Person; shelf: RoleSet; row: Row | undefined };

/** The query to the user's roles, by its kind. */
type AccessQuery = { about: 'thing'; question: Question } | { about: 'right'; question: RuleQuestion };

function buildQuery({ ask: { kind, id, as }, ask, person, shelf, row }: AnswerRequest): AccessQuery {
  const holder = { roles: person.roles.flatMap((name) => shelf.role(name) ?? []), traits: person.traits };
  if (kind === 'rule')
    return { about: 'right', question: { ...holder, userName: person.name, kind: id, verb: as[0] ?? '' } };
  const resource = reachableOf(kind);
  const labels = resource && row ? labelsOf(resource, row) : {};
  const question = { ...holder, kind, labels, as: asWhom(ask, row) };
  return { about: 'thing', question: { ...question, as: namesToAllow(person.name, question) } };
}

/**
 * The names that roles must allow. In a Kubernetes cluster whose roles name only groups, the user's own name does not
 * need one.
 */
function namesToAllow(userName: string, { kind, labels, as, ...holder }: Question): AsWhom {
  const { kubernetes_users: kubeUser, ...others } = as;
  if (kind !== 'kube_cluster' || kubeUser !== userName) return as;
  const access = createAccess({ userName, ...holder });
  const named = access.resource(kind, labels, { kubeUser });
  const isOwn = access.kubeUsers(labels).length === 0 && access.kubeGroups(labels).length > 0;
  return isOwn && !named.ok && named.cause === 'none' ? others : as;
}

const grants = (query: AccessQuery, role: Role): boolean =>
  query.about === 'right'
    ? createAccess({ ...query.question, roles: [role] }).rule(query.question.kind, query.question.verb).ok
    : explainResource({ ...query.question, roles: [role] }).verdict.ok;

const NOBODY: readonly Role[] = [];

/** Roles that the user does not have and that would allow it. Searched in idle time. */
function useFitting(query: AccessQuery, { shelf, person }: AnswerRequest): readonly Role[] {
  const [found, setFound] = useState<{ query: AccessQuery; roles: readonly Role[] }>();
  useEffect(() => {
    const stop = new AbortController();
    const fitting: Role[] = [];
    const names = shelf.names().filter((name) => !person.roles.includes(name));
    inSlices(
      names,
      (name) => {
        const role = fitting.length < OFFERED ? shelf.role(name) : undefined;
        if (role && grants(query, role)) fitting.push(role);
      },
      stop.signal,
    ).then(
      () => setFound({ query, roles: fitting }),
      () => undefined, // the component is unmounted
    );
    return () => stop.abort();
  }, [query, shelf, person]);
  return found?.query === query ? found.roles : NOBODY;
}

/** A server rejects every request of a user with a role that does not exist (http-auth §15.2). */
function refusalOf(userName: string, missing: readonly string[]): Pick<Answered, 'answer' | 'can' | 'suggestedFixes'> {
  const which = missing.length === 1 ? 'the role' : 'the roles';
  const why = `${userName} has ${which} ${allOf(missing)}, which ${missing.length === 1 ? 'does' : 'do'} not exist.`;
  const title = `No, the server refuses every action of ${userName}`;
  return { answer: { verdict: 'no', title, why }, can: undefined, suggestedFixes: justThese([]) };
}

/** The answer of the roles to a query. `row` is the resource; undefined for a permission on the platform. */
export function useAnswer(ask: AccessCheck, person: Person, shelf: RoleSet, row: Row | undefined): Answered {
  const input = useMemo(() => ({ ask, person, shelf, row }), [ask, person, shelf, row]);
  const query = useMemo(() => buildQuery(input), [input]);
  const fitting = useFitting(query, input);
  return useMemo(() => {
    const { kind, roles } = query.question;
    const inputs = query.about === 'right' ? inputsOfRules(roles, kind) : inputsOfKind(roles, query.question.kind);
    const missing = person.roles.filter((name) => shelf.text(name) === undefined);
    const refusal = missing.length > 0 ? refusalOf(person.name, missing) : undefined;
    const common = {
      unread: person.roles.filter((name) => !missing.includes(name) && shelf.role(name) === undefined),
      unseen: withoutTraits(inputs, person.knowsTrait),
    };
    if (query.about === 'right') {
      const { question } = query;
      const explained = explainRule(question);
      return {
        ...common,
        answer: ruleAnswerOf(person.name, question.kind, question.verb, explained),
        parts: explained.parts,
        can: undefined,
        suggestedFixes: suggestedRuleFixesFor(question, fitting),
        ...refusal,
      };
    }
    const { question } = query;
    const explained = explainResource(question);
    const can = entitlementOf(person.name, question);
    const fields = fieldsOf(question.kind, row);
    return {
      ...common,
      answer: answerOf(person.name, question.kind, asWhom(ask, row), explained),
      parts: explained.parts,
      can: { ...can, names: can.names.filter(({ field }) => fields.includes(field)) },
      suggestedFixes: suggestedFixesFor(question, explained, fitting),
      ...refusal,
    };
  }, [query, person, shelf, row, fitting, ask]);
}
