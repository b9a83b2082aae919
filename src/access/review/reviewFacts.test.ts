// Each sentence of the review beside the fact that it is about: what access checks answer before and after.
import { describe, expect, test } from 'vitest';
import { textOf } from '../../lib/sentence.ts';
import type { ParticipantMode } from '../../wire/terminal/participantMode.ts';
import { createAccess, type Access } from '../access.ts';
import type { SessionKind } from '../joining.ts';
import { unmetDemands } from '../moderation.ts';
import type { Principals } from '../resources.ts';
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

describe('what deny takes away', () => {
  const PROD = 'labels["env"] == "prod"';
  const nodes = (node_labels: object, node_labels_expression = ''): Spec => ({
    allow: { node_labels: EVERY },
    deny: { node_labels, node_labels_expression },
  });
  check([
    [
      'is either labels or expression: the expression goes',
      nodes({ team: 'pay' }, PROD),
      nodes({ team: 'pay' }),
      [`! Now denies servers where team = pay instead of servers where team = pay, or where ${PROD}`],
      server({ env: 'prod' }, false, true),
      server({ team: 'pay' }, false, false),
    ],
    [
      'is either labels or expression: the labels go',
      nodes({ team: 'pay' }, PROD),
      nodes({}, PROD),
      [`! Now denies servers where ${PROD} instead of servers where team = pay, or where ${PROD}`],
      server({ team: 'pay' }, false, true),
    ],
    [
      'is either labels or expression: an expression comes',
      nodes({ team: 'pay' }),
      nodes({ team: 'pay' }, PROD),
      [`Now denies servers where team = pay, or where ${PROD}`],
      server({ env: 'prod' }, true, false),
    ],
    [
      'becomes less without every server beside a key',
      nodes({ team: 'pay', ...EVERY }),
      nodes({ team: 'pay' }),
      ['! Now denies servers where team = pay instead of every server'],
      server({ env: 'prod' }, false, true),
    ],
    [
      'is nothing new where every server was denied',
      nodes(EVERY),
      nodes(EVERY, PROD),
      [SAME],
      server({ env: 'dev' }, false, false),
    ],
    [
      'by a label that is named * is not any label',
      nodes({}),
      nodes({ '*': ['*', 'x'] }),
      ['Now denies servers where the label named * is set'],
      server({ env: 'prod' }, true, true),
    ],
    ['by a key without values is nothing', nodes({ env: [] }), nodes({}), [SAME], server({ env: 'prod' }, true, true)],
    [
      'allow needs both',
      { allow: { node_labels: { team: 'pay' }, node_labels_expression: PROD } },
      { allow: { node_labels: { team: 'pay' } } },
      [`May now access servers where team = pay instead of servers where team = pay and ${PROD}`],
      server({ team: 'pay' }, false, true),
    ],
    [
      'allow is gone with the values of a key',
      { allow: { node_labels: { env: 'dev', team: 'pay' } } },
      { allow: { node_labels: { env: 'dev', team: [] } } },
      ['May no longer access servers where env = dev and team = pay'],
      server({ env: 'dev', team: 'pay' }, true, false),
    ],
  ]);
});

type Rule = [resources: string | string[], verbs: string | string[], where?: string];
const rules = (...all: Rule[]) => ({
  rules: all.map(([resources, verbs, where = '']) => ({ resources: [resources].flat(), verbs: [verbs].flat(), where })),
});
const right = (kind: string, verb: string, was: boolean, is: boolean): Facts => ({
  fact: (access) => access.rule(kind, verb).ok,
  was,
  is,
});

describe('rights', () => {
  const allow = (...all: Rule[]): Spec => ({ allow: rules(...all) });
  const deny = (...all: Rule[]): Spec => ({ allow: rules(['*', '*']), deny: rules(...all) });
  const ADA = 'equals(user.metadata.name, "ada")';
  check([
    [
      'over everything, of which administration is left',
      allow(['*', '*']),
      allow(['*', ['list', 'read']], [['user', 'role'], '*']),
      [
        '! May no longer do anything with all platform resources but list and read, and may still do anything with users and roles',
      ],
      right('user', 'create', true, true),
      right('token', 'create', true, false),
    ],
    [
      'over everything, of which one kind is left',
      allow(['*', '*']),
      allow(['role', '*']),
      ['! May no longer do anything with all platform resources, but may still do anything with roles'],
      right('role', 'update', true, true),
    ],
    [
      'over everything, of which something harmless is left',
      allow(['*', '*']),
      allow(['event', ['list', 'read']], [['lock', 'session'], 'list', ADA]),
      [
        `May no longer do anything with all platform resources, but may still list and read the audit log and list locks and session recordings where ${ADA}`,
      ],
      right('lock', 'list', true, true),
    ],
    [
      'over a kind, of which a wider rule leaves some',
      allow(['user', '*']),
      allow(['*', 'read']),
      ['! May now read all platform resources', 'May no longer do anything with users but read'],
      right('user', 'read', true, true),
    ],
    [
      'that a wider rule gives under a condition',
      allow(['user', 'delete']),
      allow(['user', '*', ADA]),
      [`! May now do anything with users where ${ADA}`, `May now delete users only where ${ADA}`],
      right('user', 'delete', true, true),
    ],
    [
      'denied in part',
      deny(['user', '*']),
      deny(['user', 'delete']),
      ['! No longer forbids users to do anything with users but delete'],
      right('user', 'delete', false, false),
      right('user', 'create', false, true),
    ],
    [
      'denied for one kind instead of all',
      deny(['*', '*']),
      deny(['role', 'delete']),
      ['! No longer forbids users to do anything with all platform resources, but still forbids them to delete roles'],
      right('role', 'delete', false, false),
    ],
    [
      'denied under a condition only',
      deny(['user', 'delete']),
      deny(['user', 'delete', ADA]),
      [`! Now forbids users to delete users only where ${ADA}`],
      right('user', 'delete', false, false),
    ],
  ]);
});

