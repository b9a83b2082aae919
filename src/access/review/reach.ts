// The resources that the labels of a role grant or deny (resource-specs §21).
import { HeldRole } from '../heldRole.ts';
import type { Conditions, Role, Side } from '../role.ts';
import type { LabelField } from '../roleShape.ts';
import { moves } from '../../lib/moves.ts';
import { change, code, gain, listAll, listAny, loss, phrase, type Sentence, type Phrase } from '../../lib/sentence.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';

/** `kind`: only for resources that the console can count. */
export type ResourceWords = { field: LabelField; singular: string; plural: string; kind?: ReachableKind };

export const SERVERS: ResourceWords = { field: 'node_labels', singular: 'server', plural: 'servers', kind: 'node' };
const LABELLED_RESOURCES: readonly ResourceWords[] = [
  SERVERS,
  { field: 'app_labels', singular: 'application', plural: 'applications', kind: 'app' },
  { field: 'kubernetes_labels', singular: 'Kubernetes cluster', plural: 'Kubernetes clusters', kind: 'kube_cluster' },
  { field: 'db_labels', singular: 'database', plural: 'databases', kind: 'db' },
  { field: 'db_service_labels', singular: 'database service', plural: 'database services' },
  { field: 'windows_desktop_labels', singular: 'desktop', plural: 'desktops', kind: 'windows_desktop' },
  { field: 'cluster_labels', singular: 'trusted cluster', plural: 'trusted clusters' },
  { field: 'group_labels', singular: 'user group', plural: 'user groups', kind: 'user_group' },
];

/** All labels and the expression must match. */
type Reach = { labels: Conditions[LabelField]; expression: string };
const EVERYTHING: Reach = { labels: { '*': ['*'] }, expression: '' };

/**
 * Any of these matches: allow requires labels and expression together, deny one of them. `*: *` makes other keys
 * redundant.
 */
function reachOf(role: Role, side: Side, { field }: ResourceWords): readonly Reach[] {
  if (faultOf(role, field) !== undefined) return [];
  const labels = role.spec[side][field];
  const expression = role.spec[side][`${field}_expression`].trim();
  const values = Object.values(labels);
  const [any] = Object.hasOwn(labels, '*') && labels['*']?.length === 1 ? labels['*'] : [];
  const bySelector =
    any === '*' ? [EVERYTHING] : values.length > 0 && !values.some(isEmpty) ? [{ labels, expression: '' }] : [];
  if (expression === '') return bySelector;
  if (side === 'deny') return any === '*' ? bySelector : [...bySelector, { labels: {}, expression }];
  if (values.length === 0 || any === '*') return [{ labels: {}, expression }];
  return bySelector.map((reach) => ({ ...reach, expression }));
}

/** The error in a pattern or an expression that makes every check of these resources fail. */
const faultOf = (role: Role, field: LabelField): string | undefined =>
  (['deny', 'allow'] as const).flatMap((side) => {
    const match = new HeldRole(role, {}).matchLabels(side, field, {});
    return match.kind === 'fault' ? [match.message] : [];
  })[0];

const isEmpty = ({ length }: readonly unknown[]): boolean => length === 0;
const isEverything = (reaches: readonly Reach[]): boolean => reaches[0] === EVERYTHING;

/** `servers where env = prod and team is core or web`, `every server`. Undefined for none. */
export function reachPhrase(role: Role, words: ResourceWords): Phrase | undefined {
  const reaches = reachOf(role, 'allow', words);
  return isEmpty(reaches) ? undefined : reachSuffix(reaches, words);
}

function reachSuffix(reaches: readonly Reach[], { singular, plural }: ResourceWords): Phrase {
  if (isEverything(reaches)) return [`every ${singular}`];
  return reaches.flatMap(({ labels, expression }, i) => {
    const phrases = Object.entries(labels).map(([key, values]) => labelPhrase(key, values));
    return phrase`${i === 0 ? plural : ', or'} where ${listAll(expression ? [...phrases, code(expression)] : phrases)}`;
  });
}

function labelPhrase(key: string, values: readonly string[]): Phrase {
  const name = key === '*' ? phrase`the label named ${code(key)}` : code(key);
  if (values.includes('*')) return phrase`${name} is set`;
  const [value = ''] = values;
  if (values.length > 1) return phrase`${name} is ${listAny(values.map(code))}`;
  if (isPattern(value)) return phrase`${name} matches ${code(value)}`;
  return key === '*' ? phrase`${name} is ${code(value)}` : code(`${key} = ${value}`);
}

const isPattern = (value = ''): boolean => value.includes('*') || value.startsWith('^');

