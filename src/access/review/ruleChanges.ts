// Rights on the platform's own things (resource-specs §1.8, §24).
import type { Role, Rule, Side } from '../role.ts';
import { allOf, anyOf, flagged, plain, sentence } from './sentence.ts';
import type { Moves, Sentence } from './sentence.ts';

/** One verb on one kind under one condition: what rules come down to, however they are written. */
type Right = { kind: string; verb: string; where: string };
const keyOf = ({ kind, verb, where }: Right): string => JSON.stringify([kind, verb, where]);

const KINDS: Readonly<Record<string, string>> = {
  '*': 'everything on the platform',
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
const isMighty = ({ kind, verb }: Right): boolean =>
  verb === '*' || (KEYS_TO_ALL.has(kind) && (kind === '*' || !READING.has(verb)));

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
    ...grouped(granted, (right) => [isMighty(right), freed(right)]).map(({ words, first }) =>
      sentence(
        `May now ${words(allOf)}${freed(first) && first.where === '' ? ' without a condition' : whereWords(first)}`,
        isMighty(first),
      ),
    ),
    ...grouped(lost, (right) => narrowed(right).map(({ where }) => where)).map(({ words, first }) => {
      const [left] = narrowed(first);
      if (left)
        return sentence(`May now ${words(allOf)} only where ${left.where}`, first.where !== '' && isMighty(first));
      const rest = is
        .filter(({ kind }) => first.verb === '*' && kind === first.kind)
        .map(({ verb }) => VERBS[verb] ?? verb);
      return plain(`May no longer ${words(anyOf)}${rest.length > 0 ? ` but ${allOf(rest)}` : ''}${whereWords(first)}`);
    }),
  ];
}

function denyChanges(before: Role, after: Role): readonly Sentence[] {
  const { gained, lost } = rightMoves(sideOf(before, 'deny'), sideOf(after, 'deny'));
  return [
    ...grouped(lost).map(({ words, first }) => flagged(`No longer denies to ${words(anyOf)}${whereWords(first)}`)),
    ...grouped(gained).map(({ words, first }) => plain(`Now denies to ${words(anyOf)}${whereWords(first)}`)),
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

const whereWords = ({ where }: Right): string => (where ? ` where ${where}` : '');

/** `first` stands for all rights of the group. */
type Group = { words: (join: typeof allOf) => string; first: Right };

/** Verbs of one kind and condition in one sentence, those apart that `apart` tells from the others. */
function grouped(rights: readonly Right[], apart: (right: Right) => unknown = () => ''): readonly Group[] {
  const groups = new Map<string, Right[]>();
  for (const right of rights) {
    const key = JSON.stringify([right.kind, right.where, apart(right)]);
    groups.set(key, [...(groups.get(key) ?? []), right]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const things = KINDS[first.kind] ?? first.kind.replaceAll('_', ' ');
    const words = (how: typeof allOf) => `${how(group.map(({ verb }) => VERBS[verb] ?? verb))} ${things}`;
    return [{ words, first }];
  });
}
