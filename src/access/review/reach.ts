// Which resources the labels of a role open or close (resource-specs §21).
import type { Conditions, Role } from '../role.ts';
import type { LabelField } from '../roleShape.ts';
import { allOf, anyOf, flagged, plain, sentence } from './sentence.ts';
import type { Sentence } from './sentence.ts';

export type Things = { field: LabelField; one: string; many: string };

export const SERVERS: Things = { field: 'node_labels', one: 'server', many: 'servers' };
const THINGS: readonly Things[] = [
  SERVERS,
  { field: 'app_labels', one: 'application', many: 'applications' },
  { field: 'kubernetes_labels', one: 'Kubernetes cluster', many: 'Kubernetes clusters' },
  { field: 'db_labels', one: 'database', many: 'databases' },
  { field: 'db_service_labels', one: 'database service', many: 'database services' },
  { field: 'windows_desktop_labels', one: 'desktop', many: 'desktops' },
  { field: 'cluster_labels', one: 'trusted cluster', many: 'trusted clusters' },
  { field: 'group_labels', one: 'user group', many: 'user groups' },
];

type Reach = { labels: Conditions[LabelField]; expression: string };
const reachOf = (conditions: Conditions, { field }: Things): Reach => ({
  labels: conditions[field],
  expression: conditions[`${field}_expression`],
});
const isNothing = ({ labels, expression }: Reach): boolean => Object.keys(labels).length === 0 && expression === '';
const isEverything = ({ labels, expression }: Reach): boolean =>
  expression === '' && Object.hasOwn(labels, '*') && labels['*']?.length === 1 && labels['*'][0] === '*';

/** `servers where env = prod and team is core or web`, `every server`; '' for none. */
export function reachWords(conditions: Conditions, things: Things): string {
  return inWords(reachOf(conditions, things), things);
}

function inWords(reach: Reach, { one, many }: Things): string {
  if (isNothing(reach)) return '';
  if (isEverything(reach)) return `every ${one}`;
  const labels = Object.entries(reach.labels).map(([key, values]) => labelWords(key, values));
  return `${many} where ${allOf(reach.expression ? [...labels, reach.expression] : labels)}`;
}

function labelWords(key: string, values: readonly string[]): string {
  if (values.includes('*')) return key === '*' ? 'there is any label' : `${key} is set`;
  if (values.length !== 1) return `${key} is ${anyOf(values) || 'nothing'}`;
  const [value = ''] = values;
  return isPattern(value) ? `${key} matches ${value}` : `${key} = ${value}`;
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
  const only = (values: readonly string[] = [], not: readonly string[] = []): Reach[] => {
    const rest = values.filter((value) => !not.includes(value));
    return rest.length === 0 ? [] : [{ ...after, labels: { ...after.labels, [key]: rest } }];
  };
  const [was, is] = [before.labels[key], after.labels[key]];
  if ([was, is].flat().some(isPattern)) return undefined; // may cover what seems to come or go
  return { gained: only(is, was), lost: only(was, is) };
}

const sameValues = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Whether everything that `after` selects was selected before, as far as the labels tell. */
const isNarrower = (before: Reach, after: Reach): boolean =>
  isEverything(before) ||
  ((before.expression === '' || before.expression === after.expression) &&
    Object.entries(before.labels).every(([key, values]) => {
      const kept = after.labels[key];
      return kept !== undefined && (values.includes('*') || kept.every((value) => values.includes(value)));
    }));

const same = (a: Reach, b: Reach): boolean =>
  a.expression === b.expression &&
  Object.keys({ ...a.labels, ...b.labels }).every((key) => sameValues(a.labels[key], b.labels[key]));

export function reachChanges(before: Role, after: Role): readonly Sentence[] {
  return THINGS.flatMap((things) => [
    ...allowChanges(reachOf(before.spec.allow, things), reachOf(after.spec.allow, things), things),
    ...denyChanges(reachOf(before.spec.deny, things), reachOf(after.spec.deny, things), things),
  ]);
}

function allowChanges(before: Reach, after: Reach, things: Things): readonly Sentence[] {
  if (same(before, after)) return [];
  const words = (reach: Reach) => inWords(reach, things);
  if (isNothing(before)) return [sentence(`May now reach ${words(after)}`, isEverything(after))];
  if (isNothing(after))
    return [plain(`May no longer reach ${isEverything(before) ? `any ${things.one}` : words(before)}`)];
  const values = valueMoves(before, after);
  if (!values && isNarrower(before, after)) return [plain(`May now reach only ${words(after)}`)];
  if (!values) return [sentence(`May now reach ${words(after)} instead of ${words(before)}`, isEverything(after))];
  return [
    ...values.gained.map((reach) => plain(`May now reach ${words(reach)}`)),
    ...values.lost.map((reach) => plain(`May no longer reach ${words(reach)}`)),
  ];
}

function denyChanges(before: Reach, after: Reach, things: Things): readonly Sentence[] {
  if (same(before, after)) return [];
  const words = (reach: Reach) => inWords(reach, things);
  if (isNothing(before)) return [plain(`Now denies ${words(after)}`)];
  if (isNothing(after)) return [flagged(`No longer denies ${words(before)}`)];
  const values = valueMoves(before, after);
  if (values)
    return [
      ...values.lost.map((reach) => flagged(`No longer denies ${words(reach)}`)),
      ...values.gained.map((reach) => plain(`Now denies ${words(reach)}`)),
    ];
  if (isNarrower(after, before)) return [plain(`Now denies ${words(after)}`)];
  return [flagged(`Now denies ${words(after)} instead of ${words(before)}`)];
}

/** Whether servers came into reach that were not before, as far as can be told. */
export function reachesMore(before: Role, after: Role, things: Things): string | undefined {
  const [was, is] = [reachOf(before.spec.allow, things), reachOf(after.spec.allow, things)];
  if (same(was, is) || isNothing(is) || (!isNothing(was) && isNarrower(was, is))) return undefined;
  const gained = isNothing(was) ? [is] : (valueMoves(was, is)?.gained ?? [is]);
  return gained[0] && inWords(gained[0], things);
}
