import { describe, expect, test } from 'vitest';
import { textOf } from '../../lib/sentence.ts';
import { presetRoles } from '../presets.ts';
import { reviewRole } from './reviewRole.ts';

type Spec = { allow?: object; deny?: object; options?: object };
const role = (spec: Spec, version = 'v6') => ({ kind: 'role', version, metadata: { name: 'ops' }, spec });
/** Flagged sentences start with `! `. */
const linesOf = (before: unknown, after: unknown): string[] =>
  reviewRole(before, after).map((sentence) => `${sentence.flagged ? '! ' : ''}${textOf(sentence)}`);
const between = (before: Spec, after: Spec) => linesOf(role(before), role(after));
const allow = (before: object, after: object) => between({ allow: before }, { allow: after });
const deny = (before: object, after: object) => between({ deny: before }, { deny: after });
const options = (before: object, after: object) => between({ options: before }, { options: after });

const PROD = { env: 'prod', team: 'payments' };

test('lists a root login, another team and longer sessions, flagged sentences first', () => {
  expect(
    between(
      { allow: { logins: ['deploy'], node_labels: PROD }, options: { max_session_ttl: '8h' } },
      {
        allow: { logins: ['deploy', 'root'], node_labels: { env: 'prod', team: ['payments', 'ledger'] } },
        options: { max_session_ttl: '30h' },
      },
    ),
  ).toEqual([
    '! May now log in as root on servers where env = prod and team is payments or ledger',
    'May now access servers where env = prod and team = ledger',
    'Sessions may last 30 h instead of 8 h',
  ]);
});

describe('logins', () => {
  test('reports added and removed logins', () => {
    expect(allow({ logins: ['a', 'b'], node_labels: PROD }, { logins: ['b', 'c', 'd'], node_labels: PROD })).toEqual([
      'May now log in as c and d on servers where env = prod and team = payments',
      'May no longer log in as a',
    ]);
  });
  test('reports a new login without any server', () => {
    expect(allow({}, { logins: ['root'] })).toEqual(['! May now log in as root but has no access to any server']);
  });
  test('flags an existing root login on more servers', () => {
    expect(
      allow(
        { logins: ['root'], node_labels: { env: 'dev' } },
        { logins: ['root'], node_labels: { env: ['dev', 'prod'] } },
      ),
    ).toEqual(['! May now log in as root on servers where env = prod', 'May now access servers where env = prod']);
  });
  test('does not flag root on servers that are a subset of all servers', () => {
    const logins = ['root'];
    expect(allow({ logins, node_labels: { '*': '*' } }, { logins, node_labels: { env: 'dev' } })).toEqual([
      'May now access only servers where env = dev',
    ]);
  });
  test('does not flag root on fewer servers', () => {
    expect(
      allow(
        { logins: ['root'], node_labels: { env: ['dev', 'qa'] } },
        { logins: ['root'], node_labels: { env: 'dev' } },
      ),
    ).toEqual(['May no longer access servers where env = qa']);
  });
});

describe('labels', () => {
  const cases: [string, object, object, string[]][] = [
    ['a first selector', {}, { app_labels: { env: 'dev' } }, ['May now access applications where env = dev']],
    ['everything', {}, { db_labels: { '*': '*' } }, ['! May now access every database']],
    [
      'everything instead of a selector',
      { db_labels: { a: 'b' } },
      { db_labels: { '*': '*' } },
      ['! May now access every database instead of databases where a = b'],
    ],
    ['a removed selector', { node_labels: { '*': '*' } }, {}, ['May no longer access any server']],
    [
      'other keys',
      { app_labels: { a: 'b' } },
      { app_labels: { c: 'd' } },
      ['May now access applications where c = d instead of applications where a = b'],
    ],
    [
      'a pattern',
      {},
      { kubernetes_labels: { env: 'eu-*' } },
      ['May now access Kubernetes clusters where env matches eu-*'],
    ],
    ['any value', {}, { windows_desktop_labels: { env: '*' } }, ['May now access desktops where env is set']],
    [
      'an added expression',
      { app_labels: { a: 'b' } },
      { app_labels: { a: 'b' }, app_labels_expression: 'labels["x"] == "y"' },
      ['May now access only applications where a = b and labels["x"] == "y"'],
    ],
    [
      'a replaced value',
      { app_labels: { env: ['a', 'b'] } },
      { app_labels: { env: ['b', 'c'] } },
      ['May now access applications where env = c', 'May no longer access applications where env = a'],
    ],
    [
      'a selector instead of everything',
      { db_labels: { '*': '*' } },
      { db_labels: { a: 'b' } },
      ['May now access only databases where a = b'],
    ],
    [
      'an added key',
      { db_labels: { a: 'b' } },
      { db_labels: { a: 'b', c: 'd' } },
      ['May now access only databases where a = b and c = d'],
    ],
    [
      'any value instead of one',
      { app_labels: { a: 'b' } },
      { app_labels: { a: '*' } },
      ['May now access applications where a is set instead of applications where a = b'],
    ],
    [
      'one value instead of any',
      { app_labels: { a: '*' } },
      { app_labels: { a: 'b' } },
      ['May now access only applications where a = b'],
    ],
    [
      'the same written differently',
      { app_labels: { env: 'a' } },
      { app_labels: { env: ['a'] } },
      ['Does not change what its users may do'],
    ],
  ];
  for (const [what, before, after, sentences] of cases) {
    test(what, () => expect(allow(before, after)).toEqual(sentences));
  }
});

