// Each sentence of the review beside the fact that it is about: what access checks answer before and after.
import { describe, expect, test } from 'vitest';
import { textOf } from '../../lib/sentence.ts';
import { createAccess, type Access } from '../access.ts';
import { toRole } from '../role.ts';
import { reviewRole } from './reviewRole.ts';

type Spec = { version?: string; allow?: object; deny?: object; options?: object };
const role = ({ version = 'v6', ...spec }: Spec) => ({ kind: 'role', version, metadata: { name: 'ops' }, spec });
const accessOf = (spec: Spec) => createAccess({ userName: 'ada', roles: [toRole(role(spec))], traits: {} });

/** What the access checks answer, before and after. */
type Facts = { fact: (access: Access) => unknown; was: unknown; is: unknown };
type Case = [what: string, before: Spec, after: Spec, sentences: string[], ...facts: Facts[]];

function check(cases: Case[]) {
  for (const [what, before, after, sentences, ...facts] of cases)
    test(what, () => {
      for (const { fact, was, is } of facts) expect([fact(accessOf(before)), fact(accessOf(after))]).toEqual([was, is]);
      const told = reviewRole(role(before), role(after));
      expect(told.map((sentence) => `${sentence.flagged ? '! ' : ''}${textOf(sentence)}`)).toEqual(sentences);
    });
}

const EVERY = { '*': '*' };
const SAME = 'Does not change what its users may do';
const server = (labels: Record<string, string>, was: boolean, is: boolean, login?: string): Facts => ({
  fact: (access) => access.resource('node', labels, login === undefined ? {} : { login }).ok,
  was,
  is,
});

describe('every server', () => {
  const nodes = (node_labels: object, more: object = {}): Spec => ({ allow: { node_labels, ...more } });
  check([
    [
      'beside a key is more than the key',
      nodes({ env: 'dev' }, { logins: ['root'] }),
      nodes({ env: 'dev', ...EVERY }, { logins: ['root'] }),
      ['! May now log in as root on every server', '! May now access every server instead of servers where env = dev'],
      server({ env: 'prod' }, false, true, 'root'),
    ],
    [
      'beside another key is the same',
      nodes({ env: 'dev', ...EVERY }),
      nodes({ env: 'prod', ...EVERY }),
      [SAME],
      server({ env: 'dev' }, true, true),
      server({ env: 'prod' }, true, true),
    ],
    [
      'beside a blank expression is every server',
      nodes({ env: 'dev' }),
      nodes(EVERY, { node_labels_expression: ' ' }),
      ['! May now access every server instead of servers where env = dev'],
      server({}, false, true),
    ],
    [
      'beside an expression is what the expression selects',
      nodes(EVERY),
      nodes(EVERY, { node_labels_expression: 'labels["env"] != "prod"' }),
      ['May now access only servers where labels["env"] != "prod"'],
      server({}, true, true),
      server({ env: 'prod' }, true, false),
    ],
    [
      'is not what a repeated value becomes',
      nodes({ env: ['dev', 'dev'] }),
      nodes({ env: ['dev', 'prod'] }),
      ['May now access servers where env = prod'],
      server({ env: 'prod' }, false, true),
    ],
  ]);
});
