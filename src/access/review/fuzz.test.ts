// Random edits of roles. A review must not report new permissions only as a restriction, nor lost ones only as a gain.
import { expect, test } from 'vitest';
import { fuzzRounds, Random } from '../../../tests/support/random.ts';
import { textOf } from '../../lib/sentence.ts';
import { createAccess } from '../access.ts';
import { unmetDemands } from '../moderation.ts';
import { toRole } from '../role.ts';
import { reviewRole } from './reviewRole.ts';

const DEV = 'labels["env"] == "dev"';
const SELECTORS = [
  ...[{}, { '*': '*' }, { env: 'dev' }, { env: ['dev', 'prod'] }, { env: '*' }, { env: 'dev', team: 'pay' }],
  ...[{ env: 'dev', '*': '*' }, { env: [] }, { env: 'p*' }, { env: '^(?!x)' }, { team: ['pay', 'web'] }],
];
const KINDS = ['*', 'user', 'role', 'event'];
const VERBS = ['*', 'list', 'read', 'readnosecrets', 'update'];
const ADA = 'equals(user.metadata.name, "ada")';
const NAMES = ['root', '*', 'dev', 'a b'];
const GROUPS = ['*', 'dev', 'system:masters'];
const MODES = ['observer', 'moderator', 'peer', 'boss'];

const some = <T>(random: Random, items: readonly T[], most: number): readonly T[] =>
  Array.from({ length: random.below(most + 1) }, () => random.pick(items));
const maybe = (random: Random, part: object): object => (random.chance(0.5) ? part : {});

function randomSide(random: Random, isAllow: boolean): object {
  const rule = () => ({
    resources: [random.pick(KINDS)],
    verbs: [random.pick(VERBS), ...some(random, VERBS, 2)],
    ...(random.chance(0.3) && { where: random.pick([ADA, 'equals(user.metadata.name, "bob")']) }),
  });
  const policy = () => ({ name: 'p', kinds: some(random, ['ssh', 'k8s', '*'], 2), modes: some(random, MODES, 2) });
  return {
    ...maybe(random, { node_labels: random.pick(SELECTORS) }),
    ...(random.chance(0.2) && { node_labels_expression: random.pick([DEV, ' ']) }),
    ...maybe(random, { logins: some(random, isAllow ? ['root', 'dev', 'a b'] : NAMES, 2) }),
    ...maybe(random, { kubernetes_labels: { '*': '*' }, kubernetes_groups: some(random, GROUPS, 2) }),
    ...maybe(random, { rules: Array.from({ length: random.below(3) }, rule) }),
    ...(isAllow && {
      join_sessions: some(random, [0], 2).map(() => ({ ...policy(), roles: some(random, ['dev', '*'], 2) })),
      require_session_join: some(random, [0], 1).map(() => ({ ...policy(), count: random.below(3) })),
    }),
  };
}

const randomSpec = (random: Random) => ({
  allow: randomSide(random, true),
  deny: random.chance(0.4) ? randomSide(random, false) : {},
  options: maybe(random, { record_session: { default: 'strict', ...maybe(random, { ssh: 'best_effort' }) } }),
});

/** Changes one side of one role in one or all parts. */
function edited(random: Random, spec: ReturnType<typeof randomSpec>): ReturnType<typeof randomSpec> {
  const other = randomSpec(random);
  if (random.chance(0.2)) return other;
  const side = random.pick(['allow', 'deny', 'options'] as const);
  const key = random.pick(Object.keys({ ...spec[side], ...other[side] }).concat('logins'));
  return { ...spec, [side]: { ...spec[side], [key]: Object.entries(other[side]).find(([name]) => name === key)?.[1] } };
}

const LABELS = [{}, { env: 'dev' }, { env: 'prod' }, { team: 'pay' }, { env: 'dev', team: 'pay' }, { env: 'qa' }];

/** Every permission of the role, as text. */
function permissions(spec: object): ReadonlySet<string> {
  const roles = [toRole({ kind: 'role', version: 'v6', metadata: { name: 'ops' }, spec })];
  const access = createAccess({ userName: 'ada', roles, traits: {} });
  const found: string[] = [];
  const add = (words: string, is: boolean) => is && found.push(words);
  for (const labels of LABELS) {
    add(`server ${JSON.stringify(labels)}`, access.resource('node', labels).ok);
    for (const login of ['root', 'dev', 'a b'])
      add(`server ${JSON.stringify(labels)} as ${login}`, access.resource('node', labels, { login }).ok);
  }
  for (const kubeGroup of GROUPS) add(`group ${kubeGroup}`, access.resource('kube_cluster', {}, { kubeGroup }).ok);
  for (const kind of ['user', 'role', 'event', 'lock'])
    for (const verb of ['list', 'read', 'readnosecrets', 'update', 'delete'])
      add(`${verb} ${kind}`, access.rule(kind, verb).ok);
  for (const kind of ['ssh', 'k8s', 'db'] as const) {
    for (const owner of ['dev', 'qa'])
      for (const mode of access.joinModes({ userName: 'bob', roles: [owner] }, kind))
        found.push(`join ${kind} ${owner} ${mode}`);
    for (const mode of ['observer', 'moderator', 'peer'] as const)
      for (const count of [0, 1, 2]) {
        const present = Array.from({ length: count }, (_, i) => ({ user: `u${i}`, roles: [], mode }));
        add(`${kind} with ${count} ${mode}`, unmetDemands(access.joinDemands(kind), present).length === 0);
      }
  }
  add('SSH without recording', access.options().recordSsh !== 'strict');
  add('others without recording', access.options().recordOthers !== 'strict');
  return new Set(found);
}

test('reports gained permissions as gains and lost permissions as losses', () => {
  const random = new Random(20_261_127);
  for (let round = 0; round < fuzzRounds(200); round++) {
    const before = randomSpec(random);
    const after = edited(random, before);
    const [was, is] = [permissions(before), permissions(after)];
    const gained = [...is].filter((one) => !was.has(one));
    const lost = [...was].filter((one) => !is.has(one));
    const document = (spec: object) => ({ kind: 'role', version: 'v6', metadata: { name: 'ops' }, spec });
    const lines = reviewRole(document(before), document(after));
    const isSilent = lines.some((one) => textOf(one) === 'Does not change what its users may do');
    const all = JSON.stringify({ before, after, gained, lost, lines: lines.map(textOf) });
    expect(gained.length > 0 && (isSilent || lines.every(({ effect }) => effect === 'loss')), all).toBe(false);
    expect(lost.length > 0 && (isSilent || lines.every(({ effect }) => effect === 'gain')), all).toBe(false);
  }
});