/** The added and removed values if both have the same keys. Undefined if the selectors differ in more. */
function valueMoves(
  [before, ...beside]: readonly Reach[],
  [after, ...others]: readonly Reach[],
): { gained: Reach[]; lost: Reach[] } | undefined {
  if (!before || !after || beside.length + others.length > 0) return undefined;
  const keys = Object.keys(after.labels);
  if (!sameValues(Object.keys(before.labels), keys) || before.expression !== after.expression) return undefined;
  const moved = keys.filter((key) => !sameValues(before.labels[key], after.labels[key]));
  const [key] = moved;
  if (key === undefined || moved.length > 1) return undefined;
  const only = (values: readonly string[]): Reach[] =>
    values.length === 0 ? [] : [{ ...after, labels: { ...after.labels, [key]: values } }];
  const [was = [], is = []] = [before.labels[key], after.labels[key]];
  if ([was, is].flat().some(isPattern)) return undefined; // a pattern can cover values that seem to be added or removed
  const { gained, lost } = moves(was, is);
  return { gained: only(gained), lost: only(lost) };
}

const sameValues = (a: readonly string[] = [], b: readonly string[] = []): boolean => isWithin(a, b) && isWithin(b, a);

const isWithin = (values: readonly string[], all: readonly string[]): boolean => {
  const wholeSet = new Set(all);
  return values.every((value) => wholeSet.has(value));
};

/** Whether `wide` selects everything that `narrow` selects, judged by the labels. */
const covers = (wide: readonly Reach[], narrow: readonly Reach[]): boolean =>
  narrow.every((part) => wide.some((whole) => coversPart(whole, part)));

const coversPart = (wide: Reach, narrow: Reach): boolean =>
  wide === EVERYTHING ||
  (narrow !== EVERYTHING &&
    (wide.expression === '' || wide.expression === narrow.expression) &&
    Object.entries(wide.labels).every(([key, values]) => {
      const kept = Object.hasOwn(narrow.labels, key) ? narrow.labels[key] : undefined;
      return kept !== undefined && (values.includes('*') || isWithin(kept, values));
    }));

const same = (a: readonly Reach[], b: readonly Reach[]): boolean => covers(a, b) && covers(b, a);

export function reachChanges(before: Role, after: Role): readonly Sentence[] {
  return LABELLED_RESOURCES.flatMap((words) => {
    const { field, plural, kind: countedKind } = words;
    const [was, is] = [faultOf(before, field), faultOf(after, field)];
    if (is !== undefined)
      return was === undefined
        ? [change(phrase`Every check of ${plural} now fails: ${code(is)}`, { flagged: true, countedKind })]
        : [];
    return [
      ...(was === undefined ? [] : [gain(`Checks of ${plural} no longer fail`, { flagged: true, countedKind })]),
      ...allowChanges(reachOf(before, 'allow', words), reachOf(after, 'allow', words), words),
      ...denyChanges(reachOf(before, 'deny', words), reachOf(after, 'deny', words), words),
    ];
  });
}

function allowChanges(before: readonly Reach[], after: readonly Reach[], words: ResourceWords): readonly Sentence[] {
  if (same(before, after)) return [];
  const { singular, kind: countedKind } = words;
  const named = (...of: readonly Reach[]) => reachSuffix(of, words);
  const flagged = isEverything(after);
  if (isEmpty(before)) return [gain(phrase`May now access ${named(...after)}`, { flagged, countedKind })];
  if (isEmpty(after)) {
    const lost = isEverything(before) ? [`any ${singular}`] : named(...before);
    return [loss(phrase`May no longer access ${lost}`, { countedKind })];
  }
  const values = valueMoves(before, after);
  if (values)
    return [
      ...values.gained.map((of) => gain(phrase`May now access ${named(of)}`, { countedKind })),
      ...values.lost.map((of) => loss(phrase`May no longer access ${named(of)}`, { countedKind })),
    ];
  if (covers(before, after)) return [loss(phrase`May now access only ${named(...after)}`, { countedKind })];
  const rest = phrase` instead of ${named(...before)}`;
  return [change(phrase`May now access ${named(...after)}`, { rest, flagged, countedKind })];
}

function denyChanges(before: readonly Reach[], after: readonly Reach[], words: ResourceWords): readonly Sentence[] {
  if (same(before, after)) return [];
  const { kind: countedKind } = words;
  const named = (...of: readonly Reach[]) => reachSuffix(of, words);
  const freed = (...of: readonly Reach[]) =>
    gain(phrase`No longer denies ${named(...of)}`, { flagged: true, countedKind });
  const denied = (...of: readonly Reach[]) => loss(phrase`Now denies ${named(...of)}`, { countedKind });
  if (isEmpty(after)) return [freed(...before)];
  const values = valueMoves(before, after);
  if (values) return [...values.lost.map((of) => freed(of)), ...values.gained.map((of) => denied(of))];
  if (covers(after, before)) return [denied(...after)];
  const rest = phrase` instead of ${named(...before)}`;
  return [change(phrase`Now denies ${named(...after)}`, { rest, flagged: true, countedKind })];
}

/** The servers that the user can now reach and could not before, as far as is known. */
export function reachesMore(before: Role, after: Role, words: ResourceWords): Phrase | undefined {
  const [was, is] = [reachOf(before, 'allow', words), reachOf(after, 'allow', words)];
  if (covers(was, is)) return undefined;
  const gained = valueMoves(was, is)?.gained ?? is;
  return isEmpty(gained) ? undefined : reachSuffix(gained, words);
}
