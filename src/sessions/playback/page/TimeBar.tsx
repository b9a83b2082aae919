import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type SVGProps } from 'react';
import { formatDuration } from '../../../lib/dates.ts';
import { plural } from '../../../lib/numbers.ts';
import { useStore } from '../../../ui/useStore.ts';
import { useWidth } from '../../../ui/useWidth.ts';
import { displayTime } from '../../../wire/recording/moment.ts';
import { STEP_MS } from '../PlaybackController.ts';
import type { Player } from '../Player.ts';
import { activity, eventLabel, isOnBar, ticks } from './overview.ts';
import styles from './TimeBar.module.css';

const HEIGHT = 64;
const BASE = 48;
const BIN_PX = 6;
/** Of events with a smaller distance, only the first is drawn. */
const EVENT_PX = 4;
/** Width of a pause in which its label fits. */
const LABELLED_PX = 118;
/** Width of a digit of a time below the bar. */
const DIGIT_PX = 6.5;

/** The bar of a recording: output, commands, events, hits and the present moment. */
export function TimeBar({ player }: { player: Player }) {
  const { controller, timeline, transcript, search } = player;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box) ?? 0;
  const version = useStore(player.version);
  const read = useStore(transcript.version);
  const found = useStore(search.state);
  const { pauses } = useStore(controller.state);
  const [hoverPx, setHoverPx] = useState<number>();
  const { durationMs } = timeline;
  const scale = durationMs > 0 ? width / durationMs : 0;
  const x = (ms: number): number => ms * scale;
  const msAt = (event: PointerEvent): number => {
    const { left } = event.currentTarget.getBoundingClientRect();
    return Math.min(Math.max(0, event.clientX - left), width) / (scale || 1);
  };

  const bars = useMemo(() => {
    return activity(timeline, Math.max(1, Math.floor(width / BIN_PX)));
    // oxlint-disable-next-line react/exhaustive-deps -- it tells that the timeline has grown
  }, [timeline, width, version]);
  const commands = useMemo(() => {
    return thinned(transcript.commands.map(({ ms }) => ms * scale));
    // oxlint-disable-next-line react/exhaustive-deps -- it tells that the transcript has grown
  }, [transcript, read, scale]);
  const events = useMemo(() => {
    const labels = new Map<number, string>();
    for (const { ms, event } of timeline.events) {
      const at = Math.round((ms * scale) / EVENT_PX) * EVENT_PX;
      if (isOnBar(event) && !labels.has(at)) labels.set(at, `${displayTime(ms)} ${eventLabel(event)}`);
    }
    return [...labels];
    // oxlint-disable-next-line react/exhaustive-deps -- it tells that the timeline has grown
  }, [timeline, version, scale]);
  const hits = useMemo(
    () => (found.kind === 'found' ? thinned(found.hits.map(({ ms }) => ms * scale)) : []),
    [found, scale],
  );
  const currentHit = found.kind === 'found' ? found.hits[found.current] : undefined;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = controller.position.get();
    const step = event.shiftKey ? STEP_MS.large : STEP_MS.small;
    const to: Partial<Record<string, number>> = {
      ArrowLeft: at - step,
      ArrowDown: at - step,
      ArrowRight: at + step,
      ArrowUp: at + step,
      PageDown: at - STEP_MS.large,
      PageUp: at + STEP_MS.large,
      Home: 0,
      End: durationMs,
    };
    const ms = to[event.key];
    if (ms === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    controller.seek(ms);
  };
  const marks = player.hasText
    ? plural(transcript.commands.length, 'command')
    : plural(timeline.events.length, 'event');
  const summary = `Timeline: ${marks}, ${plural(timeline.gaps.length, 'pause')}`;
  return (
    <div
      ref={box}
      className={styles.bar}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        controller.seek(msAt(event));
      }}
      onPointerMove={(event) => {
        setHoverPx(x(msAt(event)));
        if (event.currentTarget.hasPointerCapture(event.pointerId)) controller.seek(msAt(event));
      }}
      onPointerLeave={() => setHoverPx(undefined)}
    >
      <svg className={styles.picture} width={width} height={HEIGHT} role="img" aria-label={summary}>
        <rect className={styles.base} x={0} y={BASE} width={width} height={1} />
        {timeline.gaps.map(({ fromMs, toMs }) =>
          x(toMs - fromMs) < 3 ? null : (
            <g key={fromMs}>
              <rect className={styles.idle} x={x(fromMs)} y={20} width={x(toMs - fromMs)} height={BASE - 20} />
              {x(toMs - fromMs) > LABELLED_PX && (
                <text className={styles.label} x={x((fromMs + toMs) / 2)} y={38} textAnchor="middle">
                  {formatDuration(toMs - fromMs)} idle{pauses === 'skip' && ', skipped'}
                </text>
              )}
            </g>
          ),
        )}
        <g className={styles.output}>
          {Array.from(bars, (share, bin) =>
            share > 0 ? (
              <rect key={bin} x={bin * BIN_PX} y={BASE - 2 - share * 24} width={BIN_PX - 2} height={2 + share * 24} />
            ) : null,
          )}
        </g>
        <g className={styles.command}>
          {commands.map((at) => (
            <rect key={at} x={at} y={BASE + 1} width={1.5} height={6} />
          ))}
        </g>
        <g className={styles.event}>
          {events.map(([at, label]) => (
            <circle key={at} cx={at} cy={BASE} r={3}>
              <title>{label}</title>
            </circle>
          ))}
        </g>
        <g className={styles.hit}>
          {hits.map((at) => (
            <path key={at} d={flag(at)} />
          ))}
          {currentHit && <path className={styles.current} d={flag(x(currentHit.ms))} />}
        </g>
        {ticks(durationMs, width).map((ms) => (
          <text key={ms} className={styles.label} {...labelPosition(x(ms), displayTime(ms), width)} y={HEIGHT - 1}>
            {displayTime(ms)}
          </text>
        ))}
        <Cursor player={player} scale={scale} />
      </svg>
      <Slider player={player} onKeyDown={onKeyDown} />
      {hoverPx !== undefined && (
        <span className={styles.hover} style={{ left: Math.min(Math.max(24, hoverPx), width - 24) }} aria-hidden>
          {displayTime(hoverPx / (scale || 1))}
        </span>
      )}
    </div>
  );
}

