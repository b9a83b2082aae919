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

describe('a login works on every server', () => {
  test.each<[what: string, specs: Spec[], logins: string[]]>([
    ['with a selector for all servers', [root()], ['root']],
    ['with such a selector and a narrower key', [root({ '*': '*', env: 'dev' })], ['root']],
    ['with one role, while another role grants it on some', [root({ env: 'dev' }), root()], ['root']],
    ['from a trait', [{ allow: { logins: ['{{internal.logins}}'], node_labels: EVERY } }], ['ada']],
    [
      'with another role with MFA that does not grant it',
      [root(), { options: { require_session_mfa: true } }],
      ['root'],
    ],
    [
      'with another role that moderates other kinds of sessions',
      [root(), { allow: { require_session_join: [{ name: 'w', kinds: ['k8s'], modes: ['peer'], count: 1 }] } }],
      ['root'],
    ],
    [
      'while a session may continue without a recording',
      [root(EVERY, { options: { record_session: { ssh: 'best_effort' } } })],
      ['root'],
    ],
    ['while another login is denied', [root(), { deny: { logins: ['admin'] } }], ['root']],
  ])('%s', (_what, specs, logins) => expect(of(...specs)).toEqual({ logins, leftOut: [] }));

  test('with a v3 role without labels, which grants all servers', () => {
    const roles = [role({ allow: { logins: ['root'] } }, 'v3')];
    expect(createAccess({ userName: 'ada', roles, traits: {} }).certificateLogins().logins).toEqual(['root']);
  });
});

describe('a login is excluded with the reason', () => {
  test.each<[what: string, specs: Spec[], reason: string]>([
    ['labels', [root({ env: 'dev' })], 'role a grants it on servers with certain labels only'],
    ['any value of a key', [root({ env: '*' })], 'role a grants it on servers with certain labels only'],
    [
      'an expression',
      [{ allow: { logins: ['root'], node_labels_expression: '!(labels["a"] == "b")' } }],
      'role a grants it on servers with certain labels only',
    ],
    [
      'an expression with a selector for all servers',
      [root(EVERY, { allow: { node_labels_expression: 'labels["env"] == "dev"' } })],
      'role a grants it on servers with certain labels only',
    ],
    [
      'two roles that only together cover all servers',
      [root({ env: '^prod$' }), root({ env: '{{regexp.not_match("prod")}}' })],
      'role a grants it on servers with certain labels only',
    ],
    ['denied labels', [root(), { deny: { node_labels: { env: 'prod' } } }], 'role b denies some servers'],
    [
      'a denied expression',
      [root(), { deny: { node_labels_expression: 'labels["a"] == "b"' } }],
      'role b denies some servers',
    ],
    ['an allow selector with an error', [root(), root({ env: '^($' })], 'role b has node labels that cannot be read'],
    [
      'a deny selector with an error',
      [root(), { deny: { node_labels: { env: '^($' } } }],
      'role b denies some servers',
    ],
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
      'hardware keys in any role',
      [root(), { options: { require_session_mfa: 'hardware_key_touch' } }],
      'role b requires a private key in hardware',
    ],
    [
      'moderation in any role',
      [root(), { allow: { require_session_join: [{ name: 'w', kinds: ['*'], modes: ['peer'], count: 1 }] } }],
      'role b requires other participants in each session',
    ],
    [
      'strict recording of SSH',
      [root(), { options: { record_session: { ssh: 'strict' } } }],
      'role b requires sessions to be recorded',
    ],
    [
      'strict recording of all sessions',
      [root(), { options: { record_session: { default: 'strict' } } }],
      'role b requires sessions to be recorded',
    ],
    ['strict locks', [root(), { options: { lock: 'strict' } }], 'role b requires locks to be checked'],
    ['no file transfers', [root(), { options: { ssh_file_copy: false } }], 'role b forbids file transfers'],
    [
      'a pinned source address',
      [root(), { options: { pin_source_ip: true } }],
      'role b allows one source address only',
    ],
  ])('%s', (_what, specs, reason) => {
    expect([of(...specs).logins, reasons(...specs)]).toEqual([[], [`root: ${reason}`]]);
  });

  test('decides for each login separately', () => {
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
  ['is in a role without servers', [{ allow: { logins: ['root'] } }]],
  ['is not a valid account name', [{ allow: { logins: ['*', '-x', 'a:b'], node_labels: EVERY } }]],
])('omits a login that the user cannot use: it %s', (_what, specs) => {
  expect(of(...specs)).toEqual({ logins: [], leftOut: [] });
});

test('random roles: the logins of a certificate open every server without a second factor', () => {
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
