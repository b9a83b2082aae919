// Compares sentences of the review of a role with the facts that they state.
import { expect, test } from 'vitest';
import { createAccess, type Access } from '../../src/access/access.ts';
import { reviewRole } from '../../src/access/review/reviewRole.ts';
import { toRole } from '../../src/access/role.ts';
import { textOf } from '../../src/lib/sentence.ts';

export type Spec = { version?: string; allow?: object; deny?: object; options?: object };
const role = ({ version = 'v6', ...spec }: Spec) => ({ kind: 'role', version, metadata: { name: 'ops' }, spec });
const accessOf = (spec: Spec) => createAccess({ userName: 'ada', roles: [toRole(role(spec))], traits: {} });

/** The results of the access checks before and after. */
export type Facts = { fact: (access: Access) => unknown; was: unknown; is: unknown };
type Case = [what: string, before: Spec, after: Spec, sentences: unknown[], ...facts: Facts[]];

/** A flagged sentence is marked with `! `. */
export function check(cases: Case[]) {
  for (const [what, before, after, sentences, ...facts] of cases)
    test(what, () => {
      for (const { fact, was, is } of facts) expect([fact(accessOf(before)), fact(accessOf(after))]).toEqual([was, is]);
      const lines = reviewRole(role(before), role(after));
      expect(lines.map((sentence) => `${sentence.flagged ? '! ' : ''}${textOf(sentence)}`)).toEqual(sentences);
    });
}

export const EVERY = { '*': '*' };
export const SAME = 'Does not change what its users may do';
