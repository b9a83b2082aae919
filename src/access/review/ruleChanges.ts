// Rights on the platform's own things (resource-specs §1.8, §24).
import type { Role, Rule, Side } from '../role.ts';
import { allOf, anyOf, flagged, moves, plain, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

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
  const { gained, lost } = moves(was, is, keyOf);
  const [narrowed, granted] = split(gained, (right) => right.where !== '' && isUnconditional(was, right));
  const [widened, taken] = split(lost, (right) => right.where !== '' && isUnconditional(is, right));
  // The verb stays, under a condition that was not there: said once, by the narrowed right.
  const gone = taken.filter((right) => !narrowed.some(({ kind, verb }) => kind === right.kind && verb === right.verb));
  const freed = (right: Right) => widened.some(({ kind, verb }) => kind === right.kind && verb === right.verb);
  return [
    ...grouped(granted, allOf, (right) => [isMighty(right), freed(right)]).map(({ words, first }) =>
      sentence(`May now ${words}${freed(first) ? ' without a condition' : whereWords(first)}`, isMighty(first)),
    ),
    ...grouped(narrowed, allOf).map(({ words, first }) => plain(`May now ${words} only where ${first.where}`)),
    ...grouped(gone, anyOf).map(({ words, first }) => plain(`May no longer ${words}${whereWords(first)}`)),
  ];
}

function denyChanges(before: Role, after: Role): readonly Sentence[] {
  const { gained, lost } = moves(sideOf(before, 'deny'), sideOf(after, 'deny'), keyOf);
  return [
    ...grouped(lost, anyOf).map(({ words, first }) => flagged(`No longer denies to ${words}${whereWords(first)}`)),
    ...grouped(gained, anyOf).map(({ words, first }) => plain(`Now denies to ${words}${whereWords(first)}`)),
  ];
}

const whereWords = ({ where }: Right): string => (where ? ` where ${where}` : '');

const isUnconditional = (rights: readonly Right[], { kind, verb }: Right): boolean =>
  rights.some((right) => right.kind === kind && right.verb === verb && right.where === '');

const split = (rights: readonly Right[], belongs: (right: Right) => boolean): [Right[], Right[]] => [
  rights.filter(belongs),
  rights.filter((right) => !belongs(right)),
];

/** `first` stands for all rights of the group. */
type Group = { words: string; first: Right };

/** Verbs of one kind and condition in one sentence, those apart that `apart` tells from the others. */
function grouped(
  rights: readonly Right[],
  join: (words: readonly string[]) => string,
  apart: (right: Right) => unknown = () => '',
): readonly Group[] {
  const groups = new Map<string, Right[]>();
  for (const right of rights) {
    const key = JSON.stringify([right.kind, right.where, apart(right)]);
    groups.set(key, [...(groups.get(key) ?? []), right]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const verbs = join(group.map(({ verb }) => VERBS[verb] ?? verb));
    const words = `${verbs} ${KINDS[first.kind] ?? first.kind.replaceAll('_', ' ')}`;
    return [{ words, first }];
  });
}
