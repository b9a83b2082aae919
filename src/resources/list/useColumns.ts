import { useMemo } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { columnsOf, fitColumns, gridTracks, phoneColumns } from './columns.ts';
import type { Column } from './columns.ts';

/** A check box, or what kind of thing the row is. */
const LEAD_PX = 40;
const ACTION_PX = 108;

export type ShownColumns = { columns: readonly Column[]; tracks: string };

/** The columns that are asked for, as far as there is room for them. */
export function useColumns(
  resource: Resource,
  ids: readonly string[] | undefined,
  { widthPx, isPhone }: { widthPx: number | undefined; isPhone: boolean },
): ShownColumns {
  return useMemo(() => {
    const all = columnsOf(resource, ids);
    const columns = isPhone
      ? phoneColumns(all)
      : fitColumns(all, (widthPx ?? Number.POSITIVE_INFINITY) - LEAD_PX - ACTION_PX);
    return { columns, tracks: gridTracks(LEAD_PX, columns, ACTION_PX) };
  }, [resource, ids, widthPx, isPhone]);
}
