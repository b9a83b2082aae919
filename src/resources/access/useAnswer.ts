import { useEffect, useMemo, useState } from 'react';
import { answerOf, entitlementOf, ruleAnswerOf } from '../../access/explain/answer.ts';
import type { Answer, Entitlement } from '../../access/explain/answer.ts';
import { explainResource } from '../../access/explain/explainResource.ts';
import type { Part, Question } from '../../access/explain/explainResource.ts';
import { explainRule } from '../../access/explain/explainRule.ts';
import { FIELDS_OF_KIND } from '../../access/explain/names.ts';
import type { AsWhom } from '../../access/explain/names.ts';
import { remediesFor } from '../../access/explain/remedies.ts';
import type { Remedies } from '../../access/explain/remedies.ts';
import type { Role } from '../../access/role.ts';
import type { LabelSet } from '../../access/selector.ts';
import { inSlices } from '../../lib/slices.ts';
import type { Ask } from './accessAddress.ts';
import type { Person, RoleShelf } from './subjects.ts';

export type Answered = {
  answer: Answer;
  parts: readonly Part[];
  /** undefined for a right on the platform. */
  can: Entitlement | undefined;
  remedies: Remedies;
  /** Roles that are held and could not be read: the answer may be another one. */
  unread: readonly string[];
  rolesRead: number;
};

/** The names of an address by the fields of its kind. */
export const asWhom = ({ kind, as }: Ask): AsWhom =>
  kind === 'rule'
    ? {}
    : Object.fromEntries(FIELDS_OF_KIND[kind].flatMap((field, i) => (as[i] ? [[field, as[i]]] : [])));

/** More roles than these are not searched for one that would only have to be given. */
const SEARCHED = 500;

/** Roles that somebody does not hold, read one after the other while the page has time. */
function useOthers(shelf: RoleShelf, held: readonly string[]): readonly Role[] {
  const [others, setOthers] = useState<readonly Role[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const read: Role[] = [];
    const names = shelf.names().filter((name) => !held.includes(name));
    inSlices(
      names.slice(0, SEARCHED),
      (name) => {
        const role = shelf.role(name);
        if (role) read.push(role);
      },
      stop.signal,
    ).then(
      () => setOthers(read),
      () => undefined, // nobody waits any more
    );
    return () => stop.abort();
  }, [shelf, held]);
  return others;
}

/** What the roles say to a question. `labels` are those of the thing; undefined for a right on the platform. */
export function useAnswer(ask: Ask, person: Person, shelf: RoleShelf, labels: LabelSet | undefined): Answered {
  const others = useOthers(shelf, person.roles);
  return useMemo(() => {
    const roles = person.roles.flatMap((name) => shelf.role(name) ?? []);
    const known = {
      unread: person.roles.filter((name) => shelf.role(name) === undefined),
      rolesRead: roles.length,
    };
    const { kind, id, as: names } = ask;
    if (kind === 'rule') {
      const question = { userName: person.name, roles, traits: person.traits, kind: id, verb: names[0] ?? '' };
      const explained = explainRule(question);
      return {
        ...known,
        answer: ruleAnswerOf(person.name, id, question.verb, explained),
        parts: explained.parts,
        can: undefined,
        remedies: { needed: [], oneOf: [], holding: [] },
      };
    }
    const as = asWhom(ask);
    const question: Question = { roles, traits: person.traits, kind, labels: labels ?? {}, as };
    const explained = explainResource(question);
    return {
      ...known,
      answer: answerOf(person.name, kind, as, explained),
      parts: explained.parts,
      can: entitlementOf(person.name, question),
      remedies: remediesFor(question, explained, others),
    };
  }, [ask, person, shelf, labels, others]);
}