describe('names', () => {
  const allow = (more: object): Spec => ({
    allow: { kubernetes_labels: EVERY, windows_desktop_labels: EVERY, ...more },
  });
  const name = (
    kind: 'kube_cluster' | 'windows_desktop',
    principals: Principals,
    was: boolean,
    is: boolean,
  ): Facts => ({
    fact: (access) => access.resource(kind, {}, principals).ok,
    was,
    is,
  });
  check([
    [
      'beside * are gained where * is a name like others',
      allow({ kubernetes_groups: ['*'], windows_desktop_logins: ['*'] }),
      allow({ kubernetes_groups: ['*', 'system:masters'], windows_desktop_logins: ['*', 'Administrator'] }),
      ['! May now log in to desktops as Administrator', '! May now act in the Kubernetes group system:masters'],
      name('kube_cluster', { kubeGroup: 'system:masters' }, false, true),
      name('windows_desktop', { login: 'Administrator' }, false, true),
    ],
    [
      'called * give no other name',
      allow({}),
      allow({ kubernetes_groups: ['*'] }),
      ['May now act in the Kubernetes group * (no other name)'],
      name('kube_cluster', { kubeGroup: 'dev' }, false, false),
    ],
    [
      'of databases are any by *',
      { allow: { db_labels: EVERY, db_users: ['*', 'eve'] } },
      { allow: { db_labels: EVERY, db_users: ['eve'] } },
      ['May no longer log in to databases as anybody but eve'],
      { fact: (access) => access.resource('db', {}, { dbUser: 'bob' }).ok, was: true, is: false },
    ],
    [
      'that are no logins give nothing',
      { allow: { node_labels: EVERY } },
      { allow: { node_labels: EVERY, logins: ['a b', '{{broken', 'eve', '{{internal.logins}}'] } },
      ['May now log in as eve and {{internal.logins}} on every server'],
      server({}, false, false, 'a b'),
      server({}, false, true, 'eve'),
    ],
  ]);
});

describe('options', () => {
  const recording = (record_session: object): Spec => ({ options: { record_session } });
  const strict = (was: [ssh: string, others: string], is: [ssh: string, others: string]): Facts => ({
    fact: (access) => [access.options().recordSsh, access.options().recordOthers],
    was,
    is,
  });
  const extension = (value: string): Spec => ({
    options: { cert_extensions: [{ type: 'ssh', mode: 'extension', name: 'x', value }] },
  });
  check([
    [
      'that record other sessions less strictly than SSH',
      recording({ default: 'strict', ssh: 'strict' }),
      recording({ default: 'best_effort', ssh: 'strict' }),
      ['! Sessions other than SSH now continue when they cannot be recorded'],
      strict(['strict', 'strict'], ['strict', 'best_effort']),
    ],
    [
      'that record SSH alone strictly',
      recording({ default: 'best_effort' }),
      recording({ default: 'best_effort', ssh: 'strict' }),
      ['SSH sessions that cannot be recorded now end'],
      strict(['best_effort', 'best_effort'], ['strict', 'best_effort']),
    ],
    [
      'that change both ways',
      recording({ default: 'best_effort', ssh: 'strict' }),
      recording({ default: 'strict', ssh: 'best_effort' }),
      [
        '! SSH sessions now continue when they cannot be recorded',
        'Sessions other than SSH that cannot be recorded now end',
      ],
      strict(['strict', 'best_effort'], ['best_effort', 'strict']),
    ],
    ['that put another value into certificates', extension('a'), extension('b'), ['Certificates now carry x: b']],
    ['that put no value into certificates', extension('a'), {}, ['Certificates no longer carry x']],
  ]);
});

