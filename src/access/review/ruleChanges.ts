// Rights on the platform's own things (resource-specs §1.8, §24).
import type { Role, Rule, Side } from '../role.ts';
import type { Moves } from '../../lib/moves.ts';
import { change, code, gain, listAll, listAny, loss, words, type Sentence, type Words } from '../../lib/sentence.ts';

/** One verb on one kind under one condition: what rules come down to, however they are written. */
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

/** Whoever may write one of these can give themselves everything else. */
const KEYS_TO_ALL: ReadonlySet<string> = new Set([
  ...['*', 'user', 'role', 'auth_connector', 'github', 'oidc', 'saml', 'token', 'trusted_cluster'],
  ...['cluster_auth_preference', 'cert_authority'],
]);
const READING: ReadonlySet<string> = new Set(['list', 'read', 'readnosecrets']);
/** Selectors of labels do not limit who writes the labels. */
const setsLabels = ({ kind, verb }: Right): boolean =>
  ['node', 'app'].includes(kind) && ['create', 'update', '*'].includes(verb);
const isMighty = (right: Right): boolean =>
  right.verb === '*' ||
  (KEYS_TO_ALL.has(right.kind) && (right.kind === '*' || !READING.has(right.verb))) ||
  setsLabels(right);
const LABELS_DETAIL =
  'These users set address and labels themselves: they can reach every address that the gateway reaches.';

/** Who holds the role can give themselves every right. */
export const givesAdministration = (role: Role): boolean =>
  sideOf(role, 'allow').some((right) => KEYS_TO_ALL.has(right.kind) && !READING.has(right.verb));

const rightsOf = (rules: readonly Rule[]): readonly Right[] => [
  ...new Map(
    rules
      .flatMap(({ resources, verbs, where }) =>
        resources.flatMap((kind) => verbs.map((verb) => ({ kind, verb, where }))),
      )
      .map((right) => [keyOf(right), right]),
  ).values(),
];

export const ruleChanges = (before: Role, after: Role): readonly Sentence[] => [
  ...allowChanges(before, after),
  ...denyChanges(before, after),
];

const sideOf = (role: Role, side: Side): readonly Right[] => rightsOf(role.spec[side].rules);

function allowChanges(before: Role, after: Role): readonly Sentence[] {
  const [was, is] = [sideOf(before, 'allow'), sideOf(after, 'allow')];
  const { gained, lost } = rightMoves(was, is);
  // Another condition is told once, by what it takes the place of.
  const granted = gained.filter((right) => right.where === '' || !lost.some((other) => sameTask(other, right)));
  const freed = (right: Right) => was.some((other) => sameTask(other, right));
  const narrowed = (right: Right) => is.filter((other) => sameTask(other, right));
  return [
    ...grouped(granted, (right) => [isMighty(right), freed(right)]).map(({ task, first }) => {
      const rest = freed(first) && first.where === '' ? [' without a condition'] : wherePhrase(first);
      const detail = setsLabels(first) ? [LABELS_DETAIL] : undefined;
      return gain(words`May now ${task(listAll)}`, { rest, flagged: isMighty(first), detail });
    }),
    ...grouped(lost, (right) => narrowed(right).map(({ where }) => where)).map(({ task, first }) => {
      const [left] = narrowed(first);
      if (left) {
        const flagged = first.where !== '' && isMighty(first);
        return change(words`May now ${task(listAll)}`, { rest: words` only where ${code(left.where)}`, flagged });
      }
      const kept = is
        .filter(({ kind }) => first.verb === '*' && kind === first.kind)
        .map(({ verb }) => VERBS[verb] ?? verb);
      const but = kept.length > 0 ? words` but ${listAll(kept)}` : [];
      return loss(words`May no longer ${task(listAny)}`, { rest: [...but, ...wherePhrase(first)] });
    }),
  ];
}

function denyChanges(before: Role, after: Role): readonly Sentence[] {
  const { gained, lost } = rightMoves(sideOf(before, 'deny'), sideOf(after, 'deny'));
  return [
    ...grouped(lost).map(({ task, first }) =>
      gain(words`No longer forbids users to ${task(listAny)}`, { rest: wherePhrase(first), flagged: true }),
    ),
    ...grouped(gained).map(({ task, first }) =>
      loss(words`Now forbids users to ${task(listAny)}`, { rest: wherePhrase(first) }),
    ),
  ];
}

/** What neither side had already under a wider right. */
const rightMoves = (was: readonly Right[], is: readonly Right[]): Moves<Right> => ({
  gained: is.filter((right) => !was.some((other) => covers(other, right))),
  lost: was.filter((right) => !is.some((other) => covers(other, right))),
});

const covers = (wide: Right, right: Right): boolean =>
  (wide.kind === right.kind || wide.kind === '*') &&
  (wide.verb === right.verb || wide.verb === '*' || (wide.verb === 'read' && right.verb === 'readnosecrets')) &&
  (wide.where === right.where || wide.where === '');

const sameTask = (a: Right, b: Right): boolean => a.kind === b.kind && a.verb === b.verb;

const wherePhrase = ({ where }: Right): Words => (where ? words` where ${code(where)}` : []);

/** `first` stands for all rights of the group. */
type Group = { task: (join: typeof listAll) => Words; first: Right };

/** Verbs of one kind and condition in one sentence, those apart that `apart` tells from the others. */
function grouped(rights: readonly Right[], apart: (right: Right) => unknown = () => ''): readonly Group[] {
  const groups = new Map<string, Right[]>();
  for (const right of rights) {
    const key = JSON.stringify([right.kind, right.where, apart(right)]);
    const group = groups.get(key);
    if (group) group.push(right);
    else groups.set(key, [right]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const verbs = group.map(({ verb }) => VERBS[verb] ?? verb);
    return [{ task: (join) => words`${join(verbs)} ${thingsOf(first.kind)}`, first }];
  });
}

/** `users`, `the audit log`. */
export const thingsOf = (kind: string): string => KINDS[kind] ?? kind.replaceAll('_', ' ');
