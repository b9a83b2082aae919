// Tests each sentence of the review against the access checks before and after.
import { describe, expect } from 'vitest';
import { check, EVERY, SAME, type Facts, type Spec } from '../../../tests/support/reviewFacts.ts';
import type { Principals } from '../resources.ts';

const server = (labels: Record<string, string>, was: boolean, is: boolean, login?: string): Facts => ({
  fact: (access) => access.resource('node', labels, login === undefined ? {} : { login }).ok,
  was,
  is,
});

describe('a selector with every server', () => {
  const nodes = (node_labels: object, more: object = {}): Spec => ({ allow: { node_labels, ...more } });
  check([
    [
      'grants more than its other key',
      nodes({ env: 'dev' }, { logins: ['root'] }),
      nodes({ env: 'dev', ...EVERY }, { logins: ['root'] }),
      ['! May now log in as root on every server', '! May now access every server instead of servers where env = dev'],
      server({ env: 'prod' }, false, true, 'root'),
    ],
    [
      'grants the same with any other key',
      nodes({ env: 'dev', ...EVERY }),
      nodes({ env: 'prod', ...EVERY }),
      [SAME],
      server({ env: 'dev' }, true, true),
      server({ env: 'prod' }, true, true),
    ],
    [
      'and a blank expression grants every server',
      nodes({ env: 'dev' }),
      nodes(EVERY, { node_labels_expression: ' ' }),
      ['! May now access every server instead of servers where env = dev'],
      server({}, false, true),
    ],
    [
      'and an expression grants what the expression selects',
      nodes(EVERY),
      nodes(EVERY, { node_labels_expression: 'labels["env"] != "prod"' }),
      ['May now access only servers where labels["env"] != "prod"'],
      server({}, true, true),
      server({ env: 'prod' }, true, false),
    ],
    [
      'differs from a repeated value that is replaced',
      nodes({ env: ['dev', 'dev'] }),
      nodes({ env: ['dev', 'prod'] }),
      ['May now access servers where env = prod'],
      server({ env: 'prod' }, false, true),
    ],
  ]);
});

