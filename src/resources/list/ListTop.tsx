import { useState, type Ref } from 'react';
import { config } from '../../api/config.ts';
import { isLocked } from '../../api/can.ts';
import { formatCount } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { MenuButton } from '../../ui/Menu.tsx';
import type { MenuItem } from '../../ui/menuItems.ts';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { openOffer } from '../actions/menuItems.ts';
import { HISTORY } from '../../wire/config.ts';
import { removedPath } from '../../descriptors/resourceName.ts';
import { ViewTabs } from '../views/ViewTabs.tsx';
import { viewItems } from '../views/viewItems.tsx';
import { tailItems } from '../tail/useTail.ts';
import { ListHistogram } from '../window/ListHistogram.tsx';
import { RangePicker } from '../window/RangePicker.tsx';
import { TextSearchChoice, textSearchMenuItems } from '../recordings/TextSearchChoice.tsx';
import type { TextSearch } from '../recordings/useTextSearch.ts';
import { countOf, pluralName } from '../resourceMessages.ts';
import { canBeColumn } from './columns.ts';
import { CreateButton, AddButton } from './CreateButton.tsx';
import { conditionsOf } from './filter.ts';
import { ListHead, SearchField, QuickField, RereadMark } from './ListHead.tsx';
import styles from './ListHead.module.css';
import { sortBy, takesConditions, nextDensity } from './listParams.ts';
import { forbidden } from './ListPlaceholder.tsx';
import { LIST_PARTS } from './listState.ts';
import { ListTools } from './ListTools.tsx';
import { QueryBar } from './QueryBar.tsx';
import type { ListModel } from './useListModel.ts';

/** Only for lists over time. */
const tailSwitch = lazyComponent(() => import('../tail/TailSwitch.tsx'), { name: 'Live tail', look: 'line' });
/** Few users search in the text of rows. */
const textSearchBar = lazyComponent(() => import('../recordings/TextSearchBar.tsx'), {
  name: 'The search field',
  look: 'line',
});

type Props = {
  model: ListModel;
  textSearch: TextSearch;
  isNarrow: boolean;
  isPhone: boolean;
  searchRef: Ref<HTMLInputElement>;
  columnsRef: Ref<HTMLButtonElement>;
  openColumns: () => void;
  exports: () => readonly MenuItem[];
  onLeave: () => void;
};

const LINE: MenuItem = { kind: 'line' };

/** Where column heads have no room, the menu sorts. */
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
  LINE,
];

/** How many rows are shown of how many. For a list over time the total is unknown. */
function countLabel({ list, resource }: ListModel): string | undefined {
  if (list.all === undefined) return undefined;
  if (!list.bounds) return formatCount(list.all);
  if (list.range) {
    const { found, total } = list.range;
    return `${found === undefined || found === total ? '' : `${formatCount(found)} of `}${countOf(resource, total)}`;
  }
  const isPart = list.count < list.all;
  if (!isPart && !list.feed.hasMore) return formatCount(list.all);
  const part = isPart ? `${formatCount(list.count)} of ` : '';
  return `${part}${countOf(resource, list.all)}${list.feed.hasMore ? ' loaded' : ''}`;
}

const item = (id: string, label: string, keys: string, run: () => void): MenuItem => ({
  kind: 'item',
  id,
  label,
  hint: <Kbd keys={keys} small />,
  run,
});

const allOf = ({ resource }: ListModel): string => `All ${pluralName(resource)}`;

const viewsOf = (model: ListModel): readonly MenuItem[] =>
  viewItems(model.views, allOf(model), {
    saveAs: (name) => model.actions.setOverlay({ kind: 'saveView', name }),
    arrange: () => model.actions.setOverlay({ kind: 'arrangeViews' }),
    page: model.actions.context.href(`/${model.name}`),
  });

/** On a phone the views are in the menu. */
const viewTabs = (model: ListModel, isNarrow: boolean, isPhone: boolean) =>
  !isPhone && (
    <ViewTabs
      views={model.views}
      all={allOf(model)}
      items={() => viewsOf(model)}
      isFolded={isNarrow}
      onSaveAs={() => model.actions.setOverlay({ kind: 'saveView', name: undefined })}
    />
  );

