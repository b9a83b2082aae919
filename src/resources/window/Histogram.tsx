import { useMemo, useRef } from 'react';
import { formatDateTime } from '../../lib/dates.ts';
import { formatCount, plural } from '../../lib/numbers.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { cx } from '../../ui/plain/cx.ts';
import { Kbd } from '../../ui/plain/Kbd.tsx';
import { useNow } from '../../ui/useNow.ts';
import { useStore } from '../../ui/useStore.ts';
import { zone } from '../../ui/zone.ts';
import type { Histogram as Declared } from '../../descriptors/model/listModel.ts';
import type { Row } from '../../descriptors/row.ts';
import { barsOf, type Bars } from './bars.ts';
import { Brush } from './Brush.tsx';
import styles from './Histogram.module.css';
import type { Span } from './range.ts';
import { ticksOf } from './ticks.ts';
import { useBrushKeys } from './useBrushKeys.ts';

type Props = {
  histogram: Declared;
  rows: readonly Row[];
  bounds: Span;
  /** The server's counts, in place of the loaded rows. */
  counted: Bars | undefined;
  /** Rows before this moment are not loaded. Undefined: all are loaded. */
  loadedFromMs: number | undefined;
  span: Span | undefined;
  onSpan: (span: Span | undefined) => void;
};

/** Height of the drawing in its own units. The width is one per bar. */
const TOP = 100;
const BAR_WIDTH = 0.8;
const NOW_EVERY_MS = 60_000;

/** One path for all bars of a kind, because a few hundred elements would slow down the layout. */
function pathOf({ bars }: Bars, take: (index: number) => number, highest: number): string {
  return bars
    .map((_, i) => {
      const height = (TOP * take(i)) / highest;
      return height > 0 ? `M${i} ${TOP}v${-height}h${BAR_WIDTH}v${height}z` : '';
    })
    .join('');
}

function Drawn({ made, span }: { made: Bars; span: Span | undefined }) {
  const { bars, fromMs, stepMs } = made;
  const highest = Math.max(1, ...bars.map(({ count }) => count));
  const isIn = (i: number): boolean => {
    const atMs = fromMs + i * stepMs;
    return !span || (atMs >= span.fromMs && atMs < span.toMs);
  };
  const path = (series: 'count' | 'flagged', inside: boolean): string =>
    pathOf(made, (i) => (isIn(i) === inside ? (bars[i]?.[series] ?? 0) : 0), highest);
  return (
    <svg className={styles.bars} viewBox={`0 0 ${bars.length} ${TOP}`} preserveAspectRatio="none" aria-hidden>
      <path className={styles.out} d={path('count', false)} />
      <path className={styles.in} d={path('count', true)} />
      <path className={styles.flaggedOut} d={path('flagged', false)} />
      <path className={styles.flaggedIn} d={path('flagged', true)} />
    </svg>
  );
}

/** The distribution of events over time, with a selection. */
export default function Histogram({ histogram, rows, bounds, counted, loadedFromMs, span, onSpan }: Props) {
  const made = useMemo(() => counted ?? barsOf(rows, histogram, bounds), [counted, rows, histogram, bounds]);
  const nowMs = useNow(NOW_EVERY_MS);
  const shownZone = useStore(zone);
  const section = useRef<HTMLElement>(null);
  useBrushKeys({ made, span, onSpan });

  const share = (ms: number): string => `${(100 * (ms - bounds.fromMs)) / (made.bars.length * made.stepMs)}%`;
  const moment = (ms: number): string => formatDateTime(new Date(ms), shownZone).slice(0, 'yyyy-MM-dd HH:mm'.length);
  const part = span ?? bounds;
  const isNow = nowMs > bounds.fromMs && nowMs < bounds.toMs;
  return (
    <section ref={section} className={styles.histogram} aria-label={`${histogram.counts} over time`} tabIndex={-1}>
      <div className={styles.line}>
        <span className={styles.span}>
          {moment(part.fromMs)} – {moment(part.toMs)}
        </span>
        {span ? (
          <>
            <span className="cut">
              {spanLabel(span)} of {spanLabel(bounds)}. Drag the edges, or
            </span>
            <span>
              <Kbd keys="[" small /> <Kbd keys="]" small /> move
            </span>
            <Button
              kind="quiet"
              size="inline"
              onClick={() => {
                onSpan(undefined);
                section.current?.focus(); // the button is gone
              }}
            >
              Clear selection
            </Button>
          </>
        ) : (
          <span className="cut">{spanLabel(bounds)}. Drag to select a time range</span>
        )}
        <span className="grow" />
        <span className="row g6">
          <span className={styles.swatch} />
          {histogram.counts} per {made.per}
        </span>
        <span className="row g6">
          <span className={cx(styles.swatch, styles.flagged)} />
          {histogram.flagged.label}
        </span>
      </div>
      <Brush made={made} span={span} moment={moment} onSpan={onSpan}>
        {(drawn) => (
          <>
            {loadedFromMs !== undefined && loadedFromMs > bounds.fromMs && (
              <span className={styles.missing} style={{ width: share(loadedFromMs) }} title="Not loaded yet">
                not loaded
              </span>
            )}
            <Drawn made={made} span={drawn} />
            {isNow && (
              <span
                className={cx(styles.now, nowMs > bounds.toMs - (bounds.toMs - bounds.fromMs) / 24 && styles.nowLeft)}
                style={{ left: share(nowMs) }}
              >
                now
              </span>
            )}
          </>
        )}
      </Brush>
      <div className={styles.axis} aria-hidden>
        {ticksOf(bounds, shownZone).map(({ atMs, label }) => (
          <span key={atMs} className={styles.tick} style={{ left: share(atMs) }}>
            {label}
          </span>
        ))}
      </div>
      <p className="vh">
        {histogram.counts}: {formatCount(made.bars.reduce((sum, { count }) => sum + count, 0))},{' '}
        {histogram.flagged.label.toLowerCase()}: {formatCount(made.bars.reduce((sum, { flagged }) => sum + flagged, 0))}
      </p>
    </section>
  );
}

const HOUR_MS = 3600_000;
const DAY_HOURS = 24;

/** `27 h`, `7 days`: rounded to hours, the smallest bars. A change of clocks does not count as half a day. */
function spanLabel({ fromMs, toMs }: Span): string {
  const hours = Math.round((toMs - fromMs) / HOUR_MS);
  const days = Math.round(hours / DAY_HOURS);
  if (hours < DAY_HOURS) return hours > 0 ? `${hours} h` : `${Math.round((toMs - fromMs) / 60_000)} min`;
  return Math.abs(hours - days * DAY_HOURS) <= 1 ? plural(days, 'day') : `${hours} h`;
}