describe('the effect of deny', () => {
  const PROD = 'labels["env"] == "prod"';
  const nodes = (node_labels: object, node_labels_expression = ''): Spec => ({
    allow: { node_labels: EVERY },
    deny: { node_labels, node_labels_expression },
  });
  check([
    [
      'is labels or expression: the expression is removed',
      nodes({ team: 'pay' }, PROD),
      nodes({ team: 'pay' }),
      [`! Now denies servers where team = pay instead of servers where team = pay, or where ${PROD}`],
      server({ env: 'prod' }, false, true),
      server({ team: 'pay' }, false, false),
    ],
    [
      'is labels or expression: the labels are removed',
      nodes({ team: 'pay' }, PROD),
      nodes({}, PROD),
      [`! Now denies servers where ${PROD} instead of servers where team = pay, or where ${PROD}`],
      server({ team: 'pay' }, false, true),
    ],
    [
      'is labels or expression: an expression is added',
      nodes({ team: 'pay' }),
      nodes({ team: 'pay' }, PROD),
      [`Now denies servers where team = pay, or where ${PROD}`],
      server({ env: 'prod' }, true, false),
    ],
    [
      'shrinks when every server is removed and a key remains',
      nodes({ team: 'pay', ...EVERY }),
      nodes({ team: 'pay' }),
      ['! Now denies servers where team = pay instead of every server'],
      server({ env: 'prod' }, false, true),
    ],
    [
      'does not change if every server was already denied',
      nodes(EVERY),
      nodes(EVERY, PROD),
      [SAME],
      server({ env: 'dev' }, false, false),
    ],
    [
      'of a label named * applies only to this label',
      nodes({}),
      nodes({ '*': ['*', 'x'] }),
      ['Now denies servers where the label named * is set'],
      server({ env: 'prod' }, true, true),
    ],
    ['of a key without values is none', nodes({ env: [] }), nodes({}), [SAME], server({ env: 'prod' }, true, true)],
    [
      'differs from allow, which requires labels and expression',
      { allow: { node_labels: { team: 'pay' }, node_labels_expression: PROD } },
      { allow: { node_labels: { team: 'pay' } } },
      [`May now access servers where team = pay instead of servers where team = pay and ${PROD}`],
      server({ team: 'pay' }, false, true),
    ],
    [
      'differs from allow, which a key without values disables',
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

describe('permissions', () => {
  const allow = (...all: Rule[]): Spec => ({ allow: rules(...all) });
  const deny = (...all: Rule[]): Spec => ({ allow: rules(['*', '*']), deny: rules(...all) });
  const ADA = 'equals(user.metadata.name, "ada")';
  check([
    [
      'for all kinds, reduced to administration',
      allow(['*', '*']),
      allow(['*', ['list', 'read']], [['user', 'role'], '*']),
      [
        '! May no longer do anything with all platform resources but list and read, and may still do anything with users and roles',
      ],
      right('user', 'create', true, true),
      right('token', 'create', true, false),
    ],
    [
      'for all kinds, reduced to one kind',
      allow(['*', '*']),
      allow(['role', '*']),
      ['! May no longer do anything with all platform resources, but may still do anything with roles'],
      right('role', 'update', true, true),
    ],
    [
      'for all kinds, reduced to harmless permissions',
      allow(['*', '*']),
      allow(['event', ['list', 'read']], [['lock', 'session'], 'list', ADA]),
      [
        `May no longer do anything with all platform resources, but may still list and read the audit log and list locks and session recordings where ${ADA}`,
      ],
      right('lock', 'list', true, true),
    ],
    [
      'for one kind, replaced by fewer verbs for all kinds',
      allow(['user', '*']),
      allow(['*', 'read']),
      ['! May now read all platform resources', 'May no longer do anything with users but read'],
      right('user', 'read', true, true),
    ],
    [
      'extended, but with a condition',
      allow(['user', 'delete']),
      allow(['user', '*', ADA]),
      [`! May now do anything with users where ${ADA}`, `May now delete users only where ${ADA}`],
      right('user', 'delete', true, true),
    ],
    [
      'with a denial reduced to one verb',
      deny(['user', '*']),
      deny(['user', 'delete']),
      ['! No longer forbids users to do anything with users but delete'],
      right('user', 'delete', false, false),
      right('user', 'create', false, true),
    ],
    [
      'with a denial reduced to one kind',
      deny(['*', '*']),
      deny(['role', 'delete']),
      ['! No longer forbids users to do anything with all platform resources, but still forbids them to delete roles'],
      right('role', 'delete', false, false),
    ],
    [
      'with a denial reduced by a condition',
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
      'in addition to a literal * are gained',
      allow({ kubernetes_groups: ['*'], windows_desktop_logins: ['*'] }),
      allow({ kubernetes_groups: ['*', 'system:masters'], windows_desktop_logins: ['*', 'Administrator'] }),
      ['! May now log in to desktops as Administrator', '! May now act in the Kubernetes group system:masters'],
      name('kube_cluster', { kubeGroup: 'system:masters' }, false, true),
      name('windows_desktop', { login: 'Administrator' }, false, true),
    ],
    [
      'with the literal * give no other name',
      allow({}),
      allow({ kubernetes_groups: ['*'] }),
      ['May now act in the Kubernetes group * (no other name)'],
      name('kube_cluster', { kubeGroup: 'dev' }, false, false),
    ],
    [
      'of databases with * are all names',
      { allow: { db_labels: EVERY, db_users: ['*', 'eve'] } },
      { allow: { db_labels: EVERY, db_users: ['eve'] } },
      ['May no longer log in to databases as anybody but eve'],
      { fact: (access) => access.resource('db', {}, { dbUser: 'bob' }).ok, was: true, is: false },
    ],
    [
      'that are not valid logins give nothing',
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
      'that record only SSH strictly',
      recording({ default: 'best_effort' }),
      recording({ default: 'best_effort', ssh: 'strict' }),
      ['SSH sessions that cannot be recorded now end'],
      strict(['best_effort', 'best_effort'], ['strict', 'best_effort']),
    ],
    [
      'that record SSH less and other sessions more strictly',
      recording({ default: 'best_effort', ssh: 'strict' }),
      recording({ default: 'strict', ssh: 'best_effort' }),
      [
        '! SSH sessions now continue when they cannot be recorded',
        'Sessions other than SSH that cannot be recorded now end',
      ],
      strict(['strict', 'best_effort'], ['best_effort', 'strict']),
    ],
    ['with a changed certificate extension', extension('a'), extension('b'), ['Certificates now carry x: b']],
    ['with a removed certificate extension', extension('a'), {}, ['Certificates no longer carry x']],
  ]);
});

describe('errors', () => {
  const BAD = 'user.metadata.name == "x"';
  const nodes = (allow: object, deny: object = {}): Spec => ({
    allow: { logins: ['root'], node_labels: allow },
    deny: { node_labels: deny },
  });
  const LOOK_AHEAD = { env: '^(?!prod).*$' };
  check([
    [
      'in the condition of a denial make all rules of the kind fail',
      { allow: rules(['user', '*']) },
      { allow: rules(['user', '*']), deny: rules(['user', 'delete', BAD]) },
      [`! All rules for users now fail: the condition ${BAD} cannot be read`],
      right('user', 'list', true, false),
    ],
    [
      'that are removed enable the rules again',
      { allow: rules(['user', '*']), deny: rules(['user', 'delete', BAD]) },
      { allow: rules(['user', '*']) },
      ['! Rules for users no longer fail'],
      right('user', 'list', false, true),
    ],
    [
      'in the condition of a rule remove its permission',
      { allow: rules(['user', 'delete']) },
      { allow: rules(['user', 'delete', BAD]) },
      [`! Rules for users now fail: the condition ${BAD} cannot be read`, 'May no longer delete users'],
      right('user', 'delete', true, false),
    ],
    [
      'replaced by other errors change nothing',
      { allow: rules(['user', 'delete', 'x()']) },
      { allow: rules(['user', 'delete', 'y()']) },
      [SAME],
      right('user', 'delete', false, false),
    ],
    [
      'in a label make all checks of servers fail',
      nodes({ env: 'dev' }),
      nodes(LOOK_AHEAD),
      [expect.stringMatching(/^! Every check of servers now fails: bad regular expression "\^\(\?!prod/)],
      server({ env: 'dev' }, true, false),
    ],
    [
      'in a denied label make all checks of servers fail',
      nodes(EVERY),
      nodes(EVERY, LOOK_AHEAD),
      [expect.stringMatching(/^! Every check of servers now fails: /)],
      server({ env: 'dev' }, true, false),
    ],
    [
      'that are removed from a label enable the checks again',
      nodes({ env: 'dev' }, LOOK_AHEAD),
      nodes({ env: 'dev' }, { team: 'pay' }),
      [
        '! May now log in as root on servers where env = dev',
        '! Checks of servers no longer fail',
        'May now access servers where env = dev',
        'Now denies servers where team = pay',
      ],
      server({ env: 'dev' }, false, true, 'root'),
    ],
  ]);
});

describe('denied connectors', () => {
  check([
    [
      'remain allowed by roles that allow one kind of connector',
      { allow: rules(['*', '*']) },
      { allow: rules(['*', '*']), deny: rules(['auth_connector', '*']) },
      ['Now forbids users to do anything with auth connectors unless a role allows github, oidc, saml or *'],
      right('github', 'update', true, true),
      right('auth_connector', 'update', true, false),
    ],
  ]);
});
