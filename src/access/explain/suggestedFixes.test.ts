// Applies each suggested fix to the source texts, and checks that the verdict changes.
import { describe, expect, test } from 'vitest';
import { Random } from '../../../tests/support/random.ts';
import { KINDS, namesFor, randomLabels, randomRole, randomTraits } from '../../../tests/support/randomRoles.ts';
import { parsedYaml } from '../../../tests/support/parsed.ts';
import { TRAIT_NAMES } from '../../wire/userContext.ts';
import { patchYaml, type YamlPath } from '../../wire/yaml.ts';
import { createAccess } from '../access.ts';
import { toRole, type Role } from '../role.ts';
import type { Change, SuggestedFixes } from './change.ts';
import { explainResource, type Question } from './explainResource.ts';
import { dependsOnItem } from './explainRule.ts';
import { FIELDS_OF_KIND } from './names.ts';
import { suggestedFixesFor } from './suggestedFixes.ts';
import { suggestedRuleFixesFor } from './suggestedRuleFixes.ts';

type Shelf = readonly (readonly [name: string, text: string])[];
type Texts = ReadonlyMap<string, string>;

const roleOf = (text: string): Role => toRole(parsedYaml(text));
const rolesOf = (texts: Texts): readonly Role[] => [...texts.values()].map(roleOf);

/** Applies manual changes in the simplest way: a denial is removed, and an allowed selector matches nothing. */
function bluntly({ path }: Change): { path: YamlPath; value: unknown } {
  const [, side, field, index] = path;
  if (field === 'rules') return { path: path.slice(0, 4), value: { resources: ['nothing'], verbs: ['list'] } };
  const isExpression = String(field).endsWith('_expression');
  if (side === 'deny') return { path: path.slice(0, 3), value: isExpression ? '' : {} };
  expect(index).toBeUndefined();
  return { path, value: isExpression ? 'labels["no"] == "where"' : { no: 'where' } };
}

function applied(texts: Texts, changes: readonly Change[]): Texts {
  const after = new Map(texts);
  for (const change of changes) {
    const { path, value } = change.edit ?? bluntly(change);
    const text = patchYaml(after.get(change.role) ?? '', path, value);
    expect(text, 'the edit fits the text').toBeDefined();
    after.set(change.role, text ?? '');
  }
  return after;
}

/** The roles after each suggested alternative. */
const outcomes = (texts: Texts, shelf: Shelf, { needed, oneOf, holding }: SuggestedFixes): Texts[] => [
  ...oneOf.map((change) => applied(texts, [...needed, change])),
  ...holding.map((name) => new Map([...applied(texts, needed), ...shelf.filter(([one]) => one === name)])),
  ...(oneOf.length + holding.length === 0 && needed.length > 0 ? [applied(texts, needed)] : []),
];

const isEdit = ({ edit }: Change): boolean => edit !== undefined;
const ROUNDS = 120;
/** Far more than needed, for a busy machine. */
const LIMIT_MS = 30_000;

test(
  'resource access of random roles: every sufficient fix changes the verdict',
  () => {
    const random = new Random(5);
    const seen = { turned: 0, byEdit: 0, given: 0, none: 0 };
    const shelf = Array.from({ length: 30 }, (_, i) => [`r${i}`, randomRole(random, `r${i}`)] as const);
    const all = new Map(shelf.map(([name, text]) => [name, roleOf(text)]));
    for (let round = 0; round < ROUNDS; round++) {
      const texts = new Map(Array.from({ length: 1 + random.below(3) }, () => random.pick(shelf)));
      const kind = random.pick(KINDS);
      const [field] = FIELDS_OF_KIND[kind];
      const traits = Object.fromEntries(
        Object.entries(TRAIT_NAMES).map(([wire, name]) => [name, randomTraits(random)[wire] ?? []]),
      );
      const question: Question = {
        roles: rolesOf(texts),
        traits,
        kind,
        labels: randomLabels(random),
        as: field && random.chance(0.8) ? { [field]: random.pick(namesFor(field)) } : {},
      };
      const isOk = (roles: readonly Role[]): boolean => explainResource({ ...question, roles }).verdict.ok;
      const before = isOk(question.roles);
      const others = [...all].flatMap(([name, role]) => (texts.has(name) ? [] : [role]));
      const fixes = suggestedFixesFor(question, explainResource(question), others);
      const { needed, oneOf, holding, enough } = fixes;
      const alternatives = outcomes(texts, shelf, fixes);
      for (const alternative of alternatives) {
        const what = `round ${round}`;
        const isTurned = isOk(rolesOf(alternative)) !== before;
        expect(isTurned, what).toBe(enough);
        if (isTurned) seen.turned++;
      }
      if (alternatives.length === 0) seen.none++;
      if ([...needed, ...oneOf].some(isEdit)) seen.byEdit++;
      if (holding.length > 0) seen.given++;
    }
    expect(Math.min(seen.turned, seen.byEdit, seen.given), JSON.stringify(seen)).toBeGreaterThan(15);
  },
  LIMIT_MS,
);

