import type { Details } from '../../descriptors/model/detailsModel.ts';
import type { Label } from '../../api/nodes.ts';
import type { Row } from '../../descriptors/row.ts';
import type { IconName } from '../../ui/plain/Icon.tsx';
import { noFilter, onlyValue } from '../list/filter.ts';
import type { ListModel } from '../list/useListModel.ts';
import { isInSpan } from '../window/rangeBounds.ts';

export type Pivot = {
  label: string;
  icon: IconName;
  /**
   * How many rows have it in common, including the row itself. Undefined if only a part is loaded and the server does
   * not count.
   */
  count: number | undefined;
  /** Shows only these rows. */
  look: () => void;
};

/** What a row has in common with others. Fields without a value are left out. */
export function pivotsOf(
  { resource, list, facets, state, change }: ListModel,
  details: Details,
  row: Row,
): readonly Pivot[] {
  const all = list.feed.rows ?? [];
  return (details.pivots ?? []).flatMap((pivot): Pivot[] => {
    if ('around' in pivot) {
      const at = row[pivot.around];
      if (!(at instanceof Date)) return [];
      const span = { fromMs: at.getTime() - pivot.withinMs, toMs: at.getTime() + pivot.withinMs };
      return [
        {
          label: pivot.label,
          icon: 'clock',
          count: all.filter((other) => isInSpan(span, other[pivot.around])).length,
          look: () => change({ ...state, filter: noFilter, span }),
        },
      ];
    }
    const label = pivot.of(row);
    if (!label) return [];
    const has = (other: Row): boolean =>
      resource.predicate?.labels(other).some(({ name, value }) => name === label.name && value === label.value) ??
      false;
    // The server has counted all rows, if it lists the value.
    const countOf = ({ name, value }: Label) =>
      list.range
        ? facets.find((facet) => facet.name === name)?.values.find((entry) => entry.value === value)?.count
        : all.filter(has).length;
    return [
      {
        label: pivot.label,
        icon: 'list-filter',
        count: countOf(label),
        look: () => change({ ...state, filter: onlyValue(noFilter, label.name, label.value), span: undefined }),
      },
    ];
  });
}
