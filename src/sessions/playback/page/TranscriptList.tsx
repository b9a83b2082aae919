import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { groupBy } from '../../../lib/groupBy.ts';
import { visibleText } from '../../../lib/visibleText.ts';
import { cx } from '../../../ui/plain/cx.ts';
import { Icon } from '../../../ui/plain/Icon.tsx';
import { displayTime } from '../../../wire/recording/moment.ts';
import type { PlaybackController } from '../PlaybackController.ts';
import type { Hit } from '../TranscriptSearch.ts';
import styles from './TranscriptList.module.css';
import type { TranscriptRow, TranscriptRows } from './transcriptRows.ts';

type Props = {
  rows: TranscriptRows;
  controller: PlaybackController;
  hits: readonly Hit[];
  current: Hit | undefined;
  empty: string;
  onPick: (ms: number) => void;
};

const ROW_PX = 28;
const TOLD_MS = 250;

/** Rows of a transcript with their times. The list marks the present row and scrolls to it. */
export function TranscriptList({ rows, controller, hits, current, empty, onPick }: Props) {
  const scroller = useRef<HTMLUListElement>(null);
  const now = useMomentNow(controller);
  const [cursor, setCursor] = useState<number>();
  // The React compiler is not used, so it memoizes nothing here.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const playing = rows.lastAt(now);
  const hitRow = current ? rows.ofHit(current) : undefined;
  const hitsOf = useMemo(() => groupBy(hits, ({ line }) => line), [hits]);
  const focused = Math.min(cursor ?? Math.max(0, playing), rows.count - 1);

  // The list follows playback, unless the pointer or the focus is in it.
  useEffect(() => {
    if (playing >= 0 && !scroller.current?.matches(':hover, :focus-within'))
      virtual.scrollToIndex(playing, { align: 'auto' });
  }, [virtual, playing]);
  useEffect(() => {
    if (hitRow !== undefined) virtual.scrollToIndex(hitRow, { align: 'center' });
  }, [virtual, hitRow]);

  const go = (index: number) => {
    const next = Math.min(Math.max(0, index), rows.count - 1);
    setCursor(next);
    virtual.scrollToIndex(next, { align: 'auto' });
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSpace(event)) {
      event.preventDefault();
      event.stopPropagation();
      controller.toggle();
      return;
    }
    const to: Partial<Record<string, number>> = {
      ArrowDown: focused + 1,
      ArrowUp: focused - 1,
      PageDown: focused + 10,
      PageUp: focused - 10,
      Home: 0,
      End: rows.count - 1,
    };
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(next);
  };
  if (rows.count === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ul
      ref={scroller}
      className="fill scroll rel"
      onKeyDown={onKeyDown}
      // Firefox presses a button when the key goes up.
      onKeyUp={(event) => isSpace(event) && event.preventDefault()}
    >
      <li aria-hidden className={styles.whole} style={{ height: virtual.getTotalSize() }} />
      {virtual.getVirtualItems().map(({ index, start }) => {
        const row = rows.at(index);
        return row ? (
          <li
            key={index}
            ref={virtual.measureElement}
            data-index={index}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
          >
            <Row
              row={row}
              index={index}
              isCurrent={index === playing}
              isStop={index === focused}
              hitsOf={hitsOf}
              current={current}
              onPick={() => {
                setCursor(index);
                onPick(row.ms);
              }}
            />
          </li>
        ) : null;
      })}
    </ul>
  );
}

/** Space plays and pauses, as everywhere in the player. Enter chooses the row. */
const isSpace = ({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key === ' ' && !(ctrlKey || altKey || metaKey || shiftKey);

type RowProps = {
  row: TranscriptRow;
  index: number;
  isCurrent: boolean;
  isStop: boolean;
  hitsOf: ReadonlyMap<number, readonly Hit[]>;
  current: Hit | undefined;
  onPick: () => void;
};

function Row({ row, index, isCurrent, isStop, hitsOf, current, onPick }: RowProps) {
  if (row.kind === 'gap')
    return (
      <p className={styles.gap}>
        <Icon name="fast-forward" size={12} />
        {row.text}
      </p>
    );
  return (
    <button
      type="button"
      data-row={index}
      tabIndex={isStop ? 0 : -1}
      className={cx(styles.row, isCurrent && styles.on, row.kind === 'event' && styles.event)}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPick}
    >
      <span className={styles.time}>{displayTime(row.ms)}</span>
      <span className={styles.text}>
        <Marked text={row.text} hits={hitsOf.get(lineOf(row) ?? -1)} current={current} />
      </span>
      {row.kind === 'command' && (row.exitCode !== undefined || row.isGuess) && (
        <span className={cx(styles.exit, Boolean(row.exitCode) && styles.failed)}>
          {row.exitCode !== undefined ? `exit ${row.exitCode}` : 'guess'}
        </span>
      )}
      {row.kind === 'command' && row.output !== undefined && row.line !== undefined && (
        <span className={styles.output}>
          <Marked text={row.output} hits={hitsOf.get(row.line + 1)} current={current} />
        </span>
      )}
    </button>
  );
}

const lineOf = (row: TranscriptRow): number | undefined =>
  row.kind === 'line' || row.kind === 'command' ? row.line : undefined;

type MarkedProps = { text: string; hits: readonly Hit[] | undefined; current: Hit | undefined };

/** The text with its hits. It can be the end of its line: a command after its prompt. */
function Marked({ text, hits, current }: MarkedProps) {
  if (!hits || hits.length === 0) return visibleText(text);
  const shift = (hits[0]?.lineLength ?? text.length) - text.length;
  let at = 0;
  const parts: ReactNode[] = [];
  for (const hit of hits) {
    const [from, to] = [hit.from - shift, hit.to - shift];
    if (from < at || to > text.length) continue;
    parts.push(visibleText(text.slice(at, from)));
    parts.push(
      <mark key={from} className={hit === current ? styles.current : styles.mark}>
        {visibleText(text.slice(from, to))}
      </mark>,
    );
    at = to;
  }
  return [...parts, visibleText(text.slice(at))];
}

/** The present moment, updated a few times a second. */
function useMomentNow({ position }: PlaybackController): number {
  const [ms, setMs] = useState(position.get);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = position.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setMs(position.get());
      }, TOLD_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [position]);
  return ms;
}
