// Permissions that involve other users: impersonate, request, review (resource-specs §1.4–1.6).
import type { Conditions, Role, Side } from '../role.ts';
import { moves, nameMoves } from '../../lib/moves.ts';
import { demandChanges, joinChanges } from './sessionChanges.ts';
import { change, code, gain, listAny, listAll, loss, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';

type NameList = {
  may: (names: Phrase) => Phrase;
  of: (conditions: Conditions) => readonly string[];
  mighty?: true;
};

const LISTS: readonly NameList[] = [
  { may: (names) => phrase`act as the user ${names}`, of: ({ impersonate }) => impersonate?.users ?? [], mighty: true },
  { may: (names) => phrase`assume the role ${names}`, of: ({ impersonate }) => impersonate?.roles ?? [], mighty: true },
  { may: (names) => phrase`request the role ${names}`, of: ({ request }) => request?.roles ?? [] },
  { may: (names) => phrase`request resources as ${names}`, of: ({ request }) => request?.search_as_roles ?? [] },
  {
    may: (names) => phrase`approve requests for the role ${names}`,
    of: ({ review_requests }) => review_requests?.roles ?? [],
  },
];

export const peopleChanges = (before: Role, after: Role): readonly Sentence[] => [
  ...listChanges(before, after, 'allow'),
  ...listChanges(before, after, 'deny'),
  ...joinChanges(before.spec.allow, after.spec.allow),
  ...demandChanges(before.spec.allow, after.spec.allow),
  ...podChanges(before, after),
  ...termChanges(before.spec.allow, after.spec.allow),
];

const anyName = (name: string): Phrase => (name === '*' ? ['of any name'] : code(name));

function listChanges(before: Role, after: Role, side: Side): readonly Sentence[] {
  return LISTS.flatMap(({ may, of, mighty }) => {
    const { gained, lost } = nameMoves(of(before.spec[side]), of(after.spec[side]));
    const mayDo = (names: readonly string[], join: typeof listAll) => may(join(names.map(anyName)));
    if (side === 'deny')
      return [
        ...(lost.length > 0
          ? [gain(phrase`No longer forbids users to ${mayDo(lost, listAny)}`, { flagged: true })]
          : []),
        ...(gained.length > 0 ? [loss(phrase`Now forbids users to ${mayDo(gained, listAny)}`)] : []),
      ];
    const isMighty = mighty ?? gained.includes('*');
    return [
      ...(gained.length > 0 ? [gain(phrase`May now ${mayDo(gained, listAll)}`, { flagged: isMighty })] : []),
      ...(lost.length > 0 ? [loss(phrase`May no longer ${mayDo(lost, listAny)}`)] : []),
    ];
  });
}

type Pod = Conditions['kubernetes_resources'][number];
const podPhrase = ({ kind, namespace, name }: Pod): Phrase => {
  const resources = kind === '*' ? 'everything' : `${kind}s`;
  return namespace === '*' && name === '*'
    ? [`all ${resources}`]
    : phrase`${resources} ${code(name)} in the namespace ${code(namespace)}`;
};

function podChanges(before: Role, after: Role): readonly Sentence[] {
  const podsOf = (role: Role, side: Side) => role.spec[side].kubernetes_resources;
  const key = (pod: Pod) => JSON.stringify([pod.kind, pod.namespace, pod.name]);
  const allow = moves(podsOf(before, 'allow'), podsOf(after, 'allow'), key);
  const deny = moves(podsOf(before, 'deny'), podsOf(after, 'deny'), key);
  return [
    ...allow.gained.map((pod) => gain(phrase`May now access ${podPhrase(pod)} of those Kubernetes clusters`)),
    ...allow.lost.map((pod) => loss(phrase`May no longer access ${podPhrase(pod)} of those Kubernetes clusters`)),
    ...deny.lost.map((pod) =>
      gain(phrase`No longer denies ${podPhrase(pod)} of Kubernetes clusters`, { flagged: true }),
    ),
    ...deny.gained.map((pod) => loss(phrase`Now denies ${podPhrase(pod)} of Kubernetes clusters`)),
  ];
}

/** Conditions of the lists above. The changed lines show their details. */
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
      ? [change('Changes the condition for impersonation', { flagged: true })]
      : []),
    ...(asking ? [change('Changes the conditions of access requests')] : []),
    ...(approving ? [change('Changes the conditions for approving access requests')] : []),
  ];
}

/** A missing term, an empty text and an empty list are equal. */
const orNothing = (term: unknown): unknown => (term === undefined || term === '' ? [] : term);