describe('denials', () => {
  const ask = (deny: object, as: Question['as'], labels = { env: 'prod', team: 'pay' }): Question => ({
    roles: [
      toRole({
        version: 'v6',
        metadata: { name: 'no' },
        spec: { allow: { node_labels: { '*': '*' }, logins: ['root'] }, deny },
      }),
    ],
    traits: { logins: ['root'] },
    kind: 'node',
    labels,
    as,
  });
  const words = (question: Question) =>
    suggestedFixesFor(question, explainResource(question), []).needed.map((change) => [change.words, isEdit(change)]);

  test('removes every entry that denies a name, also templates and wildcards', () => {
    expect(words(ask({ logins: ['guest', 'root', '{{internal.logins}}', '*'] }, { logins: 'root' }))).toEqual([
      ['remove `root` and `{{internal.logins}}` and `*` from `logins` in no', true],
    ]);
  });

  test('removes one of several values, and narrows a single value manually', () => {
    expect(words(ask({ node_labels: { env: ['prod', 'staging'] } }, {}))).toEqual([
      ['remove `prod` from the label `env` of `node_labels` in no', true],
    ]);
    expect(words(ask({ node_labels: { env: 'prod', team: 'pay' } }, {}))).toEqual([
      ['narrow `node_labels` in no', false],
    ]);
  });

  test('names both denying labels and a denying expression, and names a selector with an error', () => {
    const both = { node_labels: { env: 'prod' }, node_labels_expression: 'labels["team"] == "pay"' };
    expect(words(ask(both, {}))).toEqual([
      ['narrow `node_labels` in no', false],
      ['narrow `node_labels_expression` in no', false],
    ]);
    expect(words(ask({ node_labels: { env: '^($' } }, {}))).toEqual([['correct `node_labels` in no', false]]);
  });

  test('does not suggest a grant that the role already has once its denial is removed', () => {
    const question = ask({ logins: ['root'] }, { logins: 'root' });
    expect(suggestedFixesFor(question, explainResource(question), []).oneOf).toEqual([]);
  });
});

