import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import styles from './QueryPage.module.css';

const STEP = 0.05;
const [LEAST, MOST] = [0.12, 0.85];
const START = 0.38;

const within = (part: number): number => Math.max(LEAST, Math.min(MOST, part));

type Props = { label: string; above: ReactNode; below: ReactNode };

/** Two areas, one above the other. The pointer moves the line between them, and so do arrows when it is focused. */
export function SplitView({ label, above, below }: Props) {
  const [part, setPart] = useState(START);
  const whole = useRef<HTMLDivElement>(null);
  const onPointerMove = (event: PointerEvent) => {
    const room = whole.current?.getBoundingClientRect();
    if (!room || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setPart(within((event.clientY - room.top) / room.height));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowUp: part - STEP, ArrowDown: part + STEP, Home: LEAST, End: MOST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setPart(within(next));
  };
  return (
    <div ref={whole} className="stack grow fill">
      <div className={styles.above} style={{ flexBasis: `${part * 100}%` }}>
        {above}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuenow={Math.round(part * 100)}
        aria-valuemin={LEAST * 100}
        aria-valuemax={MOST * 100}
        className={styles.divider}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onDoubleClick={() => setPart(START)}
        onKeyDown={onKeyDown}
      />
      <div className="stack fill slim">{below}</div>
    </div>
  );
}
