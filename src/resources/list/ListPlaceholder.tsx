import type { ReactNode } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { formatTime } from '../../lib/dates.ts';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { lazyComponent } from '../../ui/lazyComponent.ts';
import { usePrefetch } from '../../ui/usePrefetch.ts';
import { iconNamed } from '../iconNamed.ts';
import { pluralName, singularName } from '../resourceMessages.ts';
import { AddButton, canAdd, CreateButton } from './CreateButton.tsx';
import { takesConditions } from './listParams.ts';
import type { ListModel } from './useListModel.ts';
import styles from './ListPlaceholder.module.css';
import type { Feed } from './useListFeed.ts';

export const forbidden = lazyComponent(() => import('./ListForbidden.tsx'), { name: 'The missing rule' });
const nothingMatches = lazyComponent(() => import('./NothingMatches.tsx'), { name: 'The suggestions' });

/** Shown in place of the rows when there are none. */
export function ListPlaceholder({ model }: { model: ListModel }) {
  const { resource, name, listState, state, list, creates, setFilter, clearFilter, countHere } = model;
  usePrefetch(nothingMatches.fetch, takesConditions(resource));
  switch (listState) {
    case 'forbidden':
      return <forbidden.Part resource={resource} refusal={refusalOf(list.feed.error)} />;
    case 'empty':
      return (
        <ListEmpty
          resource={resource}
          create={
            creates ? (
              <CreateButton model={model} kind="primary" size="form" />
            ) : canAdd(model) ? (
              <AddButton model={model} kind="primary" size="form" />
            ) : undefined
          }
        />
      );
    case 'unread':
      return (
        <EmptyText icon={iconNamed(resource.icon) ?? 'info'} title={`No ${pluralName(resource)} so far`}>
          <p>The server has more to search. Fetch more to continue.</p>
        </EmptyText>
      );
    case 'nothing':
      if (!takesConditions(resource))
        return (
          <NothingFound
            resource={resource}
            text={state.filter.mode === 'chips' ? state.filter.text.trim() : ''}
            onClear={clearFilter}
          />
        );
      return (
        <nothingMatches.Part
          resource={resource}
          name={name}
          filter={state.filter}
          inPart={state.span !== undefined}
          countHere={countHere}
          countedSpan={list.range && (state.span ?? list.bounds)}
          onChange={setFilter}
          onClear={clearFilter}
        />
      );
    case 'failed':
    case 'loading':
    case 'rows':
      return null;
    default:
      return listState satisfies never;
  }
}

const refusalOf = (error: Error | undefined): string | undefined =>
  isApiError(error) && error.status > 0 ? describeFailure(error).why : undefined;

/** A list without any rows: what the list contains and how to add the first row. */
const ListEmpty = ({ resource, create }: { resource: Resource; create: ReactNode }) => (
  <EmptyText
    icon={iconNamed(resource.icon) ?? 'info'}
    title={resource.list.empty.title}
    {...(create !== undefined && { actions: create })}
  >
    <p>{resource.list.empty.text}</p>
  </EmptyText>
);

type NothingFoundProps = { resource: Resource; text: string; onClear: () => void };

/** No row of a list that the browser searches contains the words. */
const NothingFound = ({ resource, text, onClear }: NothingFoundProps) => (
  <div className={styles.none}>
    <h2>
      No {singularName(resource)} matches “{text}”
    </h2>
    <p>The search covers every column.</p>
    <Button kind="quiet" className={styles.clear} onClick={onClear}>
      Clear the search
    </Button>
  </div>
);

/** Why the rows below are old, or why there are none. */
export function ListFailure({ resource, feed, error }: { resource: Resource; feed: Feed; error: Error }) {
  const shownZone = useStore(zone);
  const { why, details } = describeFailure(error);
  return (
    <div className={styles.failure}>
      <ErrorNote
        what={`${resource.label[1]} could not be loaded`}
        why={why}
        details={details}
        {...(feed.rows && {
          safe: `The list below was loaded at ${formatTime(new Date(feed.readAtMs), shownZone)}. Later changes are missing`,
        })}
        actions={
          <Button icon="refresh-cw" busy={feed.isFetching ? 'Loading' : undefined} onClick={() => void feed.reload()}>
            Try again
          </Button>
        }
      />
    </div>
  );
}