describe('names', () => {
  const cases: [string, object, object, string[]][] = [
    [
      'a desktop administrator',
      {},
      { windows_desktop_logins: ['Administrator', 'eve'] },
      ['! May now log in to desktops as Administrator', 'May now log in to desktops as eve'],
    ],
    [
      'the Kubernetes group system:masters',
      {},
      { kubernetes_groups: ['system:masters'] },
      ['! May now act in the Kubernetes group system:masters'],
    ],
    ['any database user', { db_users: ['reader'] }, { db_users: ['*'] }, ['! May now log in to databases as anybody']],
    [
      'a sudo line',
      {},
      { host_sudoers: ['ALL=(ALL) NOPASSWD: ALL'] },
      ['! Created accounts may now use sudo: ALL=(ALL) NOPASSWD: ALL'],
    ],
    [
      'a privileged UNIX group',
      {},
      { host_groups: ['wheel', 'dev'] },
      ['! May now join the UNIX group wheel', 'May now join the UNIX group dev'],
    ],
    ['a removed AWS role', { aws_role_arns: ['arn:x'] }, {}, ['May no longer assume the AWS role arn:x']],
  ];
  for (const [what, before, after, sentences] of cases) {
    test(what, () => expect(allow(before, after)).toEqual(sentences));
  }
});

describe('rules', () => {
  const rules = (...all: [string | string[], string | string[], string?][]) => ({
    rules: all.map(([resources, verbs, where]) => ({
      resources: [resources].flat(),
      verbs: [verbs].flat(),
      ...(where && { where }),
    })),
  });
  const OWN = 'contains(session.participants, user.metadata.name)';
  const cases: [string, object, object, string[]][] = [
    ['reading', {}, rules(['event', ['list', 'read']]), ['May now list and read the audit log']],
    ['everything', {}, rules(['*', '*']), ['! May now do anything with all platform resources']],
    ['reading everything', {}, rules(['*', 'read']), ['! May now read all platform resources']],
    [
      'writing roles',
      rules(['role', 'list']),
      rules(['role', ['list', 'read', 'update']]),
      ['! May now update roles', 'May now read roles'],
    ],
    ['any verb', {}, rules(['node', '*']), ['! May now do anything with servers']],
    ['a kind without a label', {}, rules(['ui_config', 'update']), ['May now update ui config']],
    [
      'removed verbs',
      rules(['user', ['list', 'delete', 'read']]),
      rules(['user', 'list']),
      ['May no longer delete or read users'],
    ],
    ['a condition', {}, rules(['session', 'read', OWN]), [`May now read session recordings where ${OWN}`]],
    [
      'an added condition',
      rules(['session', 'read']),
      rules(['session', 'read', OWN]),
      [`May now read session recordings only where ${OWN}`],
    ],
    [
      'two verbs instead of any verb',
      rules(['user', '*']),
      rules(['user', ['list', 'read']]),
      ['May no longer do anything with users but list and read'],
    ],
    [
      'a kind that is already covered',
      rules(['*', '*']),
      rules(['*', '*'], ['user', 'list']),
      ['Does not change what its users may do'],
    ],
    [
      'a conditional rule next to an unconditional one',
      rules(['session', 'read']),
      rules(['session', 'read'], ['session', 'read', OWN]),
      ['Does not change what its users may do'],
    ],
    [
      'a changed condition',
      rules(['user', 'delete', OWN]),
      rules(['user', 'delete', 'equals("a", "b")']),
      ['! May now delete users only where equals("a", "b")'],
    ],
    [
      'a removed condition',
      rules(['session', 'read', OWN]),
      rules(['session', 'read']),
      ['May now read session recordings without a condition'],
    ],
    [
      'documents that set address and labels',
      {},
      rules([
        ['node', 'app'],
        ['list', 'create', 'update', 'delete'],
      ]),
      [
        '! May now create and update servers',
        '! May now create and update applications',
        'May now list and delete servers',
        'May now list and delete applications',
      ],
    ],
    [
      'the same rules in another order',
      rules([
        ['event', 'session'],
        ['list', 'read'],
      ]),
      rules(['session', ['read', 'list']], ['event', 'read'], ['event', 'list']),
      ['Does not change what its users may do'],
    ],
  ];
  for (const [what, before, after, sentences] of cases) {
    test(what, () => expect(allow(before, after)).toEqual(sentences));
  }
  test('explains the effect of write access to servers or applications', () => {
    const [first] = reviewRole(role({}), role({ allow: rules(['node', 'update']) }));
    expect(first?.detail).toEqual([
      'These users set address and labels themselves: they can reach every address that this cluster reaches.',
    ]);
  });
  test('reports added and removed denials', () => {
    expect(deny(rules(['user', 'delete']), rules(['role', ['update', 'delete']]))).toEqual([
      '! No longer forbids users to delete users',
      'Now forbids users to update or delete roles',
    ]);
  });
});

