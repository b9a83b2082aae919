// As whom, and on what by name, a role lets its holders work (resource-specs §1.3).
import type { NameField } from '../heldRole.ts';
import type { Role } from '../role.ts';
import { reachesMore, reachWords, SERVERS } from './reach.ts';
import { allOf, anyOf, flagged, moves, nameMoves, plain } from './sentence.ts';
import type { Sentence } from './sentence.ts';

/** `may` continues "May now …" and "May no longer …", `noun` "Now denies …". `any` is what `*` stands for. */
type Names = {
  field: NameField;
  may: (names: string) => string;
  noun: string;
  any: string;
  /** Names that give more than the others. */
  mighty?: readonly string[];
};

const NAMES: readonly Names[] = [
  {
    field: 'windows_desktop_logins',
    may: (names) => `log in to desktops as ${names}`,
    noun: 'desktop login',
    any: 'anybody',
    mighty: ['Administrator'],
  },
  {
    field: 'kubernetes_groups',
    may: (names) => `act in the Kubernetes group ${names}`,
    noun: 'Kubernetes group',
    any: 'of any name',
    mighty: ['system:masters'],
  },
  {
    field: 'kubernetes_users',
    may: (names) => `act as the Kubernetes user ${names}`,
    noun: 'Kubernetes user',
    any: 'of any name',
  },
  { field: 'db_users', may: (names) => `log in to databases as ${names}`, noun: 'database user', any: 'anybody' },
  { field: 'db_names', may: (names) => `open the database ${names}`, noun: 'database name', any: 'of any name' },
  { field: 'db_roles', may: (names) => `get the database role ${names}`, noun: 'database role', any: 'of any name' },
  {
    field: 'desktop_groups',
    may: (names) => `join the desktop group ${names}`,
    noun: 'desktop group',
    any: 'of any name',
    mighty: ['Administrators'],
  },
  {
    field: 'host_groups',
    may: (names) => `join the UNIX group ${names}`,
    noun: 'UNIX group',
    any: 'of any name',
    mighty: ['root', 'wheel', 'sudo', 'docker'],
  },
  { field: 'aws_role_arns', may: (names) => `take the AWS role ${names}`, noun: 'AWS role', any: 'of any name' },
  {
    field: 'azure_identities',
    may: (names) => `take the Azure identity ${names}`,
    noun: 'Azure identity',
    any: 'of any name',
  },
  {
    field: 'gcp_service_accounts',
    may: (names) => `use the Google account ${names}`,
    noun: 'Google account',
    any: 'of any name',
  },
];
const ROOT = 'root';

export function nameChanges(before: Role, after: Role): readonly Sentence[] {
  return [
    ...loginChanges(before, after),
    ...NAMES.flatMap((names) => allowedChanges(before, after, names)),
    ...sudoChanges(before, after),
    ...[{ field: 'logins', noun: 'login', any: 'of any name' } as const, ...NAMES].flatMap((names) =>
      deniedChanges(before, after, names),
    ),
  ];
}

/** A login is worth as much as the servers that it opens: both are said together. */
function loginChanges(before: Role, after: Role): readonly Sentence[] {
  const { gained, lost } = moves(before.spec.allow.logins, after.spec.allow.logins);
  const servers = reachWords(after.spec.allow, SERVERS);
  const where = servers ? `on ${servers}` : 'and reaches no server with it';
  const others = gained.filter((login) => login !== ROOT);
  const more = after.spec.allow.logins.includes(ROOT) ? reachesMore(before, after, SERVERS) : undefined;
  const root = gained.includes(ROOT) ? where : more && `on ${more}`;
  return [
    ...(root ? [flagged(`May now log in as ${ROOT} ${root}`)] : []),
    ...(others.length > 0 ? [plain(`May now log in as ${allOf(others)} ${where}`)] : []),
    ...(lost.length > 0 ? [plain(`May no longer log in as ${anyOf(lost)}`)] : []),
  ];
}

function allowedChanges(before: Role, after: Role, { field, may, any, mighty = [] }: Names): readonly Sentence[] {
  const { gained, lost } = nameMoves(before.spec.allow[field], after.spec.allow[field]);
  const kept = after.spec.allow[field];
  const anyBut = kept.length > 0 ? `${any} but ${allOf(kept)}` : any;
  const isMighty = (name: string) => name === '*' || mighty.includes(name);
  const [strong, weak] = [gained.filter(isMighty), gained.filter((name) => !isMighty(name))];
  const spoken = (name: string) => (name === '*' ? any : name);
  return [
    ...(strong.length > 0 ? [flagged(`May now ${may(allOf(strong.map(spoken)))}`)] : []),
    ...(weak.length > 0 ? [plain(`May now ${may(allOf(weak))}`)] : []),
    ...(lost.length > 0 ? [plain(`May no longer ${may(lost.includes('*') ? anyBut : anyOf(lost))}`)] : []),
  ];
}

function sudoChanges(before: Role, after: Role): readonly Sentence[] {
  const allow = moves(before.spec.allow.host_sudoers, after.spec.allow.host_sudoers);
  const deny = nameMoves(before.spec.deny.host_sudoers, after.spec.deny.host_sudoers);
  const line = (text: string) => (text === '*' ? 'every line' : text);
  return [
    ...allow.gained.map((text) => flagged(`Created accounts may now use sudo: ${text}`)),
    ...allow.lost.map((text) => plain(`Created accounts may no longer use sudo: ${text}`)),
    ...deny.lost.map((text) => flagged(`No longer denies sudo: ${line(text)}`)),
    ...deny.gained.map((text) => plain(`Now denies sudo: ${line(text)}`)),
  ];
}

function deniedChanges(
  before: Role,
  after: Role,
  { field, noun, any }: Pick<Names, 'field' | 'noun' | 'any'>,
): readonly Sentence[] {
  const { gained, lost } = nameMoves(before.spec.deny[field], after.spec.deny[field]);
  const kept = after.spec.deny[field].filter((name) => name !== '*');
  const anyBut = kept.length > 0 ? `${any} but ${allOf(kept)}` : any;
  return [
    ...lost.map((name) => flagged(`No longer denies the ${noun} ${name === '*' ? anyBut : name}`)),
    ...gained.map((name) => plain(`Now denies the ${noun} ${name === '*' ? any : name}`)),
  ];
}
