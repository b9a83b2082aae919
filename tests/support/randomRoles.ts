// Random roles, users and labels. Tests compare access that is computed from roles with the server's decisions.
import { LABELS_OF_KIND } from '../../src/access/resources.ts';
import type { LabelSet } from '../../src/access/selector.ts';
import { FIELDS_OF_KIND } from '../../src/access/explain/names.ts';
import { TRAIT_NAMES } from '../../src/wire/userContext.ts';
import type { ReachableKind } from '../../src/wire/inventoryJson.ts';
import type { Random } from './random.ts';

export const KINDS = ['node', 'app', 'kube_cluster', 'db', 'windows_desktop', 'user_group'] as const;

const VERSIONS = ['v3', 'v4', 'v5', 'v6'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  env: ['dev', 'prod', 'staging'],
  team: ['pay', 'web', 'lab'],
  region: ['fra1', 'ams2'],
};
const KEYS = Object.keys(VALUES);
const NAMES = ['root', 'deploy', 'web', 'pay', 'reader'];
const ARNS = ['reader', 'writer'].map((name) => `arn:aws:iam::123456789012:role/${name}`);
/** Values of a role's field for the names with which a target is used. */
export const namesFor = (field: string): readonly string[] => (field === 'aws_role_arns' ? ARNS : NAMES);
const PATTERNS = ['*', 'p*', '*a*', '^(dev|prod)$', '^l.b$', '^.*2$'];
const TEMPLATES = [
  '{{internal.logins}}',
  '{{external.logins}}',
  '{{external.db_users}}',
  'x-{{internal.kubernetes_groups}}',
];
const templatesFor = (field: string): readonly string[] =>
  field === 'aws_role_arns' ? ['{{internal.aws_role_arns}}'] : TEMPLATES;
const EXPRESSIONS = [
  'labels["env"] != "dev"',
  'contains(user.spec.traits["logins"], labels["team"])',
  'regexp.match(labels["region"], "^fra") || labels["env"] == "prod"',
  '!(labels["team"] == "lab") && contains_any(user.spec.traits["db_users"], labels_matching("*"))',
];

const some = <T>(random: Random, items: readonly T[], most: number): readonly T[] => [
  ...new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(items))),
];

/** A target may or may not carry each key. */
export const randomLabels = (random: Random): LabelSet =>
  Object.fromEntries(KEYS.flatMap((key) => (random.chance(0.75) ? [[key, random.pick(VALUES[key] ?? [])]] : [])));

function randomSelector(random: Random): Record<string, readonly string[]> {
  if (random.chance(0.15)) return { '*': ['*'] };
  return Object.fromEntries(
    some(random, KEYS, 2).map((key) => [
      key,
      some(random, random.chance(0.3) ? [...PATTERNS, ...TEMPLATES] : (VALUES[key] ?? []), 2),
    ]),
  );
}

/** The rules of a role for one kind on one side, in none, one or both of its two languages. */
function randomSide(random: Random, kind: ReachableKind, isAllow: boolean): object {
  const labels = LABELS_OF_KIND[kind];
  const hasWildcard = (field: string) => !isAllow || field.startsWith('db_');
  return {
    ...(random.chance(isAllow ? 0.6 : 0.3) && { [labels]: randomSelector(random) }),
    ...(random.chance(isAllow ? 0.15 : 0.05) && { [`${labels}_expression`]: random.pick(EXPRESSIONS) }),
    ...Object.fromEntries(
      FIELDS_OF_KIND[kind]
        .filter(() => random.chance(isAllow ? 0.6 : 0.15))
        .map((field) => {
          const names = isAllow ? [...namesFor(field), ...templatesFor(field)] : namesFor(field);
          return [field, random.chance(0.1) && hasWildcard(field) ? ['*'] : some(random, names, 3)];
        }),
    ),
  };
}

/** The text of a role. JSON is YAML. Some roles have no rule for a kind, which older versions read as full access. */
export function randomRole(random: Random, name: string, options: object = {}): string {
  const side = (isAllow: boolean) =>
    Object.assign({}, ...KINDS.map((kind) => randomSide(random, kind, isAllow))) as object;
  const spec = { options, allow: side(true), deny: random.chance(0.5) ? side(false) : {} };
  return JSON.stringify({ kind: 'role', version: random.pick(VERSIONS), metadata: { name }, spec });
}

/** Traits in the form of the endpoints for users. Some are absent. */
export const randomTraits = (random: Random): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(TRAIT_NAMES).flatMap(([trait, field]) =>
      random.chance(0.6) ? [[trait, some(random, namesFor(field), 2)]] : [],
    ),
  );
