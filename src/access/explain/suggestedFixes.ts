import { pathSteps } from '../../lib/json.ts';
import type { YamlPath } from '../../wire/yaml.ts';
import { HeldRole, type Name } from '../heldRole.ts';
import { allowedEntries, deniedEntries, LABELS_OF_KIND } from '../resources.ts';
import type { Role, Side } from '../role.ts';
import { expandTemplate } from '../template.ts';
import { asCode, justThese, withOneOf, withValue, type Change, type Step, type SuggestedFixes } from './change.ts';
import { explainResource, type Explanation, type Part, type Question } from './explainResource.ts';
import { requestedNames, type UsedField } from './names.ts';

/** `others`: roles that the user does not have, as candidates. Every suggestion is tested first. */
export function suggestedFixesFor(
  question: Question,
  { verdict, parts }: Explanation,
  others: readonly Role[],
): SuggestedFixes {
  if (verdict.ok) {
    const allowing = question.roles.filter(({ metadata }) =>
      parts.some(({ role, stand }) => stand === 'allows' && role === metadata.name),
    );
    return justThese(allowing.map((role) => withdrawal(role, question)));
  }
  const lifted = question.roles.map((role) => lift(role, question));
  const needed = lifted.flatMap(({ changes }) => changes);
  const free: Question = { ...question, roles: lifted.map(({ role }) => role) };
  const then = explainResource(free);
  if (then.verdict.ok) return justThese(needed);
  const waysOf = (stand: Part['stand'], toStep: (role: Role, part: Part) => Step | undefined): readonly Change[] =>
    free.roles.flatMap((role) => {
      const part = then.parts.find((candidate) => candidate.role === role.metadata.name);
      const step = part?.stand === stand ? toStep(role, part) : undefined;
      const would = step && explainResource({ ...free, roles: [step.then] }).verdict.ok;
      return step && would ? [step.change] : [];
    });
  const names = waysOf('reaches', (role, part) => addition(role, part, question));
  const labels = names.length > 0 ? [] : waysOf('apart', (role, part) => widening(role, part, question));
  return withOneOf({
    needed,
    oneOf: names.length > 0 ? names : labels,
    holding: others
      .filter((role) => explainResource({ ...question, roles: [role] }).verdict.ok)
      .map(({ metadata }) => metadata.name),
  });
}

/** Adds one value to a role, or removes it. */
const edit = (role: Role, does: Change['does'], words: string, path: YamlPath, value: unknown, at = path): Step => ({
  change: {
    role: role.metadata.name,
    does,
    path: at,
    words: `${words} in ${role.metadata.name}`,
    edit: { path, value },
  },
  then: withValue(role, path, value),
});

/** Matches no label. */
const NOWHERE = { '': [''] };

/** Denied labels count as removed, and allowed ones as matching nothing, since the user decides about the new value. */
function withoutLabels(role: Role, [, side, field]: YamlPath): Role {
  const selector = String(field).replace(/_expression$/, '');
  if (side === 'deny') return withValue(role, ['spec', 'deny', String(field)], undefined);
  const bare = withValue(role, ['spec', 'allow', `${selector}_expression`], undefined);
  return withValue(bare, ['spec', 'allow', selector], NOWHERE);
}

/** A manual change, for users who know the purpose of the labels. */
const byHand = (role: Role, verb: string, path: YamlPath): Step => ({
  change: {
    role: role.metadata.name,
    does: 'takes',
    path,
    words: `${verb} \`${String(path[2])}\` in ${role.metadata.name}`,
    edit: undefined,
  },
  then: withoutLabels(role, path),
});

const indexOf = ({ location }: Name): number => Number(/\[(\d+)\]$/.exec(location.path)?.[1]);

/** Removes every entry for a name from its list. */
function takeOut(role: Role, side: Side, field: UsedField, entries: readonly Name[]): Step {
  const list = role.spec[side][field];
  const at = [...new Set(entries.map(indexOf))];
  const path = ['spec', side, field];
  const rest = list.filter((_, i) => !at.includes(i));
  const words = `remove ${asCode(at.map((i) => list[i] ?? ''))} from \`${field}\``;
  return edit(role, 'takes', words, path, rest, [...path, at[0] ?? 0]);
}