describe('deny', () => {
  test('flags a narrowed denial, not an extended one', () => {
    expect(deny({ node_labels: { a: 'b' } }, { node_labels: { '*': '*' } })).toEqual(['Now denies every server']);
    expect(deny({ node_labels: { '*': '*' } }, { node_labels: { a: 'b' } })).toEqual([
      '! Now denies servers where a = b instead of every server',
    ]);
    expect(deny({ logins: ['root'] }, { logins: ['*'] })).toEqual(['Now denies the login of any name']);
    expect(deny({ logins: ['*'] }, { logins: ['root'] })).toEqual([
      '! No longer denies the login of any name but root',
    ]);
  });
  test('flags a removed denial, not an added one', () => {
    expect(deny({ logins: ['root'] }, { logins: ['guest'] })).toEqual([
      '! No longer denies the login root',
      'Now denies the login guest',
    ]);
    expect(deny({ node_labels: { dc: ['lab', 'eu'] } }, { node_labels: { dc: 'eu' } })).toEqual([
      '! No longer denies servers where dc = lab',
    ]);
    expect(deny({}, { node_labels: { '*': '*' }, db_users: ['*'] })).toEqual([
      'Now denies the database user anybody',
      'Now denies every server',
    ]);
    expect(deny({ request: { roles: ['admin'] } }, {})).toEqual([
      '! No longer forbids users to request the role admin',
    ]);
  });
});

describe('options', () => {
  const cases: [string, object, object, string[]][] = [
    ['the second factor off', { require_session_mfa: true }, {}, ['! Sessions no longer require a second factor']],
    ['the second factor on', {}, { require_session_mfa: true }, ['Each session now requires a second factor']],
    [
      'a weaker key',
      { require_session_mfa: 'hardware_key_touch' },
      { require_session_mfa: 'hardware_key' },
      ['! A hardware key is now required'],
    ],
    [
      'less strict recording',
      { record_session: { default: 'strict' } },
      {},
      ['! Sessions now continue when they cannot be recorded'],
    ],
    [
      'desktops without recording',
      {},
      { record_session: { desktop: false } },
      ['! Desktop sessions are no longer recorded'],
    ],
    ['a removed event type', {}, { enhanced_recording: ['command'] }, ['! No longer records network events']],
    [
      'no idle limit',
      { client_idle_timeout: '15m' },
      {},
      ['! Idle sessions no longer end automatically (previously after 15 m)'],
    ],
    ['a first idle limit', {}, { client_idle_timeout: '15m' }, ['Idle sessions now end after 15 m (previously never)']],
    [
      'a changed idle limit',
      { client_idle_timeout: '15m' },
      { client_idle_timeout: '1h' },
      ['Idle sessions end after 1 h instead of 15 m'],
    ],
    ['fewer connections', {}, { max_connections: 3 }, ['May have 3 Concurrent SSH connections instead of any number']],
    ['a lifetime of hours and minutes', {}, { max_session_ttl: '90m' }, ['Sessions may last 1 h 30 m instead of 30 h']],
    ['file transfers', {}, { ssh_file_copy: false }, ['May no longer copy files over SSH']],
    ['agent forwarding', {}, { forward_agent: 'yes' }, ['May now forward their SSH agent']],
    ['source addresses', { pin_source_ip: true }, {}, ['! Certificates now work from any address']],
    ['locks', {}, { lock: 'strict' }, ['Sessions now end when locks cannot be checked']],
    [
      'locks no longer strict',
      { lock: 'strict' },
      {},
      ['! The cluster’s settings now decide whether sessions continue when locks cannot be checked'],
    ],
    [
      'explicit default values',
      {},
      { port_forwarding: true, max_session_ttl: '30h' },
      ['Does not change what its users may do'],
    ],
  ];
  for (const [what, before, after, sentences] of cases) {
    test(what, () => expect(options(before, after)).toEqual(sentences));
  }
});

