import { describe, expect, test } from 'vitest';
import { parsedYaml } from '../../../tests/support/parsed.ts';
import { at } from '../../lib/json.ts';
import { patchYaml } from '../../wire/yaml.ts';
import { toRole, type Role } from '../role.ts';
import { answerOf, entitlementOf } from './answer.ts';
import { explainResource, type Explanation, type Question } from './explainResource.ts';
import { suggestedFixesFor } from './suggestedFixes.ts';
import type { Change } from './change.ts';

const TEXTS: Record<string, string> = {
  'no-prod-root': `kind: role
version: v6
metadata: { name: no-prod-root }
spec:
  deny:
    logins: [root]
    node_labels: { env: prod }
`,
  'no-root': `kind: role
version: v6
metadata: { name: no-root }
spec:
  deny:
    logins: [root, guest]
`,
  lead: `kind: role
version: v6
metadata: { name: lead }
spec:
  options: { require_session_mfa: true, max_session_ttl: 8h0m0s }
  allow:
    # Reviewed
    node_labels:
      team: payments
    logins: [deploy, '{{internal.logins}}']
    db_labels: { '*': '*' }
    db_users: [reader]
    db_names: ['*']
    kubernetes_labels: { env: [dev, prod] }
    kubernetes_groups: [viewers]
`,
  reviewer: `kind: role
version: v6
metadata: { name: reviewer }
spec:
  allow:
    node_labels: { env: dev, team: [ledger, payments] }
    logins: [root]
`,
};
const roleOf = (text: string): Role => toRole(parsedYaml(text));
const role = (name: string): Role => roleOf(TEXTS[name] ?? '');

const labels = { env: 'prod', team: 'payments' };
const ask = (roles: readonly string[], as: Question['as'] = {}, more: Partial<Question> = {}): Question => ({
  roles: roles.map(role),
  traits: { logins: ['priya'] },
  kind: 'node',
  labels,
  as,
  ...more,
});
const answer = (question: Question): Explanation => explainResource(question);

/** The question after the edits of the suggested fixes. */
function after(question: Question, changes: readonly Change[]): Question {
  const texts = new Map(question.roles.map(({ metadata }) => [metadata.name, TEXTS[metadata.name] ?? '']));
  for (const { role: name, edit } of changes)
    if (edit) texts.set(name, patchYaml(texts.get(name) ?? '', edit.path, edit.value) ?? '');
  return { ...question, roles: [...texts.values()].map(roleOf) };
}

describe('reasons for a denied access', () => {
  const question = ask(['reviewer', 'lead', 'no-prod-root'], { logins: 'root' });

  test('lists denials first, then roles that reach the server, then other roles', () => {
    expect(answer(question).parts.map(({ role: name, stand }) => [name, stand])).toEqual([
      ['no-prod-root', 'denies'],
      ['lead', 'reaches'],
      ['reviewer', 'apart'],
    ]);
  });

  test('names every deciding line and how it matches this server', () => {
    const [denial, lead, reviewer] = answer(question).parts;
    expect(denial?.marks).toEqual([
      { path: ['spec', 'deny', 'logins', 0], effect: 'no', words: 'login root matches' },
      { path: ['spec', 'deny', 'node_labels', 'env'], effect: 'no', words: 'env = prod matches' },
    ]);
    expect(lead?.marks).toEqual([
      { path: ['spec', 'allow', 'node_labels', 'team'], effect: 'yes', words: 'team = payments' },
      { path: ['spec', 'allow', 'logins'], effect: 'gives', words: 'deploy, priya' },
    ]);
    expect(reviewer?.marks).toEqual([
      { path: ['spec', 'allow', 'node_labels', 'env'], effect: 'misses', words: 'env is prod, not dev' },
    ]);
  });

  test('explains the verdict in a sentence', () => {
    expect(answerOf('priya.n', 'node', { logins: 'root' }, answer(question))).toEqual({
      verdict: 'no',
      title: 'No, priya.n may not log in as root here',
      why: 'The server is reachable through lead, but none of the roles allows the login root, and one denies it.',
    });
    expect(answerOf('ada', 'node', {}, answer(ask([]))).why).toBe(
      'None of the roles matches the labels of this server.',
    );
  });

  test('a role that denies a name still matches the labels', () => {
    const dev = (deny: object) =>
      toRole({
        version: 'v6',
        metadata: { name: 'dev' },
        spec: { allow: { logins: ['root', 'guest'], node_labels: { '*': '*' } }, deny },
      });
    const why = (deny: object, login: string) => {
      const question = ask([], { logins: login }, { roles: [dev(deny)] });
      return answerOf('ada', 'node', question.as, answer(question)).why;
    };
    expect(why({ logins: ['guest'] }, 'guest')).toBe('dev denies it.');
    expect(why({ node_labels: { env: 'prod' } }, 'root')).toBe('dev denies it.');
    expect(why({ logins: ['mara'] }, 'mara')).toBe(
      'The server is reachable through dev, but none of the roles allows the login mara, and one denies it.',
    );
  });

  test('distinguishes a missing label, a trait without a value and another value', () => {
    const role7 = toRole({
      version: 'v6',
      metadata: { name: 'x' },
      spec: { allow: { node_labels: { dc: 'fr5', team: '{{external.team}}' } } },
    });
    const [part] = answer(ask([], {}, { roles: [role7] })).parts;
    expect(part?.marks.map(({ words }) => words)).toEqual([
      'no label dc',
      '{{external.team}} has no value with these traits',
    ]);
  });

  test('names the role with an error in a selector', () => {
    const broken = toRole({ version: 'v6', metadata: { name: 'x' }, spec: { allow: { node_labels: { env: '^($' } } } });
    const explained = answer(ask([], {}, { roles: [broken, role('lead')] }));
    expect(explained.parts[0]).toMatchObject({ role: 'x', stand: 'faulty' });
    expect(answerOf('ada', 'node', {}, explained).why).toContain('An error in x makes every check of this server fail');
  });
});

