import { expect, test } from 'vitest';
import { toFieldFault } from '../../src/wire/documentFault.ts';
import { checkToken, joinMethodOf, labelsAt } from './joinToken.ts';

const token = (spec: object) => ({ kind: 'token', version: 'v2', metadata: { name: 'x' }, spec });
const messageOf = (document: object) => {
  const fault = checkToken(document);
  return fault && toFieldFault(fault).message;
};
const check = (spec: object) => messageOf(token({ roles: ['Node'], ...spec }));

test.each([
  {},
  { join_method: 'token', allow: [] },
  { roles: ['Node', 'App'] },
  { roles: ['Bot'], bot_name: 'ci' },
  { allow: [{ aws_account: '12' }], aws_iid_ttl: '5m' },
  { join_method: 'iam', allow: [{ aws_arn: 'x' }] },
  { join_method: 'github', github: { allow: [{ repository: 'acme/shop' }] } },
  { join_method: 'gcp', gcp: { allow: [{ project_ids: ['p'] }] } },
])('accepts the spec %j', (spec) => expect(check(spec)).toBeUndefined());

test.each([
  [{ roles: [] }, 'provisioning token is missing roles'],
  [{ roles: undefined }, 'provisioning token is missing roles'],
  [{ roles: ['node'] }, 'role node is not registered'],
  [{ roles: ['Node', 'Node'] }, 'role Node is duplicated'],
  [{ roles: ['Bot'] }, 'token with role "Bot" must set bot_name'],
  [{ bot_name: 'ci' }, 'can only set bot_name on token with role "Bot"'],
  [{ join_method: 'nonsense' }, 'unknown join method "nonsense"'],
  [{ join_method: 'constructor' }, 'unknown join method "constructor"'],
  [{ join_method: 'token', allow: [{}] }, 'allow rules are not compatible with the "token" join method'],
  [{ join_method: 'iam' }, 'the "iam" join method requires defined token allow rules'],
  [
    { join_method: 'iam', allow: [{ aws_account: '1', aws_role: 'x' }] },
    'the "iam" join method does not support the "aws_role" parameter',
  ],
  [{ allow: [{ aws_arn: 'x' }] }, 'the "ec2" join method does not support the "aws_arn" parameter'],
  [{ allow: [{}] }, 'allow rule for "ec2" join method must set "aws_account" or "aws_role"'],
  [{ join_method: 'github' }, '"github" configuration must be provided for the join method "github"'],
  [{ join_method: 'github', github: {} }, 'the "github" join method requires defined github allow rules'],
  [
    { join_method: 'gitlab', gitlab: { allow: [{ sub: 'x' }, {}] } },
    'spec.gitlab.allow[1] must set sub or project_path or namespace_path',
  ],
  [{ join_method: 'circleci', circleci: { allow: [{ project_id: 'x' }] } }, 'spec.circleci.organization_id is missing'],
  [{ aws_iid_ttl: 'soon' }, 'spec.aws_iid_ttl: expected a duration such as 5m, got "soon"'],
])('refuses the spec %j: %s', (spec, fault) => expect(check(spec)).toBe(fault));

test('refuses a token of another version', () => {
  expect(messageOf({ ...token({ roles: ['Node'] }), version: 'v3' })).toBe('token version "v3" is not supported');
});

test('rules without a join method are those of EC2', () => {
  expect(joinMethodOf(token({ allow: [{ aws_account: '1' }] }))).toBe('ec2');
  expect(joinMethodOf(token({}))).toBe('token');
});

test('a label has one or more values', () => {
  expect(labelsAt(token({ suggested_labels: { a: 'b', c: ['d', 'e'], f: 7 } }), 'suggested_labels')).toEqual({
    a: ['b'],
    c: ['d', 'e'],
    f: [],
  });
});
