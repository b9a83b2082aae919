import type { Ref } from 'react';
import { MenuButton } from '../../ui/MenuButton.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { many } from '../words.ts';
import { canBeColumn } from './columns.ts';
import { CreateButton } from './CreateButton.tsx';
import { nextDensity } from './density.ts';
import { conditionsOf } from './filter.ts';
import { ListHead } from './ListHead.tsx';
import styles from './ListHead.module.css';
import { sortBy } from './listState.ts';
import { ListTools } from './ListTools.tsx';
import { QueryBar, searchPlaceholder } from './QueryBar.tsx';
import { QuickField } from './QuickField.tsx';
import { SearchField } from './SearchField.tsx';
import type { ListModel } from './useListModel.ts';

type Props = {
  model: ListModel;
  isNarrow: boolean;
  isPhone: boolean;
  searchRef: Ref<HTMLInputElement>;
  columnsRef: Ref<HTMLButtonElement>;
  openColumns: () => void;
  exports: () => readonly MenuItem[];
  onLeave: () => void;
};

/** Where heads of columns have no room, sorting stands in the menu. */
const sortItems = ({ resource, state, change }: ListModel): readonly MenuItem[] => [
  { kind: 'head', label: 'Sort by' },
  ...canBeColumn(resource)
    .filter((field) => field.sort)
    .map((field): MenuItem => ({
      kind: 'item',
      id: field.source,
      label: field.label,
      chosen: state.sort.field === field.source,
      hint: state.sort.field === field.source ? (state.sort.order === 'DESC' ? 'descending' : 'ascending') : undefined,
      run: () => change({ ...state, sort: sortBy(state.sort, field.source) }),
    })),
  { kind: 'line' },
];

const item = (id: string, label: string, keys: string, run: () => void): MenuItem => ({
  kind: 'item',
  id,
  label,
  hint: <Kbd keys={keys} small />,
  run,
});

/** Everything above the rows. */
export function ListTop({ model, isNarrow, isPhone, searchRef, columnsRef, openColumns, exports, onLeave }: Props) {
  const { resource, standing, state, change, list, actions, filters } = model;
  const onServer = resource.wire.list.search === 'server';
  const searchable = standing !== 'forbidden' && standing !== 'empty';
  const { filter } = state;
  const items = (): readonly MenuItem[] => [
    ...(isPhone ? sortItems(model) : [item('columns', 'Columns', 'V', openColumns)]),
    item('reload', 'Load again', 'R', () => void list.feed.reload()),
    { kind: 'line' },
    ...exports(),
  ];
  return (
    <>
      <ListHead resource={resource} count={list.all} lined={!(onServer && searchable)}>
        {resource.quick && !isNarrow && <QuickField quick={resource.quick} context={actions.ways} />}
        {!onServer && searchable && filter.mode === 'chips' && (
          <SearchField
            inputRef={searchRef}
            placeholder={resource.list.search}
            text={filter.text}
            onChange={(text) => model.setFilter({ ...filter, text }, 'typing')}
            onLeave={onLeave}
          />
        )}
        {model.creates && standing !== 'empty' && standing !== 'forbidden' && (
          <CreateButton model={model} short={isPhone} />
        )}
        {standing === 'rows' && (
          <MenuButton
            kind="quiet"
            opens={false}
            icon="ellipsis"
            label={`More for ${many(resource)}`}
            aria-label={`More for ${many(resource)}`}
            align="right"
            items={items}
          />
        )}
      </ListHead>
      {resource.list.about !== undefined && <p className={styles.about}>{resource.list.about}</p>}
      {onServer && searchable && (
        <QueryBar
          inputRef={searchRef}
          filter={filter}
          fault={model.fault}
          refusal={model.refusal}
          placeholder={isPhone ? searchPlaceholder(list.all, many(resource)) : resource.list.search}
          onChange={model.setFilter}
          onLeave={onLeave}
        >
          <ListTools
            isNarrow={isNarrow}
            isPhone={isPhone}
            conditions={filters ? Math.max(1, conditionsOf(filter).length) : 0}
            columnsAreOpen={actions.overlay?.kind === 'columns'}
            columnsRef={columnsRef}
            onFacets={() => actions.setOverlay({ kind: 'facets' })}
            onColumns={openColumns}
            onDensity={() => change({ ...state, density: nextDensity(state.density) })}
            onReload={() => void list.feed.reload()}
          />
        </QueryBar>
      )}
    </>
  );
}
