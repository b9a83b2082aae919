import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { moveEdge, moveSpan, spanOfBars, type Bars } from './bars.ts';
import styles from './Histogram.module.css';
import type { Span } from './range.ts';

type Props = {
  made: Bars;
  span: Span | undefined;
  moment: (ms: number) => string;
  onSpan: (span: Span | undefined) => void;
  /** What lies below, for the part that is drawn now. */
  children: (span: Span | undefined) => ReactNode;
};

type Edge = 'from' | 'to';
/** What the pointer holds: a new part, one edge of it, or all of it; `barAt` is where it took hold. */
type Grip = { kind: 'new' | 'whole' | Edge; barAt: number; before: Span | undefined };

const EDGES = [
  ['from', 'Start of the selection'],
  ['to', 'End of the selection'],
] as const;

/** A part of the bars, chosen by dragging; its edges are sliders to the keyboard. It is told when the pointer lets go. */
export function Brush({ made, span, moment, onSpan, children }: Props) {
  const [grip, setGrip] = useState<Grip>();
  const [dragged, setDragged] = useState<Span>();
  const { fromMs, stepMs, bars } = made;
  const drawn = grip ? dragged : span;

  const barAt = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return width > 0 ? Math.floor(((clientX - left) / width) * bars.length) : 0;
  };
  /** All of it is heard on the plot; what lies under the pointer says what is held. */
  const take = (event: PointerEvent) => {
    const held = event.target instanceof HTMLElement ? event.target.dataset['grip'] : undefined;
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const kind = held === 'whole' || held === 'from' || held === 'to' ? held : 'new';
    const at = barAt(event);
    setGrip({ kind, barAt: at, before: span });
    setDragged(kind === 'new' ? spanOfBars(made, at, at) : span);
  };
  const moved = ({ kind, barAt: from, before }: Grip, to: number): Span | undefined => {
    if (kind === 'new' || !before) return spanOfBars(made, from, to);
    if (kind === 'whole') return moveSpan(made, before, (to - from) * stepMs);
    return moveEdge(made, before, kind, fromMs + (kind === 'to' ? to + 1 : to) * stepMs);
  };
  /** Of the plot; a part may reach beyond it, as that of a link may. */
  const share = (ms: number): number => Math.min(Math.max((ms - fromMs) / (bars.length * stepMs), 0), 1);
  const percent = (part: number): string => `${100 * part}%`;
  const onKeyDown = (edge: Edge, part: Span) => (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onSpan(moveEdge(made, part, edge, (edge === 'from' ? part.fromMs : part.toMs) + by * stepMs));
  };

  return (
    <div
      className={styles.plot}
      onPointerDown={take}
      onPointerMove={(event) => grip && setDragged(moved(grip, barAt(event)))}
      onPointerUp={() => {
        if (grip) onSpan(dragged);
        setGrip(undefined);
      }}
      onPointerCancel={() => setGrip(undefined)}
    >
      {drawn && (
        <div
          className={styles.chosen}
          data-grip="whole"
          style={{ left: percent(share(drawn.fromMs)), width: percent(share(drawn.toMs) - share(drawn.fromMs)) }}
        />
      )}
      {children(drawn)}
      {drawn &&
        EDGES.map(([edge, label]) => {
          const atMs = edge === 'from' ? drawn.fromMs : drawn.toMs;
          return (
            <div
              key={edge}
              role="slider"
              tabIndex={0}
              aria-label={label}
              aria-valuemin={0}
              aria-valuemax={bars.length}
              aria-valuenow={Math.round(share(atMs) * bars.length)}
              aria-valuetext={moment(atMs)}
              className={styles.edge}
              data-grip={edge}
              style={{ left: percent(share(atMs)) }}
              onKeyDown={onKeyDown(edge, drawn)}
            />
          );
        })}
    </div>
  );
}