describe('sessions of others', () => {
  const join = (...policies: [kinds: string[], modes: string[], roles: string[]][]): Spec => ({
    allow: { join_sessions: policies.map(([kinds, modes, roles]) => ({ name: 'j', kinds, modes, roles })) },
  });
  const modes = (kind: SessionKind, owner: string, was: string[], is: string[]): Facts => ({
    fact: (access) => access.joinModes({ userName: 'bob', roles: [owner] }, kind),
    was,
    is,
  });
  check([
    [
      'may be joined in one mode more',
      join([['ssh'], ['observer'], ['dev']]),
      join([['ssh'], ['observer', 'peer'], ['dev']]),
      ['May now join ssh sessions of users with the role dev as peer'],
      modes('ssh', 'dev', ['observer'], ['observer', 'peer']),
    ],
    [
      'may be joined in no mode',
      join(),
      join([['ssh'], [], ['dev']], [['ssh'], ['boss'], ['dev']]),
      [SAME],
      modes('ssh', 'dev', [], []),
    ],
    [
      'may be joined by another policy as before',
      join([
        ['ssh', 'k8s'],
        ['peer', 'observer'],
        ['dev', 'ops'],
      ]),
      join([['k8s', 'ssh'], ['observer', 'peer'], ['dev']], [['*'], ['observer', 'peer'], ['ops']]),
      ['May now join db, app or desktop sessions of users with the role ops as observer or peer'],
      modes('k8s', 'dev', ['observer', 'peer'], ['observer', 'peer']),
      modes('db', 'ops', [], ['observer', 'peer']),
    ],
    [
      'may be joined where one role has it still',
      join([['*'], ['peer'], ['*', 'ops']]),
      join([['*'], ['peer'], ['dev']]),
      ['May no longer join any sessions of users with the role of any name but dev as peer'],
      modes('ssh', 'dev', ['peer'], ['peer']),
      modes('ssh', 'ops', ['peer'], []),
    ],
  ]);
});

describe('sessions that need others', () => {
  const LEAD = 'contains(user.roles, "lead")';
  const need = (...policies: object[]): Spec => ({
    allow: {
      require_session_join: policies.map((one) => ({
        name: 'w',
        kinds: ['ssh'],
        modes: ['moderator'],
        count: 1,
        ...one,
      })),
    },
  });
  /** Whether a session may run with these in it. */
  const runs = (modes: ParticipantMode[], was: boolean, is: boolean): Facts => ({
    fact: (access) =>
      unmetDemands(
        access.joinDemands('ssh'),
        modes.map((mode, i) => ({ user: `u${i}`, roles: ['lead'], mode })),
      ).length === 0,
    was,
    is,
  });
  check([
    [
      'get an alternative',
      need({}),
      need({}, { modes: ['peer'] }),
      ['! Now need 1 moderator or 1 peer instead of 1 moderator to be in their ssh sessions'],
      runs(['peer'], false, true),
    ],
    [
      'lose an alternative',
      need({}, { modes: ['peer'] }),
      need({}),
      ['Now need 1 moderator instead of 1 moderator or 1 peer to be in their ssh sessions'],
      runs(['peer'], true, false),
    ],
    [
      'need more',
      need({}),
      need({ count: 2, filter: LEAD }),
      [`Now need 2 moderators where ${LEAD} instead of 1 moderator to be in their ssh sessions`],
      runs(['moderator'], true, false),
    ],
    [
      'need nobody by a count of 0',
      need({}),
      need({ count: 0 }),
      ['! Now need no other participant instead of 1 moderator to be in their ssh sessions'],
      runs([], false, true),
    ],
    [
      'need nobody as before',
      need(),
      need({ count: 0 }),
      ['Now need no other participant to be in their ssh sessions'],
      runs([], true, true),
    ],
    [
      'need participants that cannot exist',
      need(),
      need({ count: 2, modes: [] }, { filter: 'moderators' }),
      [
        'Now need 2 participants in no mode (never met) or 1 moderator where moderators (never met: the filter cannot be read) to be in their ssh sessions',
      ],
      runs(['moderator', 'moderator'], true, false),
    ],
    [
      'go on or not when one leaves',
      need({}),
      need({ on_leave: 'pause' }),
      ['Their ssh sessions now pause instead of end when a required participant leaves'],
      { fact: (access) => access.joinDemands('ssh')[0]?.[0]?.onLeave, was: 'terminate', is: 'pause' },
    ],
    [
      'need others in more kinds',
      need({}),
      need({ kinds: ['*'] }),
      ['Now need 1 moderator to be in their k8s, db, app or desktop sessions'],
      { fact: (access) => access.isModerated('k8s'), was: false, is: true },
    ],
  ]);
});
