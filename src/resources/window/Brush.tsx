import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { moveEdge, moveSpan, spanOfBars, type Bars } from './bars.ts';
import styles from './Histogram.module.css';
import type { Span } from './range.ts';

type Props = {
  made: Bars;
  span: Span | undefined;
  moment: (ms: number) => string;
  onSpan: (span: Span | undefined) => void;
  /** The content below, drawn for the current selection. */
  children: (span: Span | undefined) => ReactNode;
};

type Edge = 'from' | 'to';
/** What the pointer drags: a new selection, one edge, or the whole selection; `barAt` is where the drag started. */
type Grip = { kind: 'new' | 'whole' | Edge; barAt: number; before: Span | undefined };

const EDGES = [
  ['from', 'Start of the selection'],
  ['to', 'End of the selection'],
] as const;

/**
 * A selection of bars, made by dragging. Its edges are sliders for the keyboard. `onSpan` is called when the pointer is
 * released.
 */
export function Brush({ made, span, moment, onSpan, children }: Props) {
  const [grip, setGrip] = useState<Grip>();
  const [dragged, setDragged] = useState<Span>();
  const { fromMs, stepMs, bars } = made;
  const drawn = grip ? dragged : span;

  const barAt = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return width > 0 ? Math.floor(((clientX - left) / width) * bars.length) : 0;
  };
  /** The plot handles all pointer events. The element under the pointer decides what is dragged. */
  const take = (event: PointerEvent) => {
    const grip = event.target instanceof HTMLElement ? event.target.dataset['grip'] : undefined;
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const kind = grip === 'whole' || grip === 'from' || grip === 'to' ? grip : 'new';
    const at = barAt(event);
    setGrip({ kind, barAt: at, before: span });
    setDragged(kind === 'new' ? spanOfBars(made, at, at) : span);
  };
  const moved = ({ kind, barAt: from, before }: Grip, to: number): Span | undefined => {
    if (kind === 'new' || !before) return spanOfBars(made, from, to);
    if (kind === 'whole') return moveSpan(made, before, (to - from) * stepMs);
    return moveEdge(made, before, kind, fromMs + (kind === 'to' ? to + 1 : to) * stepMs);
  };
  /** Position within the plot. A selection may extend beyond it, for example one from a link. */
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
