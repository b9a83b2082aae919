import { rangeLabel } from '../window/range.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { fieldNamed } from '../../descriptors/rows.ts';
import { chipText } from '../list/chipLabels.ts';
import { columnsOf, type Column } from '../list/columns.ts';
import { asQuery, conditionsOf, type Filter } from '../list/filter.ts';
import type { ListParams, Sort } from '../list/listParams.ts';

/** One line of the differences; `code` is shown as code. */
export type Difference = { sign?: '+' | '−'; text?: string; code?: string };

const queryOf = (filter: Filter): string => {
  const request = asQuery(filter);
  return request.mode === 'query' ? request.query : '';
};

function filterDifferences(saved: Filter, now: Filter): Difference[] {
  const [before, after] = [queryOf(saved), queryOf(now)];
  if (before === after) return [];
  const [had, has] = [conditionsOf(saved).map(chipText), conditionsOf(now).map(chipText)];
  // Chips cannot express one of the two, so their conditions cannot be compared one by one.
  if ((before && had.length === 0) || (after && has.length === 0))
    return [
      after ? { text: 'query', code: after } : { text: 'no query' },
      ...(before ? [{ text: 'was', code: before }] : []),
    ];
  return [
    ...has.filter((chip) => !had.includes(chip)).map((code): Difference => ({ sign: '+', code })),
    ...had.filter((chip) => !has.includes(chip)).map((code): Difference => ({ sign: '−', code })),
  ];
}

const columnName = (column: Column): Difference =>
  column.kind === 'label' ? { text: 'column', code: column.name } : { text: `column ${column.field.label}` };

function columnDifferences(resource: Resource, saved: ListParams, now: ListParams): Difference[] {
  const [before, after] = [columnsOf(resource, saved.columns), columnsOf(resource, now.columns)];
  const isIn = (list: readonly Column[], { id }: Column): boolean => list.some((column) => column.id === id);
  const lines: Difference[] = [
    ...after
      .filter((column) => !isIn(before, column))
      .map((column): Difference => ({ sign: '+', ...columnName(column) })),
    ...before
      .filter((column) => !isIn(after, column))
      .map((column): Difference => ({ sign: '−', ...columnName(column) })),
  ];
  const order = (list: readonly Column[], other: readonly Column[]): string =>
    list.flatMap((column) => (isIn(other, column) ? [column.id] : [])).join(' ');
  return order(before, after) === order(after, before) ? lines : [...lines, { text: 'different column order' }];
}

const sortLabel = (resource: Resource, { field, order }: Sort): string =>
  `${fieldNamed(resource, field)?.label ?? field}${order === 'DESC' ? ', descending' : ''}`;

/** The changes since the view was saved, line by line; empty if there are none. */
export function viewDifferences(resource: Resource, saved: ListParams, now: ListParams): readonly Difference[] {
  const [range, before] = [rangeLabel(now.range), rangeLabel(saved.range)];
  const isSorted = saved.sort.field === now.sort.field && saved.sort.order === now.sort.order;
  return [
    ...filterDifferences(saved.filter, now.filter),
    ...columnDifferences(resource, saved, now),
    ...(isSorted
      ? []
      : [{ text: `sorted by ${sortLabel(resource, now.sort)}, was ${sortLabel(resource, saved.sort)}` }]),
    ...(range === before ? [] : [{ text: `${range}, was ${before}` }]),
    ...(saved.density === now.density ? [] : [{ text: `${now.density} rows, were ${saved.density}` }]),
  ];
}