describe('sessions and requests of users', () => {
  const join = { join_sessions: [{ name: 'j', kinds: ['ssh'], modes: ['observer', 'peer'], roles: ['dev-*'] }] };
  const watch = {
    require_session_join: [
      { name: 'w', kinds: ['ssh'], modes: ['moderator'], count: 1, filter: 'contains(user.roles, "lead")' },
    ],
  };
  const cases: [string, object, object, string[]][] = [
    [
      'impersonation',
      {},
      { impersonate: { users: ['bot-1'], roles: ['*'] } },
      ['! May now act as the user bot-1', '! May now assume the role of any name'],
    ],
    [
      'requests',
      { request: { roles: ['a'] } },
      { request: { roles: ['b'] } },
      ['May now request the role b', 'May no longer request the role a'],
    ],
    ['joining', {}, join, ['May now join ssh sessions of users with the role dev-* as observer or peer']],
    [
      'required participants',
      {},
      watch,
      ['Now need 1 moderator where contains(user.roles, "lead") to be in their ssh sessions'],
    ],
    [
      'participants no longer required',
      watch,
      {},
      ['! No longer need 1 moderator where contains(user.roles, "lead") to be in their ssh sessions'],
    ],
    [
      'pods',
      {},
      { kubernetes_resources: [{ kind: 'pod', namespace: 'web', name: '*' }] },
      ['May now access pods * in the namespace web of those Kubernetes clusters'],
    ],
    [
      'conditions of requests',
      { request: { roles: ['a'] } },
      { request: { roles: ['a'], suggested_reviewers: ['eve'] } },
      ['Changes the conditions of access requests'],
    ],
  ];
  for (const [what, before, after, sentences] of cases) {
    test(what, () => expect(allow(before, after)).toEqual(sentences));
  }
});

describe('the document', () => {
  test('lists what a new role allows', () => {
    expect(linesOf(undefined, role({ allow: { logins: ['root'], node_labels: { '*': '*' } } }))).toEqual([
      '! May now log in as root on every server',
      '! May now access every server',
    ]);
    expect(linesOf(undefined, role({}))).toEqual(['Allows nothing']);
  });
  test('a new description does not change permissions', () => {
    expect(linesOf(role({}), { ...role({}), metadata: { name: 'ops', description: 'x' } })).toEqual([
      'Does not change what its users may do',
    ]);
  });
  test('reports a new version and the changes of its defaults', () => {
    const spec = { allow: { kubernetes_labels: { env: 'dev' } } };
    expect(linesOf(role(spec, 'v5'), role(spec))).toEqual([
      'May no longer access all pods of those Kubernetes clusters',
      'The role version is now v6 instead of v5',
    ]);
  });
  test('reports a changed expiry', () => {
    const ending = { ...role({}), metadata: { name: 'ops', expires: '2030-01-01T00:00:00Z' } };
    expect(linesOf(role({}), ending)).toEqual(['The role now expires at 2030-01-01T00:00:00Z']);
    expect(linesOf(ending, role({}))).toEqual(['The role no longer expires']);
    expect(linesOf(undefined, ending)).toEqual(['Allows nothing', 'The role expires at 2030-01-01T00:00:00Z']);
    const endless = { ...role({}), metadata: { name: 'ops', expires: '0001-01-01T00:00:00Z' } };
    expect(linesOf(undefined, endless)).toEqual(['Allows nothing']);
    expect(linesOf(role({}), endless)).toEqual(['Does not change what its users may do']);
    expect(linesOf(ending, endless)).toEqual(['The role no longer expires']);
  });
  test('compares values of any type', () => {
    for (const one of [null, 7, [], { spec: { allow: [] } }]) expect(linesOf(one, 'x')).toHaveLength(1);
  });
  test('every preset has several unique sentences', () => {
    for (const { document } of presetRoles()) {
      const sentences = linesOf(undefined, document);
      expect(sentences.length).toBeGreaterThan(3);
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });
});
