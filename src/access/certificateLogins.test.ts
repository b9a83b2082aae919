import { describe, expect, test } from 'vitest';
import { Random } from '../../tests/support/random.ts';
import { randomLabels, randomRole, randomTraits } from '../../tests/support/randomRoles.ts';
import { createAccess } from './access.ts';
import { toRole } from './role.ts';

type Spec = { allow?: object; deny?: object; options?: object };
const EVERY = { '*': '*' };
const role = ({ allow = {}, deny = {}, options = {} }: Spec, version = 'v6', name = 'a') =>
  toRole({ kind: 'role', version, metadata: { name }, spec: { allow, deny, options } });
const root = (node_labels: object = EVERY, more: Spec = {}): Spec => ({
  ...more,
  allow: { logins: ['root'], node_labels, ...more.allow },
});
const of = (...specs: Spec[]) =>
  createAccess({
    userName: 'ada',
    roles: specs.map((spec, n) => role(spec, 'v6', 'abc'[n])),
    traits: { logins: ['ada'] },
  }).certificateLogins();
const reasons = (...specs: Spec[]) => of(...specs).leftOut.map(({ login, reason }) => `${login}: ${reason}`);

describe('a login may be used on every server', () => {
  test.each<[what: string, specs: Spec[], logins: string[]]>([
    ['by a selector for everything', [root()], ['root']],
    ['by such a selector beside a narrower key', [root({ '*': '*', env: 'dev' })], ['root']],
    ['by one role, while another one grants it on some', [root({ env: 'dev' }), root()], ['root']],
    ['by a trait', [{ allow: { logins: ['{{internal.logins}}'], node_labels: EVERY } }], ['ada']],
    ['beside a role with MFA that does not grant it', [root(), { options: { require_session_mfa: true } }], ['root']],
    [
      'beside a role that moderates other kinds of sessions',
      [root(), { allow: { require_session_join: [{ name: 'w', kinds: ['k8s'], modes: ['peer'], count: 1 }] } }],
      ['root'],
    ],
    [
      'while a session may go on without a recording',
      [root(EVERY, { options: { record_session: { ssh: 'best_effort' } } })],
      ['root'],
    ],
    ['while another one is denied', [root(), { deny: { logins: ['admin'] } }], ['root']],
  ])('%s', (_what, specs, logins) => expect(of(...specs)).toEqual({ logins, leftOut: [] }));

  test('where a role of version v3 says nothing of labels, as it grants all', () => {
    const roles = [role({ allow: { logins: ['root'] } }, 'v3')];
    expect(createAccess({ userName: 'ada', roles, traits: {} }).certificateLogins().logins).toEqual(['root']);
  });
});

describe('a login stays out with its reason', () => {
  test.each<[what: string, specs: Spec[], reason: string]>([
    ['labels', [root({ env: 'dev' })], 'role a grants it on servers with certain labels only'],
    ['any value of a key', [root({ env: '*' })], 'role a grants it on servers with certain labels only'],
    [
      'an expression',
      [{ allow: { logins: ['root'], node_labels_expression: '!(labels["a"] == "b")' } }],
      'role a grants it on servers with certain labels only',
    ],
    [
      'an expression beside every label',
      [root(EVERY, { allow: { node_labels_expression: 'labels["env"] == "dev"' } })],
      'role a grants it on servers with certain labels only',
    ],
    [
      'two roles that cover everything together only',
      [root({ env: '^prod$' }), root({ env: '{{regexp.not_match("prod")}}' })],
      'role a grants it on servers with certain labels only',
    ],
    ['denied labels', [root(), { deny: { node_labels: { env: 'prod' } } }], 'role b denies some servers'],
    [
      'a denied expression',
      [root(), { deny: { node_labels_expression: 'labels["a"] == "b"' } }],
      'role b denies some servers',
    ],
    ['an allow that cannot be read', [root(), root({ env: '^($' })], 'role b has node labels that cannot be read'],
    ['a denial that cannot be read', [root(), { deny: { node_labels: { env: '^($' } } }], 'role b denies some servers'],
    [
      'MFA in the granting role',
      [root(EVERY, { options: { require_session_mfa: true } })],
      'role a requires MFA for each session',
    ],
    [
      'MFA where another role grants it on some servers',
      [root(), root({ env: 'prod' }, { options: { require_session_mfa: true } })],
      'role b requires MFA for each session',
    ],
    [
      'keys in hardware, whichever role wants them',
      [root(), { options: { require_session_mfa: 'hardware_key_touch' } }],
      'role b requires a private key in hardware',
    ],
    [
      'moderation, whichever role wants it',
      [root(), { allow: { require_session_join: [{ name: 'w', kinds: ['*'], modes: ['peer'], count: 1 }] } }],
      'role b requires other participants in each session',
    ],
    [
      'strict recording of SSH',
      [root(), { options: { record_session: { ssh: 'strict' } } }],
      'role b requires sessions to be recorded',
    ],
    [
      'strict recording of all',
      [root(), { options: { record_session: { default: 'strict' } } }],
      'role b requires sessions to be recorded',
    ],
    ['strict locks', [root(), { options: { lock: 'strict' } }], 'role b requires locks to be checked'],
    ['no file transfers', [root(), { options: { ssh_file_copy: false } }], 'role b forbids file transfers'],
    ['one address', [root(), { options: { pin_source_ip: true } }], 'role b allows one source address only'],
  ])('%s', (_what, specs, reason) => {
    expect([of(...specs).logins, reasons(...specs)]).toEqual([[], [`root: ${reason}`]]);
  });

  test('each for itself', () => {
    const some: Spec = { allow: { logins: ['root', 'guest'], node_labels: { env: 'dev' } } };
    expect(of(some, { allow: { logins: ['guest'], node_labels: EVERY } })).toEqual({
      logins: ['guest'],
      leftOut: [{ login: 'root', reason: 'role a grants it on servers with certain labels only' }],
    });
  });
});

test.each<[what: string, specs: Spec[]]>([
  ['has no role', []],
  ['is denied by name', [root(), { deny: { logins: ['root'] } }]],
  ['is denied with all others', [root(), { deny: { logins: ['*'] } }]],
  ['is of a role for no servers', [{ allow: { logins: ['root'] } }]],
  ['is no account', [{ allow: { logins: ['*', '-x', 'a:b'], node_labels: EVERY } }]],
])('a login that somebody cannot use at all is not mentioned: it %s', (_what, specs) => {
  expect(of(...specs)).toEqual({ logins: [], leftOut: [] });
});

test('random roles: what a certificate carries opens every server, without a key, in the evaluator too', () => {
  const random = new Random(12);
  let carried = 0;
  for (let n = 0; n < 400; n += 1) {
    const roles = Array.from({ length: 1 + random.below(3) }, (_, i) => {
      const options = random.chance(0.2) ? { require_session_mfa: true } : {};
      return toRole(JSON.parse(randomRole(random, `r${i}`, options)));
    });
    const access = createAccess({ userName: 'ada', roles, traits: randomTraits(random) });
    for (const login of access.certificateLogins().logins) {
      carried += 1;
      for (const labels of [{}, randomLabels(random), randomLabels(random), randomLabels(random)]) {
        expect(access.resource('node', labels, { login }).ok, JSON.stringify({ roles, labels, login })).toBe(true);
        expect(access.requiresSessionMfa('node', labels, { login })).toBe(false);
      }
    }
  }
  expect(carried).toBeGreaterThan(20);
});
