// The participants that a session requires besides its owner (resource-specs §1.7, §23 "moderator").
import { catchFault } from '../wire/predicate/fault.ts';
import { parseSyntax } from '../wire/predicate/syntax.ts';
import type { ParticipantMode } from '../wire/terminal/participantMode.ts';
import { compileCondition, type Dialect } from './conditions.ts';
import { covers, type SessionKind } from './joining.ts';
import type { Conditions, Role } from './role.ts';
import { RULE_DIALECT, type RuleContext } from './where.ts';

/** A participant with the names of their current roles. An unknown mode meets no demand. */
export type Attending = { user: string; roles: readonly string[]; mode: ParticipantMode | 'spectator' };

/** One policy that meets a role's demand. */
export type JoinPolicy = {
  name: string;
  count: number;
  modes: readonly string[];
  onLeave: 'terminate' | 'pause';
  filter: string;
  counts: (person: Attending) => boolean;
};

/** The demand of one of the owner's roles: any one of these policies. */
export type Demand = readonly JoinPolicy[];

/** All demands must be met. Empty: the session requires no participants. */
export const demandsOf = (ownerRoles: readonly Role[], kind: SessionKind): readonly Demand[] =>
  ownerRoles
    .map(({ spec }) => spec.allow.require_session_join.filter(({ kinds }) => covers(kinds, kind)).map(toPolicy))
    .filter((demand) => demand.length > 0);

/** A user with several connections counts once. `present` must not contain the owner. */
export const isMet = (policy: JoinPolicy, present: readonly Attending[]): boolean =>
  new Set(present.filter(policy.counts).map(({ user }) => user)).size >= policy.count;

/** Demands that are not met yet. */
export const unmetDemands = (demands: readonly Demand[], present: readonly Attending[]): readonly Demand[] =>
  demands.filter((demand) => !demand.some((policy) => isMet(policy, present)));

/** Whether `now` demands more than `before`: a demand with different text counts as new. */
export function asksForMore(before: readonly Demand[], now: readonly Demand[]): boolean {
  const knownDemands = new Set(before.map((demand) => JSON.stringify(demand)));
  return now.some((demand) => !knownDemands.has(JSON.stringify(demand)));
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

/** Whether a filter can be evaluated. */
export const isReadableFilter = (text: string): boolean =>
  text.trim() === '' ||
  catchFault(() => ({ ok: true, holds: compileCondition(parseSyntax(text), DIALECT)({ user: {} }) }) as const).ok;

/** Filters are stored without validation (resource-specs §1.7): an invalid one matches no user. */
function compileFilter(text: string): (person: Attending) => boolean {
  if (text.trim() === '') return () => true;
  const compiled = catchFault(() => ({ ok: true, holds: compileCondition(parseSyntax(text), DIALECT) }) as const);
  if (!compiled.ok) return () => false;
  return ({ user: name, roles }) => {
    const user = { name, roles, spec: { name, roles } };
    const result = catchFault(() => ({ ok: true, holds: compiled.holds({ user }) }) as const);
    return result.ok && result.holds;
  };
}
