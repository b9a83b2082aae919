// Rights on platform resources (resource-specs §1.8, §24).
import { CONNECTOR_KINDS } from '../access.ts';
import type { Role, Rule, Side } from '../role.ts';
import { compileWhere } from '../where.ts';
import { groupBy } from '../../lib/groupBy.ts';
import { moves, type Moves } from '../../lib/moves.ts';
import { change, code, gain, listAll, listAny, loss, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';

/** One verb on one kind under one condition: the normalized form of rules. */
type Right = { kind: string; verb: string; where: string };
const keyOf = ({ kind, verb, where }: Right): string => JSON.stringify([kind, verb, where]);

const KINDS: Readonly<Record<string, string>> = {
  '*': 'all platform resources',
  user: 'users',
  role: 'roles',
  auth_connector: 'auth connectors',
  github: 'GitHub connectors',
  oidc: 'OIDC connectors',
  saml: 'SAML connectors',
  trusted_cluster: 'trusted clusters',
  remote_cluster: 'leaf clusters',
  token: 'join tokens',
  session: 'session recordings',
  ssh_session: 'active sessions',
  session_tracker: 'active sessions of others',
  event: 'the audit log',
  lock: 'locks',
  access_request: 'access requests',
  node: 'servers',
  app: 'applications',
  app_server: 'application instances',
  db: 'databases',
  db_server: 'database instances',
  kube_cluster: 'Kubernetes clusters',
  kube_server: 'Kubernetes agents',
  windows_desktop: 'desktops',
  integration: 'integrations',
  cluster_auth_preference: 'sign-in settings',
  session_recording_config: 'recording settings',
  cluster_networking_config: 'network settings',
  cert_authority: 'certificate authorities',
};
const VERBS: Readonly<Record<string, string>> = {
  '*': 'do anything with',
  readnosecrets: 'read without secrets',
  create_enroll_token: 'create enrolment tokens for',
};

/** Users who can write one of these can give themselves every other right. */
const KEYS_TO_ALL: ReadonlySet<string> = new Set([
  ...['*', 'user', 'role', 'auth_connector', 'github', 'oidc', 'saml', 'token', 'trusted_cluster'],
  ...['cluster_auth_preference', 'cert_authority'],
]);
const OWN_KINDS = [...CONNECTOR_KINDS, '*'].map(code);
const READING: ReadonlySet<string> = new Set(['list', 'read', 'readnosecrets']);
/** Label selectors do not limit who writes labels. */
const setsLabels = ({ kind, verb }: Right): boolean =>
  ['node', 'app'].includes(kind) && ['create', 'update', '*'].includes(verb);
const isMighty = (right: Right): boolean =>
  right.verb === '*' ||
  (KEYS_TO_ALL.has(right.kind) && (right.kind === '*' || !READING.has(right.verb))) ||
  setsLabels(right);
const LABELS_DETAIL =
  'These users set address and labels themselves: they can reach every address that this cluster reaches.';

/** Holders of the role can give themselves every right. */
export const givesAdministration = (role: Role): boolean =>
  sideOf(role, 'allow').some((right) => KEYS_TO_ALL.has(right.kind) && !READING.has(right.verb));

const distinct = (rights: readonly Right[]): readonly Right[] => [
  ...new Map(rights.map((right) => [keyOf(right), right])).values(),
];

const rightsOf = (rules: readonly Rule[]): readonly Right[] =>
  distinct(
    rules.flatMap(({ resources, verbs, where }) =>
      resources.flatMap((kind) => verbs.map((verb) => ({ kind, verb, where }))),
    ),
  );

export const ruleChanges = (before: Role, after: Role): readonly Sentence[] => [
  ...allowChanges(before, after),
  ...denyChanges(before, after),
  ...faultChanges(before, after),
];

const sideOf = (role: Role, side: Side): readonly Right[] => rightsOf(role.spec[side].rules.filter(isReadable));

/** A condition with an error makes every check of its kinds fail, for all verbs. */
const isReadable = ({ where }: Rule): boolean => where === '' || compileWhere(where)({}).ok;

function faultChanges(before: Role, after: Role): readonly Sentence[] {
  const faultsOf = ({ spec }: Role) =>
    (['deny', 'allow'] as const).flatMap((verb) =>
      rightsOf(spec[verb].rules.flatMap((rule) => (isReadable(rule) ? [] : [{ ...rule, verbs: [verb] }]))),
    );
  const { gained, lost } = moves(faultsOf(before), faultsOf(after), ({ kind, verb }) => `${verb} ${kind}`);
  return [
    ...gained.map(({ kind, verb, where }) => {
      const rules = `${verb === 'deny' ? 'All rules' : 'Rules'} for ${resourcesOf(kind)}`;
      return change(phrase`${rules} now fail: the condition ${code(where)} cannot be read`, { flagged: true });
    }),
    ...lost.map(({ kind }) => gain(`Rules for ${resourcesOf(kind)} no longer fail`, { flagged: true })),
  ];
}

function allowChanges(before: Role, after: Role): readonly Sentence[] {
  const [was, is] = [sideOf(before, 'allow'), sideOf(after, 'allow')];
  const { gained, lost } = rightMoves(was, is);
  const freed = (right: Right) => was.some((other) => sameTask(other, right));
  return [
    ...grouped(gained, (right) => [isMighty(right), freed(right)]).map((group) => {
      const { first } = group;
      const rest = freed(first) && first.where === '' ? [' without a condition'] : wherePhrase(first);
      const detail = setsLabels(first) ? [LABELS_DETAIL] : undefined;
      return gain(phrase`May now ${taskOf(group, listAll)}`, { rest, flagged: isMighty(first), detail });
    }),
    ...lostChanges('allow', lost, is),
  ];
}

function denyChanges(before: Role, after: Role): readonly Sentence[] {
  const is = sideOf(after, 'deny');
  const { gained, lost } = rightMoves(sideOf(before, 'deny'), is);
  return [
    ...lostChanges('deny', lost, is),
    ...grouped(gained).map((group) => {
      const { kind } = group.first;
      // Rules that allow a kind of connectors by its name take precedence.
      const unless = kind === 'auth_connector' ? phrase` unless a role allows ${listAny(OWN_KINDS)}` : [];
      const rest = [...wherePhrase(group.first), ...unless];
      return loss(phrase`Now forbids users to ${taskOf(group, listAny)}`, { rest });
    }),
  ];
}

const TEXTS: Record<Side, { lost: string; narrowed: string; kept: string }> = {
  allow: { lost: 'May no longer', narrowed: 'May now', kept: 'may still' },
  deny: { lost: 'No longer forbids users to', narrowed: 'Now forbids users to', kept: 'still forbids them to' },
};

/** Lost rights of one side, with the remaining ones. */
function lostChanges(side: Side, lost: readonly Right[], is: readonly Right[]): readonly Sentence[] {
  const { lost: lostText, narrowed, kept: still } = TEXTS[side];
  const isDeny = side === 'deny';
  const conditionsOf = (right: Right) => [
    ...new Set(remaining([right], is).flatMap((candidate) => (sameTask(candidate, right) ? [candidate.where] : []))),
  ];
  return grouped(lost, conditionsOf).map((group) => {
    const { first, rights } = group;
    const conditions = conditionsOf(first);
    if (conditions.length > 0) {
      const rest = phrase` only where ${listAny(conditions.map(code))}`;
      const flagged = isDeny || (first.where !== '' && isMighty(first));
      return change(phrase`${narrowed} ${taskOf(group, isDeny ? listAny : listAll)}`, { rest, flagged });
    }
    const kept = remaining(rights, is);
    const rest = [...keptPhrase(first, kept, still), ...wherePhrase(first)];
    const text = phrase`${lostText} ${taskOf(group, listAny)}`;
    return isDeny ? gain(text, { rest, flagged: true }) : loss(text, { rest, flagged: kept.some(isMighty) });
  });
}

/** The part of the lost rights that the other rights still grant. */
const remaining = (lost: readonly Right[], rights: readonly Right[]): readonly Right[] =>
  distinct(lost.flatMap((right) => rights.flatMap((other) => overlapOf(right, other))));

function overlapOf(a: Right, b: Right): readonly Right[] {
  const kind = narrower(a.kind, b.kind);
  if (kind === undefined) return [];
  const isReading = [a, b].every(({ verb }) => verb === 'read' || verb === 'readnosecrets');
  const verb = narrower(a.verb, b.verb) ?? (isReading ? 'readnosecrets' : undefined);
  return verb === undefined ? [] : [{ kind, verb, where: b.where }];
}

const narrower = (a: string, b: string): string | undefined => (b === '*' || a === b ? a : a === '*' ? b : undefined);

/** ` but list and read, and may still do anything with users and roles` */
function keptPhrase({ kind, where }: Right, kept: readonly Right[], still: string): Phrase {
  const kindSentences = grouped(kept.filter((right) => right.kind === kind)).map(
    ({ verbs, first }) => phrase`${listAll(verbs)}${first.where === where ? [] : wherePhrase(first)}`,
  );
  const byTask = groupBy(grouped(kept.filter((right) => right.kind !== kind)), ({ verbs, first }) =>
    JSON.stringify([verbs, first.where]),
  );
  const others = [...byTask.values()].map((groups) => {
    const [{ verbs, first }] = groups;
    return phrase`${listAll(verbs)} ${listAll(groups.map((group) => resourcesOf(group.first.kind)))}${wherePhrase(first)}`;
  });
  return [
    ...(kindSentences.length > 0 ? phrase` but ${listAll(kindSentences)}` : []),
    ...(others.length > 0 ? phrase`, ${kindSentences.length > 0 ? 'and' : 'but'} ${still} ${listAll(others)}` : []),
  ];
}

/**
 * The rights that neither side covers by a wider right. A changed condition is reported once, with the one that it
 * replaces.
 */
function rightMoves(was: readonly Right[], is: readonly Right[]): Moves<Right> {
  const lost = was.filter((right) => !is.some((other) => covers(other, right)));
  const gained = is.filter((right) => !was.some((other) => covers(other, right)));
  return {
    gained: gained.filter((right) => right.where === '' || !lost.some((other) => sameTask(other, right))),
    lost,
  };
}

const covers = (wide: Right, right: Right): boolean =>
  (wide.kind === right.kind || wide.kind === '*') &&
  (wide.verb === right.verb || wide.verb === '*' || (wide.verb === 'read' && right.verb === 'readnosecrets')) &&
  (wide.where === right.where || wide.where === '');

const sameTask = (a: Right, b: Right): boolean => a.kind === b.kind && a.verb === b.verb;

const wherePhrase = ({ where }: Right): Phrase => (where ? phrase` where ${code(where)}` : []);

/** Verbs of one kind and condition. `first` represents all rights of the group. */
type Group = { rights: readonly Right[]; verbs: readonly string[]; first: Right };

const taskOf = ({ verbs, first }: Group, join: typeof listAll): Phrase =>
  phrase`${join(verbs)} ${resourcesOf(first.kind)}`;

/** Rights that share a sentence. `apart` separates them further. */
const grouped = (rights: readonly Right[], apart: (right: Right) => unknown = () => ''): readonly Group[] =>
  [...groupBy(rights, (right) => JSON.stringify([right.kind, right.where, apart(right)])).values()].map((group) => ({
    rights: group,
    verbs: group.map(({ verb }) => VERBS[verb] ?? verb),
    first: group[0],
  }));

/** `users`, `the audit log`. */
export const resourcesOf = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ');
