// Joining other users' sessions, and requiring other users in the holder's own sessions (resource-specs §1.7).
import { groupBy } from '../../lib/groupBy.ts';
import { change, code, gain, listAny, loss, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';
import { PARTICIPANT_MODES } from '../../wire/terminal/participantMode.ts';
import { covers, type SessionKind } from '../joining.ts';
import { isReadableFilter } from '../moderation.ts';
import type { Conditions } from '../role.ts';

const KINDS: readonly SessionKind[] = ['ssh', 'k8s', 'db', 'app', 'desktop'];

/** `ssh sessions`, `any sessions`. */
const sessionsOf = (kinds: readonly string[]): Phrase =>
  phrase`${kinds.length === KINDS.length ? 'any' : listAny(kinds)} sessions`;

const isIn = (some: readonly string[], all: readonly string[]): boolean => some.every((item) => all.includes(item));

/**
 * Single grants, which are the units of policies. They are merged again for a sentence. Unknown modes and kinds grant
 * nothing.
 */
type Grant = Readonly<Record<'kinds' | 'modes' | 'roles', readonly string[]>>;
type Grants = ReadonlyMap<string, Grant>;
const keyOf = (grant: Grant): string => JSON.stringify([grant.kinds, grant.modes, grant.roles]);

function grantsOf({ join_sessions }: Conditions): Grants {
  const grants = join_sessions.flatMap(({ kinds, modes, roles }) =>
    KINDS.filter((kind) => covers(kinds, kind)).flatMap((kind) =>
      PARTICIPANT_MODES.filter((mode) => modes.includes(mode)).flatMap((mode) =>
        roles.map((role): Grant => ({ kinds: [kind], modes: [mode], roles: [role] })),
      ),
    ),
  );
  const all = new Map(grants.map((grant) => [keyOf(grant), grant]));
  return new Map([...all].filter(([, grant]) => grant.roles[0] === '*' || !all.has(keyOf({ ...grant, roles: ['*'] }))));
}

const merged = (grants: readonly Grant[]): readonly Grant[] =>
  (['modes', 'kinds', 'roles'] as const).reduce(
    (all, field) =>
      [...groupBy(all, (grant) => keyOf({ ...grant, [field]: [] })).values()].map((group) => ({
        ...group[0],
        [field]: group.flatMap((grant) => grant[field]),
      })),
    grants,
  );

/** The permissions that join policies add and remove. */
export function joinChanges(before: Conditions, after: Conditions): readonly Sentence[] {
  const [was, is] = [grantsOf(before), grantsOf(after)];
  const missingIn = (grants: Grants) => (grant: Grant) =>
    !grants.has(keyOf(grant)) && !grants.has(keyOf({ ...grant, roles: ['*'] }));
  const sessionPhrase = ({ kinds, modes, roles }: Grant, kept: readonly string[] = []) => {
    const names = roles.map((name) => (name === '*' ? ['of any name'] : code(name)));
    const but = kept.length > 0 ? phrase` but ${listAny(kept.map(code))}` : [];
    return phrase`join ${sessionsOf(kinds)} of users with the role ${listAny(names)}${but} as ${listAny(modes)}`;
  };
  const keptOf = ({ kinds, modes, roles }: Grant) => {
    const matching = [...is.values()].filter((other) => isIn(other.kinds, kinds) && isIn(other.modes, modes));
    return roles.includes('*') ? [...new Set(matching.flatMap((other) => other.roles))] : [];
  };
  return [
    ...merged([...is.values()].filter(missingIn(was))).map((grant) => gain(phrase`May now ${sessionPhrase(grant)}`)),
    ...merged([...was.values()].filter(missingIn(is))).map((grant) =>
      loss(phrase`May no longer ${sessionPhrase(grant, keptOf(grant))}`),
    ),
  ];
}

type Policy = Conditions['require_session_join'][number];
/** The demand of a role for sessions of some kinds: any one of these policies. */
type Demand = readonly Policy[];

/** The participants that sessions require. Policies of one role are alternatives, so they are compared as a whole. */
export function demandChanges(before: Conditions, after: Conditions): readonly Sentence[] {
  const demandOf = ({ require_session_join }: Conditions, kind: SessionKind): Demand =>
    require_session_join.filter(({ kinds }) => covers(kinds, kind));
  const demands = KINDS.map((kind) => ({ kind, was: demandOf(before, kind), is: demandOf(after, kind) }));
  return [...groupBy(demands, ({ was, is }) => JSON.stringify([was, is])).values()].flatMap((group) => {
    const [{ was, is }] = group;
    const sessions = sessionsOf(group.map(({ kind }) => kind));
    return [...demandChange(was, is, phrase` to be in their ${sessions}`), ...leaveChange(was, is, sessions)];
  });
}

function demandChange(was: Demand, is: Demand, rest: Phrase): readonly Sentence[] {
  const [isStricter, isLooser] = [implies(is, was), implies(was, is)];
  const named = (demand: Demand) => listAny(demand.map(participantsOf));
  if (isStricter && isLooser) return [];
  if (was.length === 0) return [(is.some(isMet) ? change : loss)(phrase`Now need ${named(is)}${rest}`)];
  if (is.length === 0) return [gain(phrase`No longer need ${named(was)}${rest}`, { flagged: !was.some(isMet) })];
  const text = phrase`Now need ${named(is)} instead of ${named(was)}${rest}`;
  if (isStricter) return [loss(text)];
  return [isLooser ? gain(text, { flagged: true }) : change(text, { flagged: true })];
}

function leaveChange(was: Demand, is: Demand, sessions: Phrase): readonly Sentence[] {
  const ends = (demand: Demand) => demand.some(({ on_leave }) => on_leave !== 'pause');
  if (was.length === 0 || is.length === 0 || ends(was) === ends(is)) return [];
  const changeText = ends(is) ? 'end instead of pause' : 'pause instead of end';
  return [change(phrase`Their ${sessions} now ${changeText} when a required participant leaves`)];
}

/** No participant is required. */
const isMet = ({ count }: Policy): boolean => count <= 0;
const modesOf = ({ modes }: Policy): readonly string[] => PARTICIPANT_MODES.filter((mode) => modes.includes(mode));

/** Whether meeting one demand always meets the other, judged by the policies. */
const implies = (strict: Demand, loose: Demand): boolean =>
  strict.every((policy) =>
    loose.some(
      (other) =>
        isMet(other) ||
        (policy.count >= other.count &&
          (other.filter.trim() === '' || policy.filter === other.filter) &&
          isIn(modesOf(policy), modesOf(other))),
    ),
  );

function participantsOf(policy: Policy): Phrase {
  const { count, filter } = policy;
  if (isMet(policy)) return ['no other participant'];
  const modes = modesOf(policy).map((mode) => (count === 1 ? mode : `${mode}s`));
  if (modes.length === 0) return [`${count} participants in no mode (never met)`];
  const where = filter.trim() === '' ? [] : phrase` where ${code(filter)}`;
  return phrase`${`${count} `}${listAny(modes)}${where}${isReadableFilter(filter) ? '' : ' (never met: the filter cannot be read)'}`;
}
