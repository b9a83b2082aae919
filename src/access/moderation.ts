// Whom a session needs besides its owner (resource-specs §1.7, §23 "moderator").
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import type { ParticipantMode } from '../wire/terminal/participantMode.ts';
import { compileCondition, type Dialect } from './conditions.ts';
import { covers, type SessionKind } from './joining.ts';
import type { Conditions, Role } from './role.ts';
import { RULE_DIALECT, type RuleContext } from './where.ts';

/** Somebody who takes part, with the names of the roles held now. An unknown mode counts for nothing. */
export type Attending = { user: string; roles: readonly string[]; mode: ParticipantMode | 'spectator' };

/** One way in which a role's demand can be met. */
export type JoinPolicy = {
  name: string;
  count: number;
  modes: readonly string[];
  onLeave: 'terminate' | 'pause';
  filter: string;
  counts: (person: Attending) => boolean;
};

/** What one role of the owner asks for: any one of these. */
export type Demand = readonly JoinPolicy[];

/** Every demand has to be met. Empty: the session needs nobody. */
export const demandsOf = (ownerRoles: readonly Role[], kind: SessionKind): readonly Demand[] =>
  ownerRoles
    .map(({ spec }) => spec.allow.require_session_join.filter(({ kinds }) => covers(kinds, kind)).map(toPolicy))
    .filter((demand) => demand.length > 0);

/** A person who is there twice counts once. The owner must not be among `present`. */
export const isMet = (policy: JoinPolicy, present: readonly Attending[]): boolean =>
  new Set(present.filter(policy.counts).map(({ user }) => user)).size >= policy.count;

/** Demands that nobody meets yet. */
export const unmetDemands = (demands: readonly Demand[], present: readonly Attending[]): readonly Demand[] =>
  demands.filter((demand) => !demand.some((policy) => isMet(policy, present)));

/** Whether `now` asks for more than `before`: a demand with another wording is a new one. */
export function asksForMore(before: readonly Demand[], now: readonly Demand[]): boolean {
  const known = new Set(before.map((demand) => JSON.stringify(demand)));
  return now.some((demand) => !known.has(JSON.stringify(demand)));
}

function toPolicy(wire: Conditions['require_session_join'][number]): JoinPolicy {
  const { name, count, modes, on_leave, filter } = wire;
  const passes = compileFilter(filter);
  return {
    name,
    count,
    modes,
    onLeave: on_leave === 'pause' ? 'pause' : 'terminate',
    filter,
    counts: (person) => person.mode !== 'spectator' && modes.includes(person.mode) && passes(person),
  };
}

const NAMES: ReadonlySet<string> = new Set(['user.name', 'user.roles', 'user.spec.name', 'user.spec.roles']);

const DIALECT: Dialect<RuleContext> = {
  ...RULE_DIALECT,
  identifier: (path) => (NAMES.has(path.join('.')) ? RULE_DIALECT.identifier(path) : undefined),
};

/** Whether a filter can be met at all. */
export const isReadableFilter = (text: string): boolean =>
  text.trim() === '' ||
  catchFault(() => ({ ok: true, holds: compileCondition(parseSyntax(text), DIALECT)({ user: {} }) }) as const).ok;

/** Filters are stored unread (resource-specs §1.7): through one that makes no sense nobody passes. */
function compileFilter(text: string): (person: Attending) => boolean {
  if (text.trim() === '') return () => true;
  const compiled = catchFault(() => ({ ok: true, holds: compileCondition(parseSyntax(text), DIALECT) }) as const);
  if (!compiled.ok) return () => false;
  return ({ user: name, roles }) => {
    const user = { name, roles, spec: { name, roles } };
    const held = catchFault(() => ({ ok: true, holds: compiled.holds({ user }) }) as const);
    return held.ok && held.holds;
  };
}
