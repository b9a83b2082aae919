import { WITHOUT_JOIN_RULES } from '../joining.ts';
import { toRole, type Role } from '../role.ts';
import { readTime } from '../../wire/http.ts';
import { nameChanges } from './names.ts';
import { optionChanges } from './optionChanges.ts';
import { peopleChanges } from './peopleChanges.ts';
import { reachChanges } from './reach.ts';
import { ruleChanges } from './ruleChanges.ts';
import { change, code, flaggedFirst, gain, loss, phrase, type Sentence } from '../../lib/sentence.ts';

/**
 * The effects of a changed role document on its holders, flagged sentences first. `before` is undefined for a new role.
 * Both are compared as a server reads them: with defaults, without comments and unknown keys.
 */
export function reviewRole(before: unknown, after: unknown): readonly Sentence[] {
  const is = toRole(after);
  const was = before === undefined ? NOTHING : toRole(before);
  const changes = [...roleChanges(was, is), ...joinRuleChanges(was, is)];
  if (before === undefined && changes.length === 0) changes.push(change('Allows nothing'));
  changes.push(...documentChanges(before === undefined ? undefined : was, is));
  return changes.length === 0 ? [change('Does not change what its users may do')] : flaggedFirst(changes);
}

/** A role that allows and denies nothing. */
export const NOTHING: Role = toRole({ version: 'v6' });

/** The difference between the permissions of two roles. */
export const roleChanges = (was: Role, is: Role): readonly Sentence[] => [
  ...nameChanges(was, is),
  ...reachChanges(was, is),
  ...ruleChanges(was, is),
  ...peopleChanges(was, is),
  ...optionChanges(was, is),
];

/** Only for older role versions (resource-specs §1.1). */
function joinRuleChanges(was: Role, is: Role): readonly Sentence[] {
  const [did, does] = [was, is].map(({ version }) => WITHOUT_JOIN_RULES.has(version));
  if (did === does) return [];
  const who = `Users with roles of ${[...WITHOUT_JOIN_RULES].join(' and ')} only`;
  return does
    ? [gain(`${who} may now join SSH sessions of others with the logins of their roles`, { flagged: true })]
    : [loss('May join sessions of others only as a role with join_sessions allows')];
}

/** `was` is undefined for a new role. */
function documentChanges(was: Role | undefined, is: Role): readonly Sentence[] {
  const [then, now] = [was, is].map((role) => readTime(role?.metadata.expires) && role?.metadata.expires);
  if (!was) return now ? [change(phrase`The role expires at ${code(now)}`)] : [];
  const ends = now ? phrase`The role now expires at ${code(now)}` : ['The role no longer expires'];
  const version = phrase`The role version is now ${code(is.version)} instead of ${code(was.version)}`;
  return [...(was.version === is.version ? [] : [change(version)]), ...(then === now ? [] : [change(ends)])];
}
