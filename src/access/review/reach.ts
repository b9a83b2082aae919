// Which resources the labels of a role open or close (resource-specs §21).
import type { Conditions, Role, Side } from '../role.ts';
import type { LabelField } from '../roleShape.ts';
import { moves } from '../../lib/moves.ts';
import {
  change,
  code,
  codes,
  gain,
  listAll,
  listAny,
  loss,
  words,
  type Sentence,
  type Words,
} from '../../lib/sentence.ts';
import type { ReachableKind } from '../../wire/inventoryJson.ts';

/** `kind`: of what the console can count. */
export type Things = { field: LabelField; one: string; many: string; kind?: ReachableKind };

export const SERVERS: Things = { field: 'node_labels', one: 'server', many: 'servers', kind: 'node' };
const THINGS: readonly Things[] = [
  SERVERS,
  { field: 'app_labels', one: 'application', many: 'applications', kind: 'app' },
  { field: 'kubernetes_labels', one: 'Kubernetes cluster', many: 'Kubernetes clusters', kind: 'kube_cluster' },
  { field: 'db_labels', one: 'database', many: 'databases', kind: 'db' },
  { field: 'db_service_labels', one: 'database service', many: 'database services' },
  { field: 'windows_desktop_labels', one: 'desktop', many: 'desktops', kind: 'windows_desktop' },
  { field: 'cluster_labels', one: 'trusted cluster', many: 'trusted clusters' },
  { field: 'group_labels', one: 'user group', many: 'user groups', kind: 'user_group' },
];

type Reach = { labels: Conditions[LabelField]; expression: string };
const EVERYTHING: Reach = { labels: { '*': ['*'] }, expression: '' };
/** `*: *` makes other keys meaningless. Beside an expression it adds nothing in allow and decides in deny. */
function reachOf(conditions: Conditions, { field }: Things, side: Side = 'allow'): Reach {
  const reach = { labels: conditions[field], expression: conditions[`${field}_expression`].trim() };
  if (!isEverything({ ...reach, expression: '' })) return reach;
  return side === 'deny' || reach.expression === '' ? EVERYTHING : { ...reach, labels: {} };
}
const isNothing = ({ labels, expression }: Reach): boolean => Object.keys(labels).length === 0 && expression === '';
const isEverything = ({ labels, expression }: Reach): boolean =>
  expression === '' && Object.hasOwn(labels, '*') && labels['*']?.length === 1 && labels['*'][0] === '*';

/** `servers where env = prod and team is core or web`, `every server`; undefined for none. */
export function reachPhrase(conditions: Conditions, things: Things): Words | undefined {
  const reach = reachOf(conditions, things);
  return isNothing(reach) ? undefined : reachSuffix(reach, things);
}

function reachSuffix(reach: Reach, { one, many }: Things): Words {
  if (isEverything(reach)) return [`every ${one}`];
  const labels = Object.entries(reach.labels).map(([key, values]) => labelPhrase(key, values));
  return words`${many} where ${listAll(reach.expression ? [...labels, code(reach.expression)] : labels)}`;
}

function labelPhrase(key: string, values: readonly string[]): Words {
  if (values.includes('*')) return key === '*' ? ['there is any label'] : words`${code(key)} is set`;
  const [value] = values;
  if (value === undefined) return words`${code(key)} is nothing`;
  if (values.length > 1) return words`${code(key)} is ${listAny(codes(values))}`;
  return isPattern(value) ? words`${code(key)} matches ${code(value)}` : code(`${key} = ${value}`);
}

const isPattern = (value = ''): boolean => value.includes('*') || value.startsWith('^');

/** Where the same keys have other values, what came and what went; undefined where the selectors differ in more. */
function valueMoves(before: Reach, after: Reach): { gained: Reach[]; lost: Reach[] } | undefined {
  const keys = Object.keys(after.labels);
  const sameKeys = keys.length === Object.keys(before.labels).length && keys.every((key) => before.labels[key]);
  if (!sameKeys || before.expression !== after.expression) return undefined;
  const moved = keys.filter((key) => !sameValues(before.labels[key], after.labels[key]));
  const [key] = moved;
  if (key === undefined || moved.length > 1) return undefined;
  const only = (values: readonly string[]): Reach[] =>
    values.length === 0 ? [] : [{ ...after, labels: { ...after.labels, [key]: values } }];
  const [was = [], is = []] = [before.labels[key], after.labels[key]];
  if ([was, is].flat().some(isPattern)) return undefined; // may cover what seems to come or go
  const { gained, lost } = moves(was, is);
  return { gained: only(gained), lost: only(lost) };
}

