import { useMemo, type RefObject } from 'react';
import { userContext } from '../../api/userContext.ts';
import type { Row } from '../../descriptors/row.ts';
import { rowTitle } from '../../descriptors/rows.ts';
import { keptBecause } from '../../descriptors/restrict.ts';
import { useKeys } from '../../ui/keys/keys.ts';
import type { KeyAction } from '../../ui/keys/KeyTable.ts';
import { saveChanges } from '../views/saveChanges.ts';
import { copyName } from '../actions/copyName.ts';
import { canOpen, canOpenRow, opensFirst, openWord } from '../actions/rowChoices.ts';
import { useLatest } from '../useLatest.ts';
import { singularName, removalMessages } from '../resourceMessages.ts';
import { nextDensity } from './listParams.ts';
import type { GridHandle } from './Grid.tsx';
import { rowDomId } from './GridRow.tsx';
import { listActions, type ListCommand } from './listActions.ts';
import type { ListModel } from './useListModel.ts';

type ListHandles = {
  grid: RefObject<GridHandle | null>;
  search: RefObject<HTMLInputElement | null>;
  openColumns: () => void;
};

/** The cell at the end of a row that its menus are anchored to. */
const actionCell = (index: number): Element | undefined =>
  document.getElementById(rowDomId(index))?.querySelector('[data-row-action]') ?? undefined;

function commandsOf(
  model: ListModel,
  { grid, search, openColumns }: ListHandles,
): Readonly<Record<ListCommand, () => void>> {
  const { resource, list, rows, state, change, cursor, moveCursor, selection, actions, opened } = model;
  const here = rows[cursor.index];
  const goTo = (index: number) => {
    const to = Math.max(0, Math.min(index, list.count - 1));
    moveCursor(to);
    grid.current?.reveal(to);
  };
  const page = () => grid.current?.pageRows() ?? 1;
  const extend = (by: number) => {
    const next = rows[cursor.index + by];
    if (!here || !next) return;
    if (!selection.ids.has(here.id)) selection.toggle(here.id);
    selection.extend(next.id);
    goTo(cursor.index + by);
  };
  const withCell = (act: (anchor: Element, row: Row) => void) => {
    const anchor = actionCell(cursor.index);
    if (anchor && here) act(anchor, here);
  };
  const filterMenu = (exclude: boolean) =>
    withCell((anchor, row) => actions.setOverlay({ kind: 'filter', anchor, row, exclude }));
  return {
    down: () => goTo(cursor.index + 1),
    up: () => goTo(cursor.index - 1),
    first: () => goTo(0),
    last: () => goTo(list.count - 1),
    pageDown: () => goTo(cursor.index + page()),
    pageUp: () => goTo(cursor.index - page()),
    toggle: () => here && selection.toggle(here.id),
    extendDown: () => extend(1),
    extendUp: () => extend(-1),
    selectAll: () => selection.choose(rows),
    main: () =>
      resource.list.bare
        ? here && actions.open(here)
        : withCell((anchor) => anchor.querySelector<HTMLElement>('button, a[href]')?.click()),
    menu: () => withCell((anchor, row) => actions.setOverlay({ kind: 'actions', anchor, row })),
    filter: () => filterMenu(false),
    exclude: () => filterMenu(true),
    copyName: () => here && void copyName(resource, here),
    open: () => here && canOpenRow(resource, here) && actions.open(here),
    create: () => resource.may.create.ok && actions.create(),
    remove: () => {
      if (!resource.may.remove.ok) return;
      // With a selection it acts on the selection, as the button above the list does.
      if (selection.ids.size > 0) {
        if (resource.bulk?.removal) actions.setOverlay({ kind: 'removeMany', rows: selection.rows() });
      } else if (here && keptBecause(resource, here, userContext().username) === undefined)
        actions.setOverlay({ kind: 'remove', row: here });
    },
    columns: openColumns,
    density: () => change({ ...state, density: nextDensity(state.density) }),
    saveView: () => saveChanges(model.views),
    reload: () => void list.feed.reload(),
    search: () => search.current?.focus(),
    escape: () => {
      if (list.feed.loading) list.feed.loading.stop();
      else if (opened !== undefined) actions.close();
      else if (selection.ids.size > 0) selection.clear();
      else list.feed.stop();
    },
  };
}

/** All shortcuts of a list. Returns its entries in the table of actions. */
export function useListCommands(model: ListModel, hands: ListHandles): readonly KeyAction[] {
  const { resource, creates } = model;
  const newest = useLatest({ model, hands });
  const table = useMemo(() => {
    const [main] = resource.rowActions ?? [];
    const open = canOpen(resource) ? openWord(resource) : undefined;
    return listActions(
      {
        selectable: resource.list.selectable !== false,
        facets: resource.predicate !== undefined,
        main: opensFirst(resource) ? open : (main?.label ?? open),
        open,
        create: creates ? (resource.creates?.label ?? `Create ${singularName(resource)}`) : undefined,
        remove: resource.removal && removalMessages(resource).act,
      },
      (command) => commandsOf(newest.current.model, newest.current.hands)[command](),
      () => {
        const { rows, cursor } = newest.current.model;
        const here = rows[cursor.index];
        return here && rowTitle(resource, here);
      },
    );
  }, [resource, creates, newest]);
  useKeys(table);
  return table;
}
