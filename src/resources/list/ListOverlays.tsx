import type { Label } from '../../api/nodes.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldValue, rowTitle } from '../../descriptors/rows.ts';
import { Chip, LabelChip } from '../../ui/Chips.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { Popup } from '../../ui/Popup.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { copyName } from '../actions/copyName.ts';
import { choiceItems } from '../actions/choiceItems.ts';
import type { RowChoice } from '../actions/rowChoices.ts';
import { labelKey } from '../cells/cells.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { defaultColumnIds } from './columns.ts';
import { RemoveDialog } from '../dialogs/RemoveDialog.tsx';
import { RowDialog } from '../dialogs/RowDialog.tsx';
import { FacetPanel } from './FacetPanel.tsx';
import styles from './ListOverlays.module.css';
import { removalMessages } from '../resourceMessages.ts';
import type { Overlay, UnfinishedBulkRun } from './useRowActions.ts';
import type { ListModel } from './useListModel.ts';

const DIALOG = { name: 'The dialog', look: 'over' } as const;
const bulkEditDialog = lazyComponent(() => import('../bulk/BulkEditDialog.tsx'), DIALOG);
const openTabsDialog = lazyComponent(() => import('../bulk/OpenTabsDialog.tsx'), DIALOG);
const saveViewDialog = lazyComponent(() => import('../views/SaveViewDialog.tsx'), DIALOG);
const arrangeViewsDialog = lazyComponent(() => import('../views/ArrangeViewsDialog.tsx'), DIALOG);
const stepsDialog = lazyComponent(() => import('../dialogs/StepsDialog.tsx'), DIALOG);
const bulkRemoveDialog = lazyComponent(() => import('../bulk/BulkRemoveDialog.tsx'), DIALOG);

type PickLabel = ((label: Label, exclude: boolean) => void) | undefined;
type OverlayOf<K extends Overlay['kind']> = Extract<Overlay, { kind: K }> & { onClose: () => void };

/** All actions of one row; destructive ones come last. */
function RowMenu({ row, anchor, at, model, runOn, onClose }: OverlayOf<'actions'> & Pick<Props, 'model' | 'runOn'>) {
  const { resource, actions } = model;
  const choices = actions.choicesOf(row);
  const items = (some: readonly RowChoice[]) => choiceItems(some, actions.context, (choice) => runOn(choice, row));
  const copy: MenuItem = {
    kind: 'item',
    id: 'copy name',
    label: 'Copy name',
    hint: 'Y',
    run: () => void copyName(resource, row),
  };
  return (
    <Menu
      anchor={anchor}
      at={at}
      align="right"
      label={`Actions of ${rowTitle(resource, row)}`}
      items={[
        ...items(choices.filter((choice) => !choice.danger)),
        copy,
        ...items(choices.filter((choice) => choice.danger)),
      ]}
      onClose={onClose}
    />
  );
}

/** Filters by one of the row's labels, without the mouse. */
function FilterMenu({
  resource,
  row,
  anchor,
  exclude,
  pick,
  onClose,
}: OverlayOf<'filter'> & { resource: Resource; pick: PickLabel }) {
  const labels = resource.predicate?.labels(row) ?? [];
  const items = labels.map((label): MenuItem => ({
    kind: 'item',
    id: labelKey(label),
    label: `${label.name} ${exclude ? '≠' : '='} ${label.value}`,
    mono: true,
    run: () => pick?.(label, exclude),
  }));
  const head: MenuItem = { kind: 'head', label: items.length === 0 ? 'No labels' : exclude ? 'Exclude' : 'Filter by' };
  return (
    <Menu anchor={anchor} label={`Labels of ${rowTitle(resource, row)}`} items={[head, ...items]} onClose={onClose} />
  );
}