describe('platform permissions', () => {
  const RULE_KINDS = ['role', 'user', 'token', 'github', 'auth_connector', '*'];
  const VERBS = ['list', 'read', 'update', 'create', 'readnosecrets', '*'];
  const CONDITIONS = [
    'contains(user.spec.traits["logins"], "root")',
    'equals(user.metadata.name, "ada")',
    'equals(resource.metadata.name, "x")',
    'broken(',
  ];
  const several = <T>(random: Random, items: readonly T[]) => [
    ...new Set(Array.from({ length: 1 + random.below(2) }, () => random.pick(items))),
  ];
  const rules = (random: Random, most: number) =>
    Array.from({ length: random.below(most + 1) }, () => ({
      resources: several(random, RULE_KINDS),
      verbs: several(random, VERBS),
      ...(random.chance(0.2) && { where: random.pick(CONDITIONS) }),
    }));
  const ruleRole = (random: Random, name: string): string =>
    JSON.stringify({
      kind: 'role',
      version: 'v6',
      metadata: { name },
      spec: { allow: { rules: rules(random, 3) }, deny: { rules: random.chance(0.4) ? rules(random, 2) : [] } },
    });

  test(
    'random roles: every sufficient fix changes the verdict',
    () => {
      const random = new Random(6);
      const seen = { turned: 0, byEdit: 0, given: 0, taken: 0 };
      const shelf = Array.from({ length: 20 }, (_, i) => [`r${i}`, ruleRole(random, `r${i}`)] as const);
      const all = new Map(shelf.map(([name, text]) => [name, roleOf(text)]));
      for (let round = 0; round < ROUNDS; round++) {
        const texts = new Map(Array.from({ length: 1 + random.below(3) }, () => random.pick(shelf)));
        const asked = {
          userName: 'ada',
          traits: { logins: ['root'] },
          kind: random.pick(['role', 'user', 'token', 'github']),
          verb: random.pick(['list', 'read', 'update', 'create', 'readnosecrets']),
        };
        const isOk = (roles: readonly Role[]): boolean =>
          createAccess({ ...asked, roles }).rule(asked.kind, asked.verb).ok;
        const roles = rolesOf(texts);
        const before = isOk(roles);
        const others = [...all].flatMap(([name, role]) => (texts.has(name) ? [] : [role]));
        if (dependsOnItem({ ...asked, roles })) continue;
        const fixes = suggestedRuleFixesFor({ ...asked, roles }, others);
        const { needed, oneOf, holding, enough } = fixes;
        const what = `round ${round}`;
        const alternatives = outcomes(texts, shelf, fixes);
        expect(alternatives.length, what).toBeGreaterThan(0);
        for (const alternative of alternatives) {
          expect(isOk(rolesOf(alternative)) !== before, what).toBe(enough);
          seen.turned++;
        }
        if ([...needed, ...oneOf].some(isEdit)) seen.byEdit++;
        if (holding.length > 0) seen.given++;
        if (before) seen.taken++;
      }
      expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(15);
    },
    LIMIT_MS,
  );

  test('suggests a new verb, a new rule, or nothing for permissions of the built-in role', () => {
    const role = (name: string, allow: object[], deny: object[] = []): Role =>
      toRole({ version: 'v6', metadata: { name }, spec: { allow: { rules: allow }, deny: { rules: deny } } });
    const words = (roles: readonly Role[], kind: string, verb: string) => {
      const { needed, oneOf } = suggestedRuleFixesFor({ userName: 'ada', traits: {}, roles, kind, verb }, []);
      return [needed, oneOf].map((changes) => changes.map((change) => [change.words, isEdit(change)]));
    };
    const own = role('own', [{ resources: ['role'], verbs: ['list', 'read'] }]);
    const wide = role('wide', [{ resources: ['role', 'user'], verbs: ['list', 'update'] }]);
    const no = role('no', [], [{ resources: ['role'], verbs: ['update'] }]);
    expect(words([own], 'role', 'update')).toEqual([[], [['add `update` to the verbs for `role` in own', true]]]);
    expect(words([wide], 'role', 'create')).toEqual([[], [['add the rule `role: create` to wide', true]]]);
    expect(words([wide, no], 'role', 'update')).toEqual([[['remove the rule for `role` from no', true]], []]);
    expect(words([own], 'role', 'list')).toEqual([[['remove `list` from the verbs for `role` in own', true]], []]);
    expect(words([wide], 'role', 'list')).toEqual([[['restrict the rule for `role` and `user` in wide', false]], []]);
    expect(words([], 'node', 'list')).toEqual([[], []]);
    // A rule without the condition would grant access to all users' recordings.
    const where = 'contains(session.participants, user.metadata.name)';
    const mine = role('mine', [{ resources: ['session'], verbs: ['list'], where }]);
    const none = role('none', [], [{ resources: ['session'], verbs: ['list'] }]);
    expect(words([mine], 'session', 'list')).toEqual([[], []]);
    expect(words([mine, none], 'session', 'list')).toEqual([[['remove the rule for `session` from none', true]], []]);
  });
});