describe('what a user can do', () => {
  test('lists names and session conditions', () => {
    const { as: _, ...question } = ask(['lead']);
    expect(entitlementOf('priya.n', question)).toEqual({
      reaches: true,
      names: [{ field: 'logins', values: ['deploy', 'priya'], except: [] }],
      terms: ['with MFA for each session', 'recorded if the cluster records', 'at most 8 h'],
    });
    expect(entitlementOf('priya.n', { ...question, kind: 'db' }).names).toEqual([
      { field: 'db_users', values: ['reader'], except: [] },
      { field: 'db_names', values: ['*'], except: [] },
    ]);
  });

  test('lists a read-only query console and roles without pods', () => {
    const termsOf = (kind: Question['kind'], allow: object, version = 'v6', options = {}) =>
      entitlementOf('ada', {
        ...ask([]),
        kind,
        roles: [toRole({ version, metadata: { name: 'x' }, spec: { options, allow } })],
      }).terms;
    const everyDatabase = { db_labels: { '*': '*' } };
    expect(termsOf('db', everyDatabase, 'v6', { db_read_only: true })).toContain('read-only in the query console');
    expect(termsOf('db', everyDatabase)).toEqual(['at most 30 h']);
    const everyCluster = { kubernetes_labels: { '*': '*' } };
    const pods = { kubernetes_resources: [{ kind: 'pod', namespace: '*', name: '*' }] };
    expect(termsOf('kube_cluster', everyCluster)).toContain('without any pod');
    expect(termsOf('kube_cluster', { ...everyCluster, ...pods })).toEqual(['at most 30 h']);
    expect(termsOf('kube_cluster', everyCluster, 'v5')).toEqual(['at most 30 h']);
  });

  test('reports no access when a role denies the server', () => {
    const { as: _, ...question } = ask(['no-prod-root', 'lead']);
    expect(entitlementOf('priya.n', question).reaches).toBe(false);
  });
});

describe('suggested fixes', () => {
  test('narrow denied labels manually and add the login', () => {
    const question = ask(['lead', 'no-prod-root'], { logins: 'root' });
    const { needed, oneOf } = suggestedFixesFor(question, answer(question), []);
    expect(needed.map(({ words, edit }) => [words, edit !== undefined])).toEqual([
      ['remove `root` from `logins` in no-prod-root', true],
      ['narrow `node_labels` in no-prod-root', false],
    ]);
    expect(oneOf).toEqual([
      {
        role: 'lead',
        does: 'gives',
        path: ['spec', 'allow', 'logins'],
        words: 'add `root` to `logins` in lead',
        edit: { path: ['spec', 'allow', 'logins'], value: ['deploy', '{{internal.logins}}', 'root'] },
      },
    ]);
  });

  test('name the role whose assignment is sufficient', () => {
    const question = ask(['no-root'], { logins: 'deploy' });
    expect(suggestedFixesFor(question, answer(question), [role('lead'), role('reviewer')]).holding).toEqual(['lead']);
  });

  const turned: [string, Question, boolean][] = [
    ['a login is added', ask(['lead'], { logins: 'root' }), true],
    ['a denial is removed and the login is added', ask(['lead', 'no-root'], { logins: 'root' }), true],
    ['a label is widened', ask(['reviewer'], { logins: 'root' }), true],
    ['a login is removed', ask(['lead'], { logins: 'deploy' }), false],
    ['a login from a trait is removed', ask(['lead'], { logins: 'priya' }), false],
    ['a database user is added', ask(['lead'], { db_users: 'writer', db_names: 'ledger' }, { kind: 'db' }), true],
    ['a group is added', ask(['lead'], { kubernetes_groups: 'edit' }, { kind: 'kube_cluster' }), true],
  ];
  test.each(turned)('the edits change the verdict: %s', (_, question, ok) => {
    expect(answer(question).verdict.ok).toBe(!ok);
    const { needed, oneOf } = suggestedFixesFor(question, answer(question), []);
    const changes = [...needed, ...oneOf.slice(0, 1)];
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every(({ edit }) => edit !== undefined)).toBe(true);
    expect(answer(after(question, changes)).verdict.ok).toBe(ok);
  });

  test('an edit keeps the comments of the text', () => {
    const question = ask(['lead'], { logins: 'root' });
    const [change] = suggestedFixesFor(question, answer(question), []).oneOf;
    const text = patchYaml(TEXTS['lead'] ?? '', change?.edit?.path ?? [], change?.edit?.value) ?? '';
    expect(text).toContain('# Reviewed');
    expect(at(parsedYaml(text), 'spec', 'allow', 'logins')).toContain('root');
  });
});