/** Removes denied names from their lists, narrows denied labels and fixes errors, one after the other. */
function lift(role: Role, question: Question): { role: Role; changes: readonly Change[] } {
  const changes: Change[] = [];
  let now = role;
  for (let step = nextLift(now, question); step; step = nextLift(now, question)) {
    changes.push(step.change);
    now = step.then;
  }
  return { role: now, changes };
}

function nextLift(role: Role, { kind, labels, as, traits }: Question): Step | undefined {
  const heldRole = new HeldRole(role, traits);
  for (const requested of requestedNames(kind, as)) {
    const entries = deniedEntries(heldRole, requested);
    if (entries.length > 0) return takeOut(role, 'deny', requested.field, entries);
  }
  const field = LABELS_OF_KIND[kind];
  const denied = heldRole.matchLabels('deny', field, labels);
  if (denied.kind === 'fault') return byHand(role, 'correct', pathSteps(denied.location.path));
  if (denied.kind === 'yes')
    return narrowing(role, { kind, labels, traits }) ?? byHand(role, 'narrow', pathSteps(denied.location.path));
  const allowed = heldRole.matchLabels('allow', field, labels);
  return allowed.kind === 'fault' ? byHand(role, 'correct', pathSteps(allowed.location.path)) : undefined;
}

/** Removes one of several values of a denial. The others are denied as before. */
function narrowing(
  role: Role,
  { kind, labels, traits }: Pick<Question, 'kind' | 'labels' | 'traits'>,
): Step | undefined {
  const field = LABELS_OF_KIND[kind];
  for (const [key, values] of Object.entries(role.spec.deny[field])) {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (value === undefined || values.length < 2 || !values.includes(value)) continue;
    const path = ['spec', 'deny', field, key];
    const rest = values.filter((other) => other !== value);
    const step = edit(role, 'takes', `remove \`${value}\` from the label \`${key}\` of \`${field}\``, path, rest);
    if (new HeldRole(step.then, traits).matchLabels('deny', field, labels).kind === 'no') return step;
  }
  return undefined;
}

/** Adds a missing name to a role that matches the resource. Two missing names would need two edits. */
function addition(role: Role, { marks }: Part, { kind, as }: Question): Step | undefined {
  const [missing, another] = requestedNames(kind, as).filter(({ field }) =>
    marks.some(({ effect, path }) => effect === 'gives' && path[2] === field),
  );
  if (!missing || another) return undefined;
  const { field, value } = missing;
  const names = [...role.spec.allow[field], value];
  return edit(role, 'gives', `add \`${value}\` to \`${field}\``, ['spec', 'allow', field], names);
}

/** Adds a value to the single label that does not match, if the role has the names. */
function widening(role: Role, { marks }: Part, { kind, labels, traits }: Question): Step | undefined {
  const [missed, another] = marks;
  const key = missed?.path[3];
  if (!missed || another || typeof key !== 'string') return undefined;
  const label = expandTemplate(key, traits)?.[0] ?? '';
  const value = Object.hasOwn(labels, label) ? labels[label] : undefined;
  if (value === undefined) return undefined;
  const field = LABELS_OF_KIND[kind];
  const values = [...(role.spec.allow[field][key] ?? []), value];
  return edit(role, 'gives', `add \`${value}\` to the label \`${key}\` of \`${field}\``, missed.path, values);
}

/**
 * Removes the requested access: the name if there is one, otherwise the labels, for which there is no automatic edit.
 */
function withdrawal(role: Role, { kind, as, labels, traits }: Question): Change {
  const heldRole = new HeldRole(role, traits);
  const [requested] = requestedNames(kind, as);
  const entries = requested ? allowedEntries(heldRole, requested) : [];
  if (requested && entries.length > 0) return takeOut(role, 'allow', requested.field, entries).change;
  const field = LABELS_OF_KIND[kind];
  const match = heldRole.matchLabels('allow', field, labels);
  const path = match.kind === 'yes' ? pathSteps(match.location.path) : ['spec', 'allow', field];
  return byHand(role, 'narrow', path).change;
}
