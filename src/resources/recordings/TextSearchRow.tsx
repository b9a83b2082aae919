// One line each of the search in recordings.
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Recording } from '../../api/recordings.ts';
import type { Row } from '../../descriptors/row.ts';
import { fieldNamed } from '../../descriptors/rows.ts';
import { playerPath } from '../../descriptors/sessionLabels.ts';
import { plural } from '../../lib/numbers.ts';
import { ButtonLink, ignoreSecondClick } from '../../ui/plain/Button.tsx';
import { Icon } from '../../ui/plain/Icon.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import { PHONE, useMedia } from '../../ui/useMedia.ts';
import { displayTime, formatMoment } from '../../wire/recording/moment.ts';
import type { SearchHitJson } from '../../wire/recordings.ts';
import { RowActionCell } from '../actions/RowActionCell.tsx';
import type { RowChoice } from '../actions/rowChoices.ts';
import { FieldCell } from '../cells/FieldCell.tsx';
import { iconNamed } from '../iconNamed.ts';
import { rowDomId } from '../list/GridRow.tsx';
import type { ListModel } from '../list/useListModel.ts';
import { hitExcerpt } from './hitExcerpt.ts';
import styles from './textSearch.module.css';
import type { HitItem, MoreItem, RecordingItem, RunningItem } from './textSearchItems.ts';

type Parts = { model: ListModel; clusterId: string; longestMs: number };

const COLUMNS = ['people', 'durationMs', 'began'] as const;

type RecordingRowProps = Parts & { item: RecordingItem; runOn: (choice: RowChoice, row: Row) => void };

export function RecordingRow({ model, longestMs, item, runOn }: RecordingRowProps) {
  const { resource, actions, cursor } = model;
  const row: Row = item.row;
  const isCursor = cursor.index === item.index;
  return (
    <div
      id={rowDomId(item.index)}
      className={cx(styles.recording, isCursor && styles.cursor)}
      aria-current={isCursor || undefined}
      onClick={(event) => {
        if (!(event.target instanceof Element) || event.target.closest('a, button')) return;
        model.moveCursor(item.index);
        actions.open(row);
      }}
    >
      <Icon name={iconNamed(resource.list.icon?.(row)) ?? 'dot'} />
      <span className={styles.name}>{item.row.hostname}</span>
      <ColumnCells model={model} row={row} longestMs={longestMs} />
      <span className={cx(styles.answer, item.hasHits && styles.found)}>{item.answer}</span>
      <span className={styles.action} data-row-action>
        <RowActionCell
          choice={actions.choicesOf(row)[0]}
          name={item.row.hostname}
          context={actions.context}
          run={(choice) => runOn(choice, row)}
          pending={undefined}
        />
      </span>
    </div>
  );
}

type CellsProps = { model: ListModel; row: Row; longestMs: number; isRunning?: boolean };

const ColumnCells = ({ model: { resource, days }, row, longestMs, isRunning = false }: CellsProps) =>
  COLUMNS.map((source) => {
    const field = fieldNamed(resource, source);
    return (
      <span key={source} className={cx(styles.cell, styles[source])}>
        {isRunning && source === 'durationMs' ? (
          <StateMark kind="ok">Running</StateMark>
        ) : (
          field && <FieldCell field={field} row={row} context={{ longestMs, underDay: days.size > 0 }} />
        )}
      </span>
    );
  });

/** The player follows an active session, and shows its recording when it ends. */
export const RunningRow = ({ model, clusterId, item: { row, answer } }: Parts & { item: RunningItem }) => (
  <div className={styles.recording}>
    <Icon name={iconNamed(model.resource.list.icon?.(row)) ?? 'dot'} />
    <span className={styles.name}>{row.hostname}</span>
    <ColumnCells model={model} row={row} longestMs={0} isRunning />
    <span className={cx(styles.answer, styles.found)}>{answer}</span>
    <span className={styles.action}>
      <ButtonLink
        kind="quiet"
        size="inline"
        aria-label={`Follow ${row.hostname}`}
        href={model.actions.context.href(playerPath(clusterId, row))}
        target="_blank"
      >
        Follow
      </ButtonLink>
    </span>
  </div>
);

const momentPath = (clusterId: string, recording: Recording, ms: number): string =>
  `${playerPath(clusterId, recording)}#t=${formatMoment(ms)}`;

/** How many characters before the match have room. */
const BEFORE_CHARS = { phone: 16, wide: 80 };

export function HitRow({ clusterId, item: { row, hit, isRunning } }: Parts & { item: HitItem }) {
  const isPhone = useMedia(PHONE);
  return (
    <Link
      className={styles.hit}
      to={isRunning ? playerPath(clusterId, row) : momentPath(clusterId, row, hit.ms)}
      target="_blank"
      onClick={ignoreSecondClick}
    >
      <span className={styles.moment}>{displayTime(hit.ms)}</span>
      <span className={styles.text}>{marked(hitExcerpt(hit, BEFORE_CHARS[isPhone ? 'phone' : 'wide']))}</span>
      <span className={styles.from}>{isRunning ? 'Follow the session' : 'Play from here'}</span>
    </Link>
  );
}

function marked({ text, ranges }: Pick<SearchHitJson, 'text' | 'ranges'>): ReactNode[] {
  let at = 0;
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(at, from);
    at = to;
    return [before, <mark key={from}>{text.slice(from, to)}</mark>];
  });
  return [...parts, text.slice(at)];
}

type MoreRowProps = Parts & { item: MoreItem; onOpen: () => void };

export const MoreRow = ({ clusterId, item: { row, remaining, isOpen }, onOpen }: MoreRowProps) =>
  isOpen ? (
    <Link className={styles.more} to={playerPath(clusterId, row)} target="_blank" onClick={ignoreSecondClick}>
      {plural(remaining, 'more hit')} in the player
    </Link>
  ) : (
    <button type="button" className={styles.more} onClick={onOpen}>
      {remaining} more in this recording
    </button>
  );
