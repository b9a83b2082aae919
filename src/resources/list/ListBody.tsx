import type { ReactNode } from 'react';
import { describeFailure, isApiError } from '../../api/errors.ts';
import { formatTime } from '../../lib/dates.ts';
import { EmptyText } from '../../ui/EmptyText.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { iconNamed } from '../iconNamed.ts';
import styles from './ListBody.module.css';
import type { Feed } from './useListFeed.ts';

/** Why the rows below are old, or there are none. */
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
          safe: `Below is what was read at ${formatTime(new Date(feed.readAtMs), shownZone)}; changes made since are missing`,
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

/** A list that has no rows at all: what it is for, and the way to the first one. */
export const ListEmpty = ({ resource, create }: { resource: Resource; create: ReactNode }) => (
  <EmptyText
    icon={iconNamed(resource.icon) ?? 'info'}
    title={resource.list.empty.title}
    {...(create !== undefined && { actions: create })}
  >
    <p>{resource.list.empty.text}</p>
  </EmptyText>
);

export const refusalOf = (error: Error | undefined): string | undefined =>
  isApiError(error) && error.status > 0 ? describeFailure(error).why : undefined;
