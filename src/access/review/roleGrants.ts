// What a user gains and loses with a role, for reviews that assign roles by name.
import { code, gain, listAll, loss, textOf, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';
import { moves } from '../../lib/moves.ts';
import { formatCount } from '../../lib/numbers.ts';
import { createAccess } from '../access.ts';
import type { Role } from '../role.ts';
import { NOTHING, roleChanges } from './reviewRole.ts';
import { givesAdministration, resourcesOf } from './ruleChanges.ts';

/** The roles of the cluster by name. */
export type KnownRoles = { get(name: string): Role | undefined };

/** The context of a review besides the text. `roles` is undefined if the user may not read them. */
export type ReviewContext = {
  roles: KnownRoles | undefined;
  /** Roles of the signed-in user that this user may read. */
  own: readonly string[];
};

/** Further risks are only counted. */
const NAMED = 2;

/** Why assigning the role deserves a second look; undefined if nothing in it does. */
function dangerOf(name: string, roles: KnownRoles | undefined): Phrase | undefined {
  if (!roles) return ['Cannot show what it allows: your roles do not allow reading roles'];
  const role = roles.get(name);
  if (!role) return ['This role does not exist'];
  if (givesAdministration(role)) return ['Full administration: its users can grant themselves any permission'];
  const dangers = roleChanges(NOTHING, role).filter(({ flagged, effect }) => flagged && effect === 'gain');
  return dangers.length === 0 ? undefined : [`Its users ${summary(dangers).replaceAll('may now ', 'may ')}`];
}

/** The restrictions of a role: users without it have more permissions. */
function guardOf(name: string, roles: KnownRoles | undefined): Phrase | undefined {
  const role = roles?.get(name);
  const freed = role ? roleChanges(role, NOTHING).filter(({ flagged }) => flagged) : [];
  return freed.length === 0 ? undefined : [`Without it: ${summary(freed)}`];
}

const summary = (sentences: readonly Sentence[]): string => {
  const texts = sentences
    .slice(0, NAMED)
    .map(textOf)
    .map((text) => text.charAt(0).toLowerCase() + text.slice(1));
  const rest = sentences.length - texts.length;
  return rest > 0 ? `${texts.join(', ')} and ${formatCount(rest)} more` : texts.join(' and ');
};

/** In a sentence: `nora gets the role dev`. */
export type Who = { who: Phrase | string; gets?: string; loses?: string; where?: string };

/** The roles that users gain and lose, one sentence for each relevant role. */
export function roleMoves(
  { who, gets = 'gets', loses = 'loses', where = '' }: Who,
  before: readonly string[],
  after: readonly string[],
  roles: KnownRoles | undefined,
): readonly Sentence[] {
  const { gained, lost } = moves([...new Set(before)], [...new Set(after)]);
  const risky = gained.filter((name) => dangerOf(name, roles));
  const calm = gained.filter((name) => !risky.includes(name));
  const named = (names: readonly string[]) =>
    phrase`${names.length === 1 ? 'the role' : 'the roles'} ${listAll(names.map(code))}${where}`;
  return [
    ...risky.map((name) =>
      gain(phrase`${who} ${gets} ${named([name])}`, { flagged: true, detail: dangerOf(name, roles) }),
    ),
    ...(calm.length > 0 ? [gain(phrase`${who} ${gets} ${named(calm)}`)] : []),
    ...lost.map((name) => {
      const detail = guardOf(name, roles);
      return loss(phrase`${who} ${loses} ${named([name])}`, { flagged: detail !== undefined, detail });
    }),
  ];
}

/** Kinds whose writers can change permissions, and so could restore their own. */
const OWN_KINDS = ['role', 'user', 'auth_connector', 'token', 'trusted_cluster'];
const WRITING = ['create', 'update', 'delete'];

/** The rights over the cluster that the signed-in user loses by a change of their own roles. */
export function ownLosses(before: readonly Role[], after: readonly Role[]): readonly Sentence[] {
  const [was, is] = [before, after].map((roles) => createAccess({ userName: '', roles, traits: {} }));
  const lost = OWN_KINDS.filter((kind) =>
    WRITING.some((verb) => was?.couldBeAllowed(kind, verb) && !is?.couldBeAllowed(kind, verb)),
  );
  if (lost.length === 0) return [];
  return [
    loss(phrase`You can no longer change ${listAll(lost.map(resourcesOf))}`, {
      flagged: true,
      detail: ['These are your own permissions. Only another administrator can restore them.'],
    }),
  ];
}
