import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { rowSegment } from '../../descriptors/resourceName.ts';
import { userContext } from '../../api/userContext.ts';
import type { ActionContext } from '../../descriptors/model/actionModel.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { Steps } from '../../descriptors/steps.ts';
import { errorMessage } from '../../lib/errorMessage.ts';
import type { PageNavigation } from '../actions/menuItems.ts';
import { canOpenRow, rowChoices, type RowChoice } from '../actions/rowChoices.ts';
import { useActionContext } from '../actions/useActionContext.ts';
import { useLatest } from '../useLatest.ts';
import type { BulkEdit } from '../bulk/editPlan.ts';
import type { BulkJob } from '../bulk/BulkJob.ts';
import type { BulkEditJob } from '../bulk/BulkEditJob.ts';
import type { TabLink } from '../bulk/OpenTabsDialog.tsx';
import type { PendingRowAction } from '../actions/RowActionCell.tsx';
import type { Column } from './columns.ts';

/** What is open over the list, and its anchor. */
export type Overlay =
  | { kind: 'actions'; anchor: Element; row: Row; at?: { x: number; y: number } }
  | { kind: 'filter'; anchor: Element; row: Row; exclude: boolean }
  | { kind: 'values'; anchor: Element; row: Row; column: Column }
  | { kind: 'columns'; anchor: Element }
  | { kind: 'facets' }
  | { kind: 'remove'; row: Row }
  | { kind: 'removeMany'; rows: readonly Row[]; work?: BulkJob }
  | { kind: 'bulkEdit'; edit: BulkEdit; rows: readonly Row[]; work?: BulkEditJob }
  | { kind: 'openTabs'; label: string; tabs: readonly TabLink[]; keptBack: boolean }
  | { kind: 'saveView'; name: string | undefined }
  | { kind: 'arrangeViews' }
  | { kind: 'steps'; steps: Steps }
  | { kind: 'dialog'; name: string; row: Row };

/** The rest of a bulk run, such as `changed`: how to open it again, as long as exactly these rows are selected. */
export type UnfinishedBulkRun = { ids: readonly string[]; was: string; atMs: number; see: Overlay };

export type RowActions = {
  context: ActionContext & PageNavigation;
  overlay: Overlay | undefined;
  setOverlay: (overlay: Overlay | undefined) => void;
  /** The actions of a row, the main one first. The same function from render to render. */
  choicesOf: (row: Row) => readonly RowChoice[];
  open: (row: Row) => void;
  /** Creates a row of this kind, or of the first kind. */
  create: (kind?: string) => void;
  /** Closes the panel beside the list. */
  close: () => void;
  /** Address of the row's page; undefined if it has none. */
  pageOf: (row: Row) => string | undefined;
};

/** Navigation from the list to its rows. `name` is react-admin's resource name, which is also its path. */
export function useRowActions(resource: Restricted, name: string, clusterId: string): RowActions {
  const [overlay, setOverlay] = useState<Overlay>();
  const { search } = useLocation();
  const context = useActionContext(
    clusterId,
    (dialog, row) => setOverlay({ kind: 'dialog', name: dialog, row }),
    (steps) => setOverlay({ kind: 'steps', steps }),
  );
  // Opening a row beside its list keeps the list as it is.
  const beside = resource.yaml ? '' : search;
  const newest = useLatest(beside);

  const open = useCallback(
    (row: Row) => context.go(`/${name}/${rowSegment(row.id)}${newest.current}`),
    [context, name, newest],
  );
  const choicesOf = useCallback(
    (row: Row) =>
      rowChoices(resource, row, {
        acl: userContext().acl,
        self: userContext().username,
        context: context,
        open,
        remove: (row) => setOverlay({ kind: 'remove', row }),
      }),
    [resource, context, open],
  );
  return {
    context,
    overlay,
    setOverlay,
    choicesOf,
    open,
    create: (kind) => context.go(`/${name}/new${kind === undefined ? beside : `?kind=${encodeURIComponent(kind)}`}`),
    close: () => context.go(`/${name}${beside}`),
    pageOf: (row) => (canOpenRow(resource, row) ? context.href(`/${name}/${rowSegment(row.id)}`) : undefined),
  };
}

/** Runs actions on rows and reports, by the row's id, which are running and which failed. */
export function usePendingRowActions() {
  const [pendingActions, setPendingActions] = useState<ReadonlyMap<string, PendingRowAction>>(() => new Map());
  const note = (id: string, pending: PendingRowAction | undefined) =>
    setPendingActions((last) => {
      const next = new Map(last);
      if (pending) next.set(id, pending);
      else next.delete(id);
      return next;
    });

  const run = async (choice: RowChoice, row: Row): Promise<void> => {
    const work = choice.kind === 'run' ? choice.run() : undefined;
    if (!work) return;
    note(row.id, { kind: 'busy', word: choice.label });
    try {
      await work;
      note(row.id, undefined);
    } catch (error) {
      note(row.id, { kind: 'failed', why: errorMessage(error), again: () => void run(choice, row) });
    }
  };
  return { pendingActions, run };
}
