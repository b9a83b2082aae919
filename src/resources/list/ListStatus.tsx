import { useState } from 'react';
import { formatDuration, formatTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import type { ValueStore } from '../../lib/valueStore.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { StateMark } from '../../ui/StateMark.tsx';
import { StatusBar, type KeyHint } from '../../ui/StatusBar.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import type { Resource } from '../../descriptors/defineResource.ts';
import { countOf, pluralName } from '../resourceMessages.ts';
import type { Range } from './Grid.tsx';
import styles from './ListStatus.module.css';
import type { Feed } from './useListFeed.ts';
import type { ListState } from './listState.ts';
import type { ListRows } from './listRows.ts';

type Props = {
  resource: Resource;
  listState: ListState;
  list: ListRows;
  isFiltering: boolean;
  range: ValueStore<Range>;
  keys: readonly KeyHint[];
};

function Shown({ list, isFiltering, range }: Pick<Props, 'list' | 'isFiltering' | 'range'>) {
  const { first, last } = useStore(range);
  const rows = `Rows ${formatCount(first + 1)}–${formatCount(Math.max(first, last) + 1)} of ${formatCount(list.count)}`;
  if (list.freshness === 'provisional')
    return (
      <span>
        {rows} found in the {formatCount(list.loaded.length)} loaded
      </span>
    );
  if (list.freshness === 'kept' || list.freshness === 'previous')
    return <span>{list.count === list.all ? rows : `${rows} matching the previous query`}</span>;
  return <span>{isFiltering ? `${rows} matching` : rows}</span>;
}

const SLOW_MS = 1000;

/** Shown from the request to its answer. */
function Waiting({ resource }: { resource: Resource }) {
  const [sinceMs] = useState(() => Date.now());
  const nowMs = useNow(100);
  return (
    <>
      <span>Loading {pluralName(resource)}</span>
      {/* A screen reader that reads the count would drown everything else. */}
      <span className="t3" aria-hidden>
        {(Math.max(0, nowMs - sinceMs) / 1000).toFixed(1)} s
      </span>
    </>
  );
}

/** Shows that a reload takes long, with a button to stop it. The previous rows stay. */
function Reloading({ stop }: Pick<Feed, 'stop'>) {
  const [sinceMs] = useState(() => Date.now());
  const waitedMs = useNow(500) - sinceMs;
  if (waitedMs < SLOW_MS) return null;
  return (
    <>
      <span>Reloading</span>
      <span className="t3" aria-hidden>
        {formatDuration(waitedMs)}
      </span>
      <Button kind="quiet" size="inline" onClick={stop}>
        Stop
      </Button>
    </>
  );
}

function Age({ readAtMs, isStale, isReread }: { readAtMs: number; isStale: boolean; isReread: boolean }) {
  const shownZone = useStore(zone);
  const text = `Loaded ${formatTime(new Date(readAtMs), shownZone)}`;
  return (
    <span className="t3">
      {text}
      <Ago sinceMs={readAtMs} atOnce={isStale || isReread} />
    </span>
  );
}

/** Fresh rows need no age. It is shown after this time, or at once if `atOnce` is set. */
const FRESH_MS = 10_000;

function Ago({ sinceMs, atOnce }: { sinceMs: number; atOnce?: boolean }) {
  const nowMs = useNow(1000);
  if (!atOnce && nowMs - sinceMs < FRESH_MS) return null;
  return <span aria-hidden>, {formatDuration(nowMs - sinceMs)} ago</span>;
}

function Facts({ resource, listState, list, isFiltering, range }: Omit<Props, 'keys'>) {
  const { feed } = list;
  const isStale = feed.error !== undefined;
  const isWhole = resource.wire.list.paging === 'whole';
  const fact = resource.list.foot?.(isWhole ? list.loaded : (list.rows ?? []));
  const foot = fact !== undefined && <span className="t3 cut">{fact}</span>;
  const isAsking = list.freshness === 'provisional' || list.freshness === 'previous';
  const age =
    resource.wire.list.search === 'server' && !isStale ? (
      <span className="t3">
        Answered in {formatCount(feed.answeredMs)} ms
        <Ago sinceMs={feed.readAtMs} />
      </span>
    ) : (
      <Age readAtMs={feed.readAtMs} isStale={isStale} isReread={resource.list.rereadEveryMs !== undefined} />
    );
  switch (listState) {
    case 'forbidden':
      return <span className={styles.danger}>Not allowed</span>;
    case 'failed':
      return <StateMark kind="danger">Not loaded</StateMark>;
    case 'loading':
      return <Waiting resource={resource} />;
    case 'empty':
      return (
        <>
          <span>{countOf(resource, 0)}</span>
          {age}
        </>
      );
    case 'unread':
      return <More feed={list.more} />;
    case 'nothing':
      return (
        <>
          <span>No rows, 0 of {list.all === undefined ? 'all' : formatCount(list.all)} match</span>
          {list.bounds && <More feed={list.more} />}
          {isWhole && foot}
          {age}
        </>
      );
    case 'rows':
      return (
        <>
          {isStale && (
            <span className={styles.stale}>
              <StateMark kind="warn">Not up to date</StateMark>
            </span>
          )}
          <Shown list={list} isFiltering={isFiltering} range={range} />
          {list.bounds && <More feed={list.more} />}
          {isWhole && foot}
          {isAsking && !isStale ? <span className="t3">Asking the server</span> : age}
          {!isWhole && foot}
        </>
      );
    default:
      return listState satisfies never;
  }
}

/** For a list over time: how much of it is loaded, and the button for older rows. */
function More({ feed }: { feed: Feed }) {
  const loaded = feed.rows?.length ?? 0;
  if (!feed.hasMore) return null;
  return (
    <>
      <span>{formatCount(loaded)} loaded, newest first</span>
      <Button
        kind="quiet"
        size="inline"
        busy={feed.loading ? 'Fetching' : undefined}
        onClick={() => void feed.loadThrough(loaded)}
      >
        Fetch more
      </Button>
    </>
  );
}

/** Visible rows that are not being loaded because the user stopped it. */
function LoadOn({ list, range }: Pick<Props, 'list' | 'range'>) {
  const { last } = useStore(range);
  const { feed, rows } = list;
  if (!rows || last < rows.length || list.freshness !== 'settled' || feed.isFetching) return null;
  return (
    <Button size="inline" onClick={() => void feed.loadThrough(last)}>
      Load these rows
    </Button>
  );
}

/** The foot of a list: which rows are visible of how many, their age, and the shortcuts. */
export function ListStatus({ keys, ...facts }: Props) {
  const { loading, rows, isFetching, isPrevious, stop } = facts.list.feed;
  const isReloading = rows !== undefined && isFetching && !isPrevious && !loading;
  return (
    <StatusBar keys={keys}>
      <Facts {...facts} />
      {isReloading && <Reloading stop={stop} />}
      {!loading && facts.listState === 'rows' && <LoadOn list={facts.list} range={facts.range} />}
      {loading && !facts.list.bounds && (
        <span className="row-in g8">
          <span className={styles.line}>
            <Progress label="Loading rows" done={loading.done} total={loading.target} />
          </span>
          Loaded {formatCount(loading.done)} of {formatCount(loading.target)}
          <Button kind="quiet" size="inline" onClick={loading.stop}>
            Stop
          </Button>
        </span>
      )}
    </StatusBar>
  );
}