/** Removed objects, if the server keeps a history. */
const removedItems = ({ resource, name, actions }: ListModel): readonly MenuItem[] =>
  resource.yaml && config.extensions.includes(HISTORY)
    ? [
        LINE,
        {
          kind: 'item',
          id: 'removed',
          label: `Removed ${pluralName(resource)}`,
          icon: 'trash-2',
          run: () => actions.context.go(removedPath(name)),
        },
      ]
    : [];

/** Everything above the rows. */
export function ListTop({ model, textSearch, isNarrow, isPhone, searchRef, columnsRef, ...rest }: Props) {
  const { openColumns, exports, onLeave } = rest;
  const { resource, listState, state, change, list, actions, filters } = model;
  const asks = takesConditions(resource);
  const searchable = LIST_PARTS[listState].hasGrid;
  const { filter } = state;
  // A list that turns out to be empty does not close the menu that the user has opened in the meantime.
  const [isChoosing, setIsChoosing] = useState(false);
  const items = (): readonly MenuItem[] => [
    ...(isPhone
      ? [...sortItems(model), ...tailItems(list.tail, model), ...viewsOf(model), LINE]
      : [item('columns', 'Columns', 'V', openColumns)]),
    item('reload', 'Reload', 'R', () => void list.feed.reload()),
    ...textSearchMenuItems(resource, textSearch),
    ...(listState === 'nothing' || (resource.list.exportAll && !isNarrow) ? [] : [LINE, ...exports()]),
    ...removedItems(model),
  ];
  const tools = (
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
  );
  return (
    <>
      <ListHead
        resource={resource}
        count={countLabel(model)}
        lined={!(asks && searchable) && !resource.list.histogram}
        views={searchable && viewTabs(model, isNarrow, isPhone)}
      >
        {!list.feed.error && <RereadMark list={resource.list} />}
        {resource.list.locked !== undefined && isLocked(resource.list.locked, config) && (
          <Button icon="lock" onClick={() => resource.list.locked && openOffer(resource.list.locked)}>
            {!isPhone && 'Upgrade to unlock'}
          </Button>
        )}
        {list.tail && !isPhone && <tailSwitch.Part model={model} tail={list.tail} />}
        {list.shownRange && <RangePicker range={list.shownRange} short={isNarrow} onChange={model.setRange} />}
        {resource.list.exportAll && listState === 'rows' && !isNarrow && (
          <MenuButton label={`Export ${pluralName(resource)}`} icon="download" align="right" items={exports}>
            Export
          </MenuButton>
        )}
        {resource.list.quick && !isNarrow && <QuickField quick={resource.list.quick} context={actions.context} />}
        {!asks && searchable && filter.mode === 'chips' && (
          <SearchField
            inputRef={searchRef}
            placeholder={resource.list.search}
            text={filter.text}
            onChange={(text) => model.setFilter({ ...filter, text }, 'typing')}
            onLeave={onLeave}
          />
        )}
        {searchable && <AddButton model={model} short={isNarrow} />}
        {model.creates && (searchable || isChoosing) && (
          <CreateButton model={model} short={isPhone} onOpen={setIsChoosing} />
        )}
        {(listState === 'rows' || listState === 'nothing') && (
          <MenuButton
            kind="quiet"
            opens={false}
            icon="ellipsis"
            label={`More for ${pluralName(resource)}`}
            aria-label={`More for ${pluralName(resource)}`}
            align="right"
            items={items}
          />
        )}
      </ListHead>
      {resource.list.about !== undefined && (
        <p className={styles.about}>
          {resource.list.about}
          {resource.yaml?.types[0].acl && <forbidden.Part resource={resource} isPartial />}
        </p>
      )}
      <ListHistogram model={model} />
      {asks && searchable && !textSearch.query && (
        <QueryBar
          inputRef={searchRef}
          filter={filter}
          fault={model.fault}
          refusal={model.refusal}
          shownText={model.placeholder}
          vocabulary={model.vocabulary}
          placeholder={
            isPhone
              ? `Search ${list.all === undefined ? pluralName(resource) : countOf(resource, list.all)}`
              : resource.list.search
          }
          onChange={model.setFilter}
          onLeave={onLeave}
          choice={resource.list.textSearch && <TextSearchChoice textSearch={textSearch} />}
        >
          {tools}
        </QueryBar>
      )}
      {asks && searchable && textSearch.query && (
        <textSearchBar.Part
          textSearch={textSearch}
          query={textSearch.query}
          filter={filter}
          onFilter={model.setFilter}
          inputRef={searchRef}
        >
          {tools}
        </textSearchBar.Part>
      )}
    </>
  );
}
