// The names with which a role lets its holders access resources (resource-specs §1.3).
import { isUsableName, type NameField } from '../heldRole.ts';
import { OPEN_FIELDS } from '../resources.ts';
import type { Role, Side } from '../role.ts';
import { reachesMore, reachPhrase, SERVERS } from './reach.ts';
import { moves, nameMoves } from '../../lib/moves.ts';
import { code, codes, gain, listAll, listAny, loss, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';

/**
 * `may` continues "May now …" and "May no longer …", `noun` continues "Now denies …". `any`: `*` in deny and in
 * `OPEN_FIELDS`.
 */
type Names = {
  field: NameField;
  may: (names: Phrase) => Phrase;
  noun: string;
  any?: string;
  /** Names with more permissions than the others. */
  mighty?: readonly string[];
};

const NAMES: readonly Names[] = [
  {
    field: 'windows_desktop_logins',
    may: (names) => phrase`log in to desktops as ${names}`,
    noun: 'desktop login',
    any: 'anybody',
    mighty: ['Administrator'],
  },
  {
    field: 'kubernetes_groups',
    may: (names) => phrase`act in the Kubernetes group ${names}`,
    noun: 'Kubernetes group',
    mighty: ['system:masters'],
  },
  { field: 'kubernetes_users', may: (names) => phrase`act as the Kubernetes user ${names}`, noun: 'Kubernetes user' },
  { field: 'db_users', may: (names) => phrase`log in to databases as ${names}`, noun: 'database user', any: 'anybody' },
  { field: 'db_names', may: (names) => phrase`open the database ${names}`, noun: 'database name' },
  { field: 'db_roles', may: (names) => phrase`get the database role ${names}`, noun: 'database role' },
  {
    field: 'desktop_groups',
    may: (names) => phrase`join the desktop group ${names}`,
    noun: 'desktop group',
    mighty: ['Administrators'],
  },
  {
    field: 'host_groups',
    may: (names) => phrase`join the UNIX group ${names}`,
    noun: 'UNIX group',
    mighty: ['root', 'wheel', 'sudo', 'docker'],
  },
  { field: 'aws_role_arns', may: (names) => phrase`assume the AWS role ${names}`, noun: 'AWS role' },
  { field: 'azure_identities', may: (names) => phrase`use the Azure identity ${names}`, noun: 'Azure identity' },
  { field: 'gcp_service_accounts', may: (names) => phrase`use the Google account ${names}`, noun: 'Google account' },
];
const ROOT = 'root';
const ANY_NAME = 'of any name';

export function nameChanges(before: Role, after: Role): readonly Sentence[] {
  return [
    ...loginChanges(before, after),
    ...NAMES.flatMap((names) => allowedChanges(before, after, names)),
    ...sudoChanges(before, after),
    ...[{ field: 'logins', noun: 'login' } as const, ...NAMES].flatMap((names) => deniedChanges(before, after, names)),
  ];
}

/** Without names that a server ignores, since they have no effect. */
const namesOf = (role: Role, side: Side, field: NameField): readonly string[] =>
  role.spec[side][field].filter((name) => isUsableName(field, name));

/** The value of a login depends on its servers, so one sentence has both. */
function loginChanges(before: Role, after: Role): readonly Sentence[] {
  const { gained, lost } = moves(namesOf(before, 'allow', 'logins'), namesOf(after, 'allow', 'logins'));
  const servers = reachPhrase(after, SERVERS);
  const where = servers ? phrase` on ${servers}` : phrase` but has no access to any server`;
  const others = gained.filter((login) => login !== ROOT);
  const more = after.spec.allow.logins.includes(ROOT) ? reachesMore(before, after, SERVERS) : undefined;
  const root = gained.includes(ROOT) ? where : more && phrase` on ${more}`;
  const countedKind = servers && 'logins';
  return [
    ...(root ? [gain(phrase`May now log in as ${code(ROOT)}`, { rest: root, flagged: true, countedKind })] : []),
    ...(others.length > 0
      ? [gain(phrase`May now log in as ${listAll(codes(others))}`, { rest: where, countedKind })]
      : []),
    ...(lost.length > 0 ? [loss(phrase`May no longer log in as ${listAny(codes(lost))}`)] : []),
  ];
}

function allowedChanges(
  before: Role,
  after: Role,
  { field, may, any = ANY_NAME, mighty = [] }: Names,
): readonly Sentence[] {
  const is = namesOf(after, 'allow', field);
  const isOpen = OPEN_FIELDS.has(field);
  const { gained, lost } = (isOpen ? nameMoves : moves)(namesOf(before, 'allow', field), is);
  const isMighty = (name: string) => (isOpen && name === '*') || mighty.includes(name);
  const [strong, weak] = [gained.filter(isMighty), gained.filter((name) => !isMighty(name))];
  const words = (name: string) => (name !== '*' ? code(name) : isOpen ? [any] : phrase`${code(name)} (no other name)`);
  const lostNames = isOpen && lost.includes('*') ? anyBut(any, is) : listAny(lost.map(words));
  return [
    ...(strong.length > 0 ? [gain(phrase`May now ${may(listAll(strong.map(words)))}`, { flagged: true })] : []),
    ...(weak.length > 0 ? [gain(phrase`May now ${may(listAll(weak.map(words)))}`)] : []),
    ...(lost.length > 0 ? [loss(phrase`May no longer ${may(lostNames)}`)] : []),
  ];
}

const anyBut = (any: string, kept: readonly string[]): Phrase =>
  kept.length > 0 ? phrase`${any} but ${listAll(codes(kept))}` : [any];

function sudoChanges(before: Role, after: Role): readonly Sentence[] {
  const allow = moves(before.spec.allow.host_sudoers, after.spec.allow.host_sudoers);
  const deny = nameMoves(before.spec.deny.host_sudoers, after.spec.deny.host_sudoers);
  const line = (text: string) => (text === '*' ? ['every rule'] : code(text));
  return [
    ...allow.gained.map((text) => gain(phrase`Created accounts may now use sudo: ${code(text)}`, { flagged: true })),
    ...allow.lost.map((text) => loss(phrase`Created accounts may no longer use sudo: ${code(text)}`)),
    ...deny.lost.map((text) => gain(phrase`No longer denies sudo: ${line(text)}`, { flagged: true })),
    ...deny.gained.map((text) => loss(phrase`Now denies sudo: ${line(text)}`)),
  ];
}

function deniedChanges(
  before: Role,
  after: Role,
  { field, noun, any = ANY_NAME }: Pick<Names, 'field' | 'noun' | 'any'>,
): readonly Sentence[] {
  const { gained, lost } = nameMoves(namesOf(before, 'deny', field), namesOf(after, 'deny', field));
  const kept = namesOf(after, 'deny', field).filter((name) => name !== '*');
  const lostNames = lost.includes('*') ? anyBut(any, kept) : listAll(codes(lost));
  const added = gained.includes('*') ? [any] : listAll(codes(gained));
  return [
    ...(lost.length > 0 ? [gain(phrase`No longer denies the ${noun} ${lostNames}`, { flagged: true })] : []),
    ...(gained.length > 0 ? [loss(phrase`Now denies the ${noun} ${added}`)] : []),
  ];
}
