import { pathSteps } from '../../lib/json.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';
import type { YamlPath } from '../../wire/yaml.ts';
import { HeldRole } from '../heldRole.ts';
import { allowedName, decideResource, deniedName, LABELS_OF_KIND } from '../resources.ts';
import type { Role } from '../role.ts';
import type { LabelSet } from '../selector.ts';
import type { Traits } from '../traits.ts';
import type { Verdict } from '../verdict.ts';
import { FIELD_LABELS, toPrincipals, requestedNames, type AsWhom, type UsedField } from './names.ts';
import { traceLabels } from './traceLabels.ts';

/** The question: whether a user with these roles and traits may use one resource, and with which names. */
export type Question = {
  roles: readonly Role[];
  traits: Traits;
  kind: ReachableKind;
  labels: LabelSet;
  as: AsWhom;
};

/**
 * A line of a role that affects the answer. `no` and `yes` decide. `misses`: a required condition that is not met.
 * `gives`: the names that the role has.
 */
export type Mark = { path: YamlPath; effect: 'no' | 'yes' | 'misses' | 'gives'; words: string };

/**
 * The result of one role. `reaches`: the resource, but not with the requested name. `apart`: the labels do not match,
 * or the role has none. `faulty`: an error that makes every check fail.
 */
export type Part = {
  role: string;
  stand: 'denies' | 'faulty' | 'allows' | 'reaches' | 'apart';
  marks: readonly Mark[];
  /** For a role that denies: its result without the denial. */
  allowSide?: Part['stand'];
};

export type Explanation = { verdict: Verdict; parts: readonly Part[] };

const ORDER: readonly Part['stand'][] = ['denies', 'faulty', 'allows', 'reaches', 'apart'];

/** Denials first, roles without an effect last. */
export const inOrder = (parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((a, b) => ORDER.indexOf(a.stand) - ORDER.indexOf(b.stand));

/** The evaluator's verdict, and the part of each role in it: denials first, roles without an effect last. */
export function explainResource({ roles, traits, kind, labels, as }: Question): Explanation {
  const heldRoles = roles.map((role) => new HeldRole(role, traits));
  const parts = heldRoles.map((heldRole) => partOf(heldRole, { traits, kind, labels, as }));
  return { verdict: decideResource(heldRoles, kind, labels, toPrincipals(kind, as)).verdict, parts: inOrder(parts) };
}

function partOf(heldRole: HeldRole, { traits, kind, labels, as }: Omit<Question, 'roles'>): Part {
  const { role, name } = heldRole;
  const field = LABELS_OF_KIND[kind];
  const requested = requestedNames(kind, as);

  const denied = heldRole.matchLabels('deny', field, labels);
  if (denied.kind === 'fault') return faulty(name, denied.location.path, denied.message);
  const denials: Mark[] = [
    ...requested.flatMap((requestedName) => {
      const found = deniedName(heldRole, requestedName);
      const words = `${FIELD_LABELS[requestedName.field].noun} ${requestedName.value} matches`;
      return found ? [{ path: pathSteps(found.location.path), effect: 'no' as const, words }] : [];
    }),
    ...(denied.kind === 'yes' ? conditionMarks(traceLabels(role, traits, 'deny', field, labels), 'no') : []),
  ];
  const granting = allowPartOf(heldRole, { traits, kind, labels, as });
  return denials.length > 0 ? { role: name, stand: 'denies', marks: denials, allowSide: granting.stand } : granting;
}

/** The result of a role's allow side, ignoring its denials. */
function allowPartOf(heldRole: HeldRole, { traits, kind, labels, as }: Omit<Question, 'roles'>): Part {
  const { role, name } = heldRole;
  const field = LABELS_OF_KIND[kind];
  const allowed = heldRole.matchLabels('allow', field, labels);
  if (allowed.kind === 'fault') return faulty(name, allowed.location.path, allowed.message);
  const conditions = traceLabels(role, traits, 'allow', field, labels);
  if (allowed.kind === 'no')
    return {
      role: name,
      stand: 'apart',
      marks: conditions.filter(({ meets }) => !meets).map(({ path, words }) => ({ path, words, effect: 'misses' })),
    };
  const names = requestedNames(kind, as).map((requestedName) => nameMark(heldRole, requestedName));
  return {
    role: name,
    stand: names.every(({ effect }) => effect === 'yes') ? 'allows' : 'reaches',
    marks: [...conditionMarks(conditions, 'yes'), ...names],
  };
}

const conditionMarks = (conditions: ReturnType<typeof traceLabels>, effect: 'no' | 'yes'): Mark[] =>
  conditions
    .filter(({ meets }) => meets)
    .map(({ path, words }) => ({ path, effect, words: effect === 'no' ? `${words} matches` : words }));

/** The source of the name. If the role does not have it, the names that it has. */
function nameMark(heldRole: HeldRole, { field, value }: { field: UsedField; value: string }): Mark {
  const found = allowedName(heldRole, { field, value });
  if (found)
    return { path: pathSteps(found.location.path), effect: 'yes', words: `${FIELD_LABELS[field].noun} ${value}` };
  const names = [...new Set(heldRole.names('allow', field).map((name) => name.value))].join(', ');
  return { path: ['spec', 'allow', field], effect: 'gives', words: names || `no ${FIELD_LABELS[field].noun}` };
}

const faulty = (role: string, path: string, message: string): Part => ({
  role,
  stand: 'faulty',
  marks: [{ path: pathSteps(path), effect: 'no', words: message }],
});