/** The slider for keyboard and screen readers. The pointer works on the bar around it. */
function Slider({ player, onKeyDown }: { player: Player; onKeyDown: (event: KeyboardEvent) => void }) {
  const seconds = Math.floor(useStore(player.controller.position) / 1000);
  const { durationMs } = player.timeline;
  return (
    <div
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label="Position"
      aria-valuemin={0}
      aria-valuemax={Math.ceil(durationMs / 1000)}
      aria-valuenow={seconds}
      aria-valuetext={`${displayTime(seconds * 1000)} of ${displayTime(durationMs)}`}
      onKeyDown={onKeyDown}
    />
  );
}

function Cursor({ player, scale }: { player: Player; scale: number }) {
  const at = useStore(player.controller.position) * scale;
  return (
    <g className={styles.cursor}>
      <rect x={at - 1} y={0} width={2} height={56} />
      <circle cx={at} cy={BASE} r={5} />
    </g>
  );
}

/** Position of a time below the bar. A label that would extend beyond the bar is right-aligned at its end. */
const labelPosition = (x: number, label: string, width: number): SVGProps<SVGTextElement> =>
  x + label.length * DIGIT_PX > width ? { x: width, textAnchor: 'end' } : { x };

const flag = (at: number): string => `M${at - 5} 2h10v6l-5 5-5-5z`;

/** Keeps one of several marks at the same place. */
const thinned = (positions: readonly number[]): number[] => [...new Set(positions.map((at) => Math.round(at / 2) * 2))];
