import { useMemo } from 'react';
import type { Resource } from '../../descriptors/defineResource.ts';
import { columnsOf, fitColumns, gridTracks, phoneColumns, phoneLines, restWidth, type Column } from './columns.ts';
import type { Widths } from './columnWidths.ts';

/** A check box, or the icon of the row's kind. */
const LEAD_PX = 40;
const ACTION_PX = 108;
/** Width of either if it is empty. */
const BARE_PX = 8;
/** A time without its day, and with milliseconds. */
const CLOCK_PX = 84;
const MOMENT_PX = 122;

const clockColumn = (column: Column): Column => ({
  ...column,
  width: column.kind === 'field' && column.field.kind === 'moment' ? MOMENT_PX : CLOCK_PX,
});

type Room = {
  widthPx: number | undefined;
  isPhone: boolean;
  /** The column that shows no day, because the rows have day headings. */
  dayField: string | undefined;
  /** The widths that the user set. */
  widths: Widths;
};

export type ShownColumns = { columns: readonly Column[]; tracks: string };

/** The requested columns, as far as there is room for them. */
export function useColumns(
  resource: Resource,
  ids: readonly string[] | undefined,
  { widthPx, isPhone, dayField, widths }: Room,
): ShownColumns {
  return useMemo(() => {
    const { bare, phone } = resource.list;
    const [lead, action] = bare ? [BARE_PX, BARE_PX] : [LEAD_PX, ACTION_PX];
    if (isPhone) {
      return { columns: phone ? phoneLines(resource) : phoneColumns(columnsOf(resource, ids)), tracks: '' };
    }
    const all = columnsOf(resource, ids)
      .map((column) => (column.id === dayField ? clockColumn(column) : column))
      .map((column) => ({ ...column, width: widths[column.id] ?? column.width }));
    const available = (widthPx ?? Number.POSITIVE_INFINITY) - lead - action;
    const columns = fitColumns(all, available);
    return { columns, tracks: gridTracks(lead, columns, action, restWidth(columns, available)) };
  }, [resource, ids, widthPx, isPhone, dayField, widths]);
}
