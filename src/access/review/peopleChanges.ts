// What a role lets people do with each other: act as, ask for, approve, join, be watched (resource-specs §1.4–1.7).
import type { Conditions, Role, Side } from '../role.ts';
import { allOf, anyOf, flagged, moves, nameMoves, plain } from './sentence.ts';
import type { Sentence } from './sentence.ts';

type NameList = {
  may: (names: string) => string;
  of: (conditions: Conditions) => readonly string[];
  mighty?: true;
};

const LISTS: readonly NameList[] = [
  { may: (names) => `act as the user ${names}`, of: ({ impersonate }) => impersonate?.users ?? [], mighty: true },
  { may: (names) => `take on the role ${names}`, of: ({ impersonate }) => impersonate?.roles ?? [], mighty: true },
  { may: (names) => `ask for the role ${names}`, of: ({ request }) => request?.roles ?? [] },
  { may: (names) => `ask for resources as ${names}`, of: ({ request }) => request?.search_as_roles ?? [] },
  {
    may: (names) => `approve requests for the role ${names}`,
    of: ({ review_requests }) => review_requests?.roles ?? [],
  },
];

export const peopleChanges = (before: Role, after: Role): readonly Sentence[] => [
  ...listChanges(before, after, 'allow'),
  ...listChanges(before, after, 'deny'),
  ...joinChanges(before.spec.allow, after.spec.allow),
  ...watchChanges(before.spec.allow, after.spec.allow),
  ...podChanges(before, after),
  ...termChanges(before.spec.allow, after.spec.allow),
];

const anyName = (name: string): string => (name === '*' ? 'of any name' : name);

function listChanges(before: Role, after: Role, side: Side): readonly Sentence[] {
  return LISTS.flatMap(({ may, of, mighty }) => {
    const { gained, lost } = nameMoves(of(before.spec[side]), of(after.spec[side]));
    const words = (names: readonly string[], join: typeof allOf) => may(join(names.map(anyName)));
    if (side === 'deny')
      return [
        ...(lost.length > 0 ? [flagged(`No longer denies to ${words(lost, anyOf)}`)] : []),
        ...(gained.length > 0 ? [plain(`Now denies to ${words(gained, anyOf)}`)] : []),
      ];
    const isMighty = mighty ?? gained.includes('*');
    return [
      ...(gained.length > 0 ? [(isMighty ? flagged : plain)(`May now ${words(gained, allOf)}`)] : []),
      ...(lost.length > 0 ? [plain(`May no longer ${words(lost, anyOf)}`)] : []),
    ];
  });
}

type Join = Conditions['join_sessions'][number];
const joinWords = ({ kinds, modes, roles }: Join): string =>
  `join ${sessionsOf(kinds)} of people with the role ${anyOf(roles.map(anyName))} as ${anyOf(modes)}`;

/** `ssh sessions`, `any sessions`. */
const sessionsOf = (kinds: readonly string[]): string => `${kinds.includes('*') ? 'any' : anyOf(kinds)} sessions`;

function joinChanges(before: Conditions, after: Conditions): readonly Sentence[] {
  const { gained, lost } = moves(before.join_sessions, after.join_sessions, joinWords);
  return [
    ...gained.map((policy) => plain(`May now ${joinWords(policy)}`)),
    ...lost.map((policy) => plain(`May no longer ${joinWords(policy)}`)),
  ];
}

type Watch = Conditions['require_session_join'][number];
const watchWords = ({ kinds, modes, count, filter }: Watch): string =>
  `need ${count} ${anyOf(modes) || 'others'}${filter ? ` where ${filter}` : ''} to be in their ${sessionsOf(kinds)}`;

function watchChanges(before: Conditions, after: Conditions): readonly Sentence[] {
  const { gained, lost } = moves(before.require_session_join, after.require_session_join, watchWords);
  return [
    ...lost.map((policy) => flagged(`No longer ${watchWords(policy)}`)),
    ...gained.map((policy) => plain(`Now ${watchWords(policy)}`)),
  ];
}

type Pod = Conditions['kubernetes_resources'][number];
const podWords = ({ kind, namespace, name }: Pod): string => {
  const things = kind === '*' ? 'everything' : `${kind}s`;
  return namespace === '*' && name === '*' ? `all ${things}` : `${things} ${name} in the namespace ${namespace}`;
};

function podChanges(before: Role, after: Role): readonly Sentence[] {
  const of = (role: Role, side: Side) => role.spec[side].kubernetes_resources.map(podWords);
  const allow = moves(of(before, 'allow'), of(after, 'allow'));
  const deny = moves(of(before, 'deny'), of(after, 'deny'));
  return [
    ...allow.gained.map((pods) => plain(`May now reach ${pods} of those Kubernetes clusters`)),
    ...allow.lost.map((pods) => plain(`May no longer reach ${pods} of those Kubernetes clusters`)),
    ...deny.lost.map((pods) => flagged(`No longer denies ${pods} of Kubernetes clusters`)),
    ...deny.gained.map((pods) => plain(`Now denies ${pods} of Kubernetes clusters`)),
  ];
}

/** Conditions around the lists above; what they mean in detail the changed lines show. */
function termChanges(before: Conditions, after: Conditions): readonly Sentence[] {
  const changed = (termsOf: (conditions: Conditions) => readonly unknown[]) =>
    JSON.stringify(termsOf(before).map(orNothing)) !== JSON.stringify(termsOf(after).map(orNothing));
  const asking = changed(({ request: terms }) => [
    terms?.claims_to_roles,
    terms?.thresholds,
    terms?.suggested_reviewers,
    Object.entries(terms?.annotations ?? {}),
  ]);
  const approving = changed(({ review_requests: terms }) => [
    terms?.claims_to_roles,
    terms?.where,
    terms?.preview_as_roles,
  ]);
  return [
    ...(changed(({ impersonate }) => [impersonate?.where])
      ? [flagged('Changes the condition for acting as others')]
      : []),
    ...(asking ? [plain('Changes the terms of access requests')] : []),
    ...(approving ? [plain('Changes the terms of approving access requests')] : []),
  ];
}

/** Missing, an empty text and an empty list are the same term. */
const orNothing = (term: unknown): unknown => (term === undefined || term === '' ? [] : term);
