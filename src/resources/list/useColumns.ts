import { useMemo } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { columnsOf, fitColumns, gridTracks, phoneColumns } from './columns.ts';
import type { Column } from './columns.ts';

const CHECK_PX = 40;
const ACTION_PX = 108;

export type ShownColumns = { columns: readonly Column[]; tracks: string };

/** The columns that are asked for, as far as there is room for them. */
export function useColumns(
  resource: Resource,
  ids: readonly string[] | undefined,
  { widthPx, isPhone, selectable }: { widthPx: number | undefined; isPhone: boolean; selectable: boolean },
): ShownColumns {
  return useMemo(() => {
    const lead = selectable ? CHECK_PX : 0;
    const all = columnsOf(resource, ids);
    const columns = isPhone
      ? phoneColumns(all)
      : fitColumns(all, (widthPx ?? Number.POSITIVE_INFINITY) - lead - ACTION_PX);
    return { columns, tracks: gridTracks(lead, columns, ACTION_PX) };
  }, [resource, ids, widthPx, isPhone, selectable]);
}
