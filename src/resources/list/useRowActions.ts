import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { encodeSegment } from '../../api/urls.ts';
import { userContext } from '../../api/userContext.ts';
import type { ActionContext } from '../../descriptors/actionModel.ts';
import type { Row } from '../../descriptors/row.ts';
import type { Restricted } from '../../descriptors/restrict.ts';
import type { Ways } from '../actions/menuItems.ts';
import { canOpenRow, rowChoices, type RowChoice } from '../actions/rowChoices.ts';
import { useActionContext } from '../actions/useActionContext.ts';
import { useNewest } from '../useNewest.ts';
import type { Overlay } from './overlay.ts';

export type RowActions = {
  ways: ActionContext & Ways;
  overlay: Overlay | undefined;
  setOverlay: (overlay: Overlay | undefined) => void;
  /** What can be done with a row, the main thing first. The same function from render to render. */
  choicesOf: (row: Row) => readonly RowChoice[];
  open: (row: Row) => void;
  /** Of a kind where there are several; else of the first. */
  create: (kind?: string) => void;
  /** The list without a row beside it. */
  close: () => void;
  /** Address of the row's page; undefined where it has none. */
  pageOf: (row: Row) => string | undefined;
};

/** Ways from the list to its rows. `name` is the one react-admin knows the resource by, which is its path too. */
export function useRowActions(resource: Restricted, name: string, clusterId: string): RowActions {
  const [overlay, setOverlay] = useState<Overlay>();
  const { search } = useLocation();
  const ways = useActionContext(
    clusterId,
    (dialog, row) => setOverlay({ kind: 'dialog', name: dialog, row }),
    (steps) => setOverlay({ kind: 'steps', steps }),
  );
  // A row that opens beside its list leaves the list as it is.
  const beside = resource.yaml ? '' : search;
  const newest = useNewest(beside);

  const open = useCallback(
    (row: Row) => ways.go(`/${name}/${encodeSegment(row.id)}${newest.current}`),
    [ways, name, newest],
  );
  const choicesOf = useCallback(
    (row: Row) =>
      rowChoices(resource, row, {
        acl: userContext().acl,
        self: userContext().username,
        context: ways,
        open,
        remove: (gone) => setOverlay({ kind: 'remove', row: gone }),
      }),
    [resource, ways, open],
  );
  return {
    ways,
    overlay,
    setOverlay,
    choicesOf,
    open,
    create: (kind) => ways.go(`/${name}/new${kind === undefined ? beside : `?kind=${encodeURIComponent(kind)}`}`),
    close: () => ways.go(`/${name}${beside}`),
    pageOf: (row) => (canOpenRow(resource, row) ? ways.href(`/${name}/${encodeSegment(row.id)}`) : undefined),
  };
}
