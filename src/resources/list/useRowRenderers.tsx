import { useMemo, type MouseEvent } from 'react';
import { userContext } from '../../api/userContext.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { asKind } from '../../descriptors/kinds.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { RowActionCell } from '../actions/RowActionCell.tsx';
import type { RowChoice } from '../actions/rowChoices.ts';
import { labelKey } from '../cells/cells.tsx';
import { useLatest } from '../useLatest.ts';
import { shownLabels } from './columns.ts';
import { conditionsOf } from './filter.ts';
import type { RowHandlers, RowRenderers } from './GridRow.tsx';
import type { ShownColumns } from './useColumns.ts';
import type { ListModel } from './useListModel.ts';

/** Selecting text is not a click. */
const isMarking = (): boolean => getSelection()?.isCollapsed === false;

type Parts = ListModel & { runOn: (choice: RowChoice, row: Row) => void };

/** A click on a row, outside its buttons. */
function press(event: MouseEvent, row: Row, index: number, { resource, moveCursor, selection, actions }: Parts): void {
  const { target, currentTarget } = event;
  // Menus of a row are elsewhere in the document, but their React events bubble to the row.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (target.closest('button, input, label, [data-row-action] a')) return;
  const extending = event.shiftKey;
  const toggling = event.ctrlKey || event.metaKey;
  if (target.closest('a')) {
    if (extending || toggling) return; // left to the browser
    event.preventDefault();
  }
  moveCursor(index);
  const selectable = resource.list.selectable !== false;
  if (selectable && extending) selection.extend(row.id);
  else if (selectable && toggling) selection.toggle(row.id);
  else if (!isMarking() && actions.pageOf(row) !== undefined) actions.open(row);
}

/** The value of a full bar: the longest of the rows, if they have a length. */
function longestOf(resource: Resource, rows: readonly Row[]): number {
  const field = resource.fields.find(({ kind }) => kind === 'length');
  let longest = 0;
  if (field) for (const row of rows) longest = Math.max(longest, asKind('length', row[field.source]) ?? 0);
  return longest;
}

/** How rows look and behave. The same object until the look changes, so that rows need not be drawn again. */
export function useRowRenderers(parts: Parts, { columns, tracks }: ShownColumns, isPhone: boolean): RowRenderers {
  const { resource, state, actions, rows, dayField } = parts;
  const { choicesOf, context } = actions;
  const newest = useLatest(parts);

  const handlers = useMemo((): RowHandlers => {
    const run = (row: Row) => (choice: RowChoice) => newest.current.runOn(choice, row);
    return {
      toggle: (id, extending) => {
        const { selection, moveCursor } = newest.current;
        // Keys continue from the row that was ticked.
        const index = newest.current.rows.findIndex((row) => row.id === id);
        if (index >= 0) moveCursor(index);
        if (extending) selection.extend(id);
        else selection.toggle(id);
      },
      press: (event, row, index) => press(event, row, index, newest.current),
      menu: (event, row, index) => {
        const anchor = event.currentTarget.querySelector('[data-row-action]');
        // Links and selected text have the browser's own menu, and Shift always opens it.
        if (!anchor || event.shiftKey || isMarking() || (event.target instanceof Element && event.target.closest('a')))
          return;
        event.preventDefault();
        const { moveCursor, actions: now } = newest.current;
        moveCursor(index);
        now.setOverlay({ kind: 'actions', anchor, row, at: { x: event.clientX, y: event.clientY } });
      },
      more: (anchor, row, column) => newest.current.actions.setOverlay({ kind: 'values', anchor, row, column }),
      action: (row, pending) => (
        <RowActionCell
          choice={choicesOf(row)[0]}
          name={rowTitle(resource, row)}
          context={context}
          run={run(row)}
          pending={pending}
        />
      ),
      href: (row) => newest.current.actions.pageOf(row),
    };
  }, [resource, choicesOf, context, newest]);

  const { filter } = state;
  const longestMs = useMemo(() => longestOf(resource, rows), [resource, rows]);
  return useMemo(() => {
    const picked = conditionsOf(filter).flatMap((chip) =>
      chip.kind === 'is' ? chip.values.map((value) => labelKey({ name: chip.key, value })) : [],
    );
    return {
      resource,
      columns,
      tracks,
      selectable: resource.list.selectable !== false,
      phone: isPhone,
      dayField,
      cell: {
        shown: shownLabels(columns),
        picked: new Set(picked),
        self: userContext().username,
        longestMs,
        ...(resource.predicate && { onPick: (label) => newest.current.pickLabel(label, false) }),
      },
      handlers,
    };
  }, [resource, columns, tracks, isPhone, filter, dayField, longestMs, handlers, newest]);
}