const sameValues = (a: readonly string[] = [], b: readonly string[] = []): boolean => isWithin(a, b) && isWithin(b, a);

const isWithin = (values: readonly string[], all: readonly string[]): boolean => {
  const known = new Set(all);
  return values.every((value) => known.has(value));
};

/** Whether everything that `after` selects was selected before, as far as the labels tell. */
const isNarrower = (before: Reach, after: Reach): boolean =>
  isEverything(before) ||
  (!isEverything(after) &&
    (before.expression === '' || before.expression === after.expression) &&
    Object.entries(before.labels).every(([key, values]) => {
      const kept = after.labels[key];
      return kept !== undefined && (values.includes('*') || isWithin(kept, values));
    }));

const same = (a: Reach, b: Reach): boolean =>
  a.expression === b.expression &&
  Object.keys({ ...a.labels, ...b.labels }).every((key) => sameValues(a.labels[key], b.labels[key]));

export function reachChanges(before: Role, after: Role): readonly Sentence[] {
  return THINGS.flatMap((things) => [
    ...allowChanges(reachOf(before.spec.allow, things), reachOf(after.spec.allow, things), things),
    ...denyChanges(reachOf(before.spec.deny, things, 'deny'), reachOf(after.spec.deny, things, 'deny'), things),
  ]);
}

function allowChanges(before: Reach, after: Reach, things: Things): readonly Sentence[] {
  if (same(before, after)) return [];
  const { one, kind: countedKind } = things;
  const named = (of: Reach) => reachSuffix(of, things);
  const flagged = isEverything(after);
  if (isNothing(before)) return [gain(words`May now access ${named(after)}`, { flagged, countedKind })];
  if (isNothing(after))
    return [loss(words`May no longer access ${isEverything(before) ? `any ${one}` : named(before)}`, { countedKind })];
  const values = valueMoves(before, after);
  if (!values && isNarrower(before, after)) return [loss(words`May now access only ${named(after)}`, { countedKind })];
  if (!values)
    return [
      change(words`May now access ${named(after)}`, {
        rest: words` instead of ${named(before)}`,
        flagged,
        countedKind,
      }),
    ];
  return [
    ...values.gained.map((of) => gain(words`May now access ${named(of)}`, { countedKind })),
    ...values.lost.map((of) => loss(words`May no longer access ${named(of)}`, { countedKind })),
  ];
}

function denyChanges(before: Reach, after: Reach, things: Things): readonly Sentence[] {
  if (same(before, after)) return [];
  const { kind: countedKind } = things;
  const named = (of: Reach) => reachSuffix(of, things);
  const freed = (of: Reach) => gain(words`No longer denies ${named(of)}`, { flagged: true, countedKind });
  const denied = (of: Reach) => loss(words`Now denies ${named(of)}`, { countedKind });
  if (isNothing(before)) return [denied(after)];
  if (isNothing(after)) return [freed(before)];
  const values = valueMoves(before, after);
  if (values) return [...values.lost.map(freed), ...values.gained.map(denied)];
  if (isNarrower(after, before)) return [denied(after)];
  const rest = words` instead of ${named(before)}`;
  return [change(words`Now denies ${named(after)}`, { rest, flagged: true, countedKind })];
}

/** Which servers came into reach that were not before, as far as can be told. */
export function reachesMore(before: Role, after: Role, things: Things): Words | undefined {
  const [was, is] = [reachOf(before.spec.allow, things), reachOf(after.spec.allow, things)];
  if (same(was, is) || isNothing(is) || (!isNothing(was) && isNarrower(was, is))) return undefined;
  const gained = isNothing(was) ? [is] : (valueMoves(was, is)?.gained ?? [is]);
  return gained[0] && reachSuffix(gained[0], things);
}