/** All labels or values of a cell that has room for only a few. */
function CellValues({ row, anchor, column, pick, onClose }: OverlayOf<'values'> & { pick: PickLabel }) {
  if (column.kind !== 'field') return null;
  const { field } = column;
  const labels = field.kind === 'labels' ? (fieldValue(field, row) ?? []) : [];
  const values = field.kind === 'chips' ? (fieldValue(field, row) ?? []) : [];
  return (
    <Popup anchor={anchor} align="right" onClose={onClose}>
      <ul className={styles.values} aria-label={field.label}>
        {labels.map((label) => (
          <li key={labelKey(label)}>
            <LabelChip
              name={label.name}
              value={label.value}
              onPick={
                pick &&
                (() => {
                  onClose();
                  pick(label, false);
                })
              }
            />
          </li>
        ))}
        {values.map((value) => (
          <li key={value}>
            <Chip>{value}</Chip>
          </li>
        ))}
      </ul>
    </Popup>
  );
}

type Props = {
  model: ListModel;
  /** There is no room for the facets beside the list. */
  isNarrow: boolean;
  runOn: (choice: RowChoice, row: Row) => void;
};

/** The menu, dialog or panel that is open over the list. */
export default function ListOverlays({ model, isNarrow, runOn }: Props) {
  const { resource, state, change, facets, actions, selection, pickLabel } = model;
  const { overlay, setOverlay } = actions;
  if (!overlay) return null;
  const onClose = () => setOverlay(undefined);
  const pick = resource.predicate && pickLabel;
  /** Rows that a bulk run did not finish stay selected, with a link to the reasons. */
  const keep = (rows: readonly Row[], how: Omit<UnfinishedBulkRun, 'ids'>) => {
    selection.clear();
    selection.choose(rows);
    model.setUnfinished({ ...how, ids: rows.map(({ id }) => id) });
  };
  switch (overlay.kind) {
    case 'actions':
      return <RowMenu {...overlay} model={model} runOn={runOn} onClose={onClose} />;
    case 'filter':
      return <FilterMenu {...overlay} resource={resource} pick={pick} onClose={onClose} />;
    case 'values':
      return <CellValues {...overlay} pick={pick} onClose={onClose} />;
    case 'columns':
      return (
        <ColumnMenu
          resource={resource}
          anchor={overlay.anchor}
          shownIds={state.columns ?? defaultColumnIds(resource)}
          facets={facets}
          widths={model.widths}
          onChange={(columns) => change({ ...state, columns })}
          onClose={onClose}
        />
      );
    case 'facets':
      return (
        isNarrow && (
          <Sheet title="Filters" width={320} onClose={onClose}>
            <FacetPanel inSheet model={model} />
          </Sheet>
        )
      );
    case 'remove':
      return (
        <RemoveDialog
          resource={resource}
          name={model.name}
          row={overlay.row}
          onClose={onClose}
          onRemoved={({ id }) => id === model.opened && actions.close()}
        />
      );
    case 'removeMany':
      return (
        <bulkRemoveDialog.Part
          resource={resource}
          name={model.name}
          rows={overlay.rows}
          onClose={onClose}
          work={overlay.work}
          onLeft={(rows, work) => {
            keep(rows, { was: removalMessages(resource).done, atMs: work.endedMs, see: { ...overlay, work } });
            const isOpen = ({ id }: Row) => id === model.opened;
            if (overlay.rows.some(isOpen) && !rows.some(isOpen)) actions.close();
          }}
        />
      );
    case 'bulkEdit':
      return (
        <bulkEditDialog.Part
          resource={resource}
          name={model.name}
          edit={overlay.edit}
          rows={overlay.rows}
          work={overlay.work}
          onClose={onClose}
          onLeft={(rows, work) => keep(rows, { was: 'changed', atMs: work.endedMs, see: { ...overlay, work } })}
        />
      );
    case 'openTabs':
      return <openTabsDialog.Part {...overlay} onClose={onClose} />;
    case 'saveView':
      return <saveViewDialog.Part views={model.views} name={overlay.name} onClose={onClose} />;
    case 'arrangeViews':
      return <arrangeViewsDialog.Part views={model.views} onClose={onClose} />;
    case 'steps':
      return <stepsDialog.Part steps={overlay.steps} onClose={onClose} />;
    case 'dialog':
      return <RowDialog dialog={overlay.name} row={overlay.row} onClose={onClose} />;
    default:
      return overlay satisfies never;
  }
}
